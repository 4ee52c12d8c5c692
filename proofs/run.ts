// Runs a benchmark, attack or trial by name, as the scripts of package.json do: node scripts/run.mjs proofs/run.ts NAME
// [ARGUMENTS]
const PROOFS: Record<string, () => Promise<unknown>> = {
  attack: () => import('./attack/run.ts'),
  chaos: () => import('./chaos/run.ts'),
  'chaos:cameras': () => import('./chaos/cameras.ts'),
  bench: () => import('./bench/run-all.ts'),
  'bench:calls': () => import('./bench/calls.ts'),
  'bench:doors-open': () => import('./bench/doors-open.ts'),
  'bench:images': () => import('./bench/images.ts'),
  'bench:reports': () => import('./bench/reports.ts'),
  'bench:ingest': () => import('./bench/ingest.ts'),
  'bench:shutter': () => import('./bench/shutter.ts'),
  'bench:faces': () => import('./bench/faces.ts'),
  'bench:web': () => import('./bench/web.ts'),
  'bench:downloads': () => import('./bench/downloads.ts'),
  'bench:books': () => import('./bench/books.ts'),
  'bench:safe-share': () => import('./bench/safe-share.ts'),
  'bench:trace': () => import('./bench/leaks.ts'),
  'try:upgrade': () => import('./upgrade/upgrade.ts'),
  'try:rolling': () => import('./upgrade/rolling.ts'),
  'try:image': () => import('./upgrade/image.ts'),
};

// Each program reads its own arguments, as if it had been started alone.
const [name = ''] = process.argv.splice(2, 1);
const start = PROOFS[name];
if (!start) throw new Error(`no proof is called ${name}: ${Object.keys(PROOFS).join(', ')}`);
await start();

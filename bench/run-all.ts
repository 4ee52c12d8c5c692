// Runs the benchmarks of the server one after another: `npm run bench`, or `npm run bench -- calls images` for some.
import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';

const PARTS = [
  'calls',
  'images',
  'found-albums',
  'downloads',
  'search',
  'staff',
  'admin-albums',
  'reports',
  'wall',
];

const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !PARTS.includes(name));
if (unknown.length > 0) throw new Error(`no benchmark is called ${unknown.join(', ')}: ${PARTS.join(', ')}`);
const failed: string[] = [];
for (const part of chosen.length > 0 ? chosen : PARTS) {
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(`\n## ${part}: ${cpus().length} cores, load average ${load.join(', ')}\n`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${part}.ts`)], {
    stdio: 'inherit',
  });
  if (status !== 0) failed.push(part);
}
if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`);
  process.exitCode = 1;
}

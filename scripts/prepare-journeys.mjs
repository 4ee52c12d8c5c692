// Builds the web app, checks how large the first visit is, and makes the demo data of the browser journeys in E2E_DATA_DIR.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, environment, fail, root, run } from './prepare.mjs';

const PAGES = ['index.html', 'pages/home.tsx'];
const MAX_KB = 160;

await ensureBuilt();
const kilobytes = measureFirstVisit();
if (kilobytes > MAX_KB) fail(`home: ${kilobytes.toFixed(1)} KB of script, at most ${MAX_KB} KB`);
const { status } = run(['e2e/seed-test-servers.ts'], { env: environment() });
process.exit(status ?? 1);

/** The script budget of the first visit to home as sent (brotli), in KB. */
function measureFirstVisit() {
  const folder = join(root, 'dist/web');
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8'));
  const files = new Set();
  const collect = (name) => {
    const { file, imports = [] } = manifest[name];
    if (files.has(file)) return;
    files.add(file);
    imports.forEach(collect);
  };
  PAGES.forEach(collect);
  const bytes = [...files].reduce((sum, file) => sum + statSync(join(folder, `${file}.br`)).size, 0);
  return bytes / 1024;
}

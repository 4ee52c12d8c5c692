// The script that the first visit to home may load, as it is sent (brotli). A larger one fails `npm test`.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = ['index.html', 'pages/home.tsx'];
const MAX_KB = 160;

/** Returns a line about home if it is too large. */
export function checkFirstVisits(root) {
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
  const kilobytes = bytes / 1024;
  return kilobytes > MAX_KB ? [`home: ${kilobytes.toFixed(1)} KB of script, at most ${MAX_KB} KB`] : [];
}

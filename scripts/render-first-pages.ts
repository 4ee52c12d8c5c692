// Writes the parts of the page that visitors see before any script has arrived, beside the built site. Usage:
// node scripts/render-first-pages.ts <folder of the built site>

import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

type FirstPages = { renderFirstPages: () => Promise<Record<string, string>> };

/** A picture of the source has another address in the built site. */
function withBuiltAssets(page: string, assets: readonly string[]): string {
  return page.replace(/\/assets\/([\w-]+)\.(webp|svg|png)/g, (address, name, ending) => {
    const built = assets.find((file) => file.startsWith(`${name}-`) && file.endsWith(`.${ending}`));
    if (!built) throw new Error(`${address} is not among the built files`);
    return `/assets/${built}`;
  });
}

const [folder = ''] = process.argv.slice(2);
const server = await createServer({
  root: fileURLToPath(new URL('../web', import.meta.url)),
  configFile: false,
  appType: 'custom',
  logLevel: 'error',
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true, include: [] },
});
const { renderFirstPages } = (await server.ssrLoadModule('/first-pages.tsx')) as FirstPages;
const assets = await readdir(join(folder, 'assets'));
await mkdir(join(folder, 'first'), { recursive: true });
for (const [name, page] of Object.entries(await renderFirstPages())) {
  await writeFile(join(folder, 'first', `${name}.html`), withBuiltAssets(page, assets));
}
// The pages of the site keep timers that would keep this process alive.
process.exit();

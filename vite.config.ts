import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { leanEndpoints } from './scripts/lean-endpoints.ts';

const apiOrigin = `http://127.0.0.1:${process.env.API_PORT ?? 4001}`;

/** The text face is needed for the first paint; its hashed name is known only once the bundle exists. */
function preloadTextFont(): Plugin {
  return {
    name: 'preload-text-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /figtree-latin-wght-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head-prepend' as const,
          })),
    },
  };
}

/** Once and as small as can be, so that the server only sends what lies beside each file. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file));
      await Promise.all(
        texts.map(async (file) => {
          const path = join(dir, file);
          const text = await readFile(path);
          await writeFile(`${path}.br`, await promisify(brotliCompress)(text));
          await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
        }),
      );
    },
  };
}

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

export default defineConfig({
  root: pathOf('./web'),
  plugins: [leanEndpoints(), react(), tailwindcss(), preloadTextFont(), compressAssets()],
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    emptyOutDir: true,
  },
  // One command builds what the browser loads and what the server renders public pages with.
  builder: {},
  environments: {
    client: {
      build: {
        outDir: pathOf('./dist/web'),
        manifest: true,
        sourcemap: 'hidden',
        rolldownOptions: {
          output: {
            codeSplitting: {
              // Each page has its own file. What every page needs is one more, and so are the large libraries of some pages.
              groups: [
                { name: 'site', tags: ['$initial'] },
                { name: 'zod', test: /node_modules\/zod\// },
                { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
                { name: 'dialogs', test: /node_modules\/@base-ui\/react\/(dialog|alert-dialog|tabs)\// },
                { name: 'menus', test: /node_modules\/(@base-ui|@floating-ui)\// },
                { name: 'icons', test: /lucide-react/, minShareCount: 2 },
                // What a dozen pages need, unless it brings a large library along.
                {
                  name: 'controls',
                  test: /\/web\/(components|lib)\/(?!.*(sheet|dialog|list|toast|virtual|contract-form|saved-form|guard|popup|select))|useMutation/,
                  minShareCount: 12,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        ssr: pathOf('./web/render-page.tsx'),
        outDir: pathOf('./dist/render'),
        copyPublicDir: false,
      },
      // The server runs it without the packages of the browser.
      resolve: { noExternal: true },
    },
  },
  server: {
    port: Number(process.env.PORT ?? 4000),
    proxy: { '/api': apiOrigin, '/dev': apiOrigin, '/sandbox': apiOrigin },
  },
});

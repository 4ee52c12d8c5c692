import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  plugins: [react(), tailwindcss(), preloadTextFont(), compressAssets()],
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    sourcemap: 'hidden',
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'tanstack', test: /node_modules\/@tanstack\// },
            { name: 'contract', test: /node_modules\/zod\/|\/contract\/(primitives|endpoint|entities)/ },
            // What nearly every page uses comes as one file, not as twenty small ones.
            { name: 'shared', test: /\/web\/(lib|components|shell)\/|lucide-react/, minShareCount: 8 },
            // A request costs more than an icon.
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
            { name: 'parts', test: /\/web\/(lib|components)\//, minShareCount: 3 },
          ],
        },
      },
    },
  },
  server: {
    port: Number(process.env.PORT ?? 4000),
    proxy: { '/api': apiOrigin, '/dev': apiOrigin, '/sandbox': apiOrigin },
  },
});

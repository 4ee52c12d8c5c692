import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

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

/** The chunks of these pages would be asked for only when the script runs, so the page names them. */
const FIRST_PAGES = /\/web\/pages\/(login|poster)\.tsx$/;

/**
 * On a slow network what is seen first has to come first: the style sheet before the scripts, and the scripts after
 * everything that the first page shows.
 */
function orderFirstLoad(): Plugin {
  return {
    name: 'order-first-load',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) => {
        const sheets = html.match(/ *<link rel="stylesheet"[^>]*>\n/g) ?? [];
        const pages = Object.values(bundle ?? {}).flatMap((file) =>
          file.type === 'chunk' && FIRST_PAGES.test(file.facadeModuleId ?? '') ? [file.fileName] : [],
        );
        const preloads = pages.map((file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`);
        return sheets
          .reduce((page, sheet) => page.replace(sheet, ''), html)
          .replace('</head>', () => `${preloads.join('')}  </head>`)
          .replace(/<(link rel="modulepreload"|script type="module")/g, '<$1 fetchpriority="low"')
          .replace(/( *<script src="\/first\.js">)/, (script) => `${sheets.join('')}${script}`);
      },
    },
  };
}

const RENDER_TIMEOUT_MS = 120_000;

function writeFirstPages(): Plugin {
  return {
    name: 'write-first-pages',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const script = fileURLToPath(new URL('./scripts/render-first-pages.ts', import.meta.url));
      await promisify(execFile)(process.execPath, [script, dir], {
        env: { ...process.env, NODE_ENV: 'production' },
        timeout: RENDER_TIMEOUT_MS,
      });
    },
  };
}

const PAGE = /\/web\/pages\/([\w-]+)\.tsx$/;

/** Adds up the script that a first visit to each page needs: that of the site and what the page imports at once. */
function sumFirstVisits(
  bundle: Rolldown.OutputBundle,
  bytesOf: ReadonlyMap<string, number>,
): Record<string, number> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
  const sumUp = (page: string) => {
    const files = new Set<string>();
    const waiting = [...entries, page];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (files.has(file)) continue;
      files.add(file);
      waiting.push(...(importsOf.get(file) ?? []));
    }
    return [...files].reduce((sum, file) => sum + (bytesOf.get(file) ?? 0), 0);
  };
  const pages = chunks.flatMap(({ facadeModuleId, fileName }) => {
    const [, page] = PAGE.exec(facadeModuleId ?? '') ?? [];
    return page ? [[page, sumUp(fileName)] as const] : [];
  });
  return Object.fromEntries(pages.sort(([a], [b]) => a.localeCompare(b)));
}

/** Once and as small as can be, so that the server only sends what lies beside each file. */
function compressAssets(): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const texts = Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file));
      const bytesOf = new Map<string, number>();
      await Promise.all(
        texts.map(async (file) => {
          const path = join(dir, file);
          const text = await readFile(path);
          const small = await promisify(brotliCompress)(text);
          bytesOf.set(file, small.length);
          await writeFile(`${path}.br`, small);
          await writeFile(`${path}.gz`, await promisify(gzip)(text, { level: 9 }));
        }),
      );
      // scripts/first-visits.mjs compares them with its budget.
      const sizes = JSON.stringify(sumFirstVisits(bundle, bytesOf), null, 2);
      await writeFile(join(dir, '../first-visits.json'), `${sizes}\n`);
    },
  };
}

type Modules = (id: string) => { importedIds: string[]; code: string | null } | null;

/** What a visitor needs first, in two files: the frame of the site, and its front door with the page of a poster. */
const FIRST_USE = [
  { chunk: 'start', entries: ['main.tsx'] },
  { chunk: 'front', entries: ['pages/login.tsx', 'pages/poster.tsx'] },
];
const ICON_IMPORT = /import \{([^}]+)\} from ["']lucide-react["']/g;
const iconFile = (name: string) =>
  `/icons/${name
    .trim()
    .replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-')
    .toLowerCase()}.mjs`;

/** Finds everything that these files import at once. Of the icon library that is only the icons they name. */
function findImported(entries: string[], getModuleInfo: Modules): { ids: Set<string>; icons: Set<string> } {
  const ids = new Set<string>();
  const icons = new Set<string>();
  const waiting = entries.map((entry) => fileURLToPath(new URL(`./web/${entry}`, import.meta.url)));
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const module = ids.has(id) || id.includes('/lucide-react/') ? null : getModuleInfo(id);
    if (!module) continue;
    ids.add(id);
    waiting.push(...module.importedIds);
    for (const [, names = ''] of module.code?.matchAll(ICON_IMPORT) ?? []) {
      for (const name of names.split(',')) icons.add(iconFile(name.split(' as ')[0] ?? ''));
    }
  }
  return { ids, icons };
}

let firstUse: { chunk: string; ids: Set<string>; icons: Set<string> }[] | undefined;

function firstUseChunk(id: string, getModuleInfo: Modules): string | null {
  firstUse ??= FIRST_USE.map(({ chunk, entries }) => ({ chunk, ...findImported(entries, getModuleInfo) }));
  const isIcon = id.includes('/lucide-react/dist/esm/icons/');
  const found = firstUse.find(({ ids, icons }) =>
    isIcon ? [...icons].some((file) => id.endsWith(file)) : ids.has(id),
  );
  return found?.chunk ?? null;
}

export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  plugins: [react(), tailwindcss(), preloadTextFont(), orderFirstLoad(), writeFirstPages(), compressAssets()],
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
            { name: 'router', test: /node_modules\/@tanstack\/(?!.*virtual)/ },
            {
              name: (id, graph) => firstUseChunk(id, (one) => graph.getModuleInfo(one)),
              debugName: 'first use',
            },
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

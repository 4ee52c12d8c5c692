import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { listFilesOfPages } from './scripts/files-of-pages.ts';
import { FIRST_VISITS } from './scripts/first-visits.mjs';
import { findImported, type GetModule, groupByPages } from './scripts/group-files.ts';
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

/** The server sends these pages to visitors. public/first.js asks for their files, because the site would ask for them late. */
const VISITORS_PAGES = ['login', 'poster', 'view-album'];
/** People who are logged in begin with these pages, so public/first.js asks for their files too. */
const KNOWN_PAGES = {
  '/': 'home',
  '/events': 'events',
  '/events/:/album/:': 'event-album',
  '/user-album/:': 'user-album',
  '/purchaseAlbum/:': 'purchase-album',
  '/admin': 'admin',
  '/admin/events': 'admin-events',
  '/admin/albums': 'admin-albums',
  '/admin/users': 'admin-users',
};

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
        const { site, pages: filesOf, adminArea } = listFilesOfPages(bundle ?? {});
        const files = [
          ...VISITORS_PAGES.map((page) => [page, filesOf.get(page)]),
          ...Object.entries(KNOWN_PAGES).map(([path, page]) => [
            path,
            [...new Set([...(path.startsWith('/admin') ? adminArea : []), ...(filesOf.get(page) ?? [])])],
          ]),
        ];
        const unnamed = site.filter((file) => !html.includes(file));
        const preloads = unnamed.map(
          (file) => `    <link rel="modulepreload" crossorigin href="/${file}">\n`,
        );
        return sheets
          .reduce((page, sheet) => page.replace(sheet, ''), html)
          .replace('</head>', () => `${preloads.join('')}  </head>`)
          .replace('<html ', () => `<html data-files='${JSON.stringify(Object.fromEntries(files))}' `)
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

/** Adds up the script that a first visit to each page needs: that of the site and what the page imports at once. */
function sumFirstVisits(
  bundle: Rolldown.OutputBundle,
  bytesOf: ReadonlyMap<string, number>,
): Record<string, number> {
  const { site, pages } = listFilesOfPages(bundle);
  const sumUp = (files: readonly string[]) => files.reduce((sum, file) => sum + (bytesOf.get(file) ?? 0), 0);
  const sums = [...pages].map(([page, files]) => [page, sumUp([...site, ...files])] as const);
  return Object.fromEntries(sums.sort(([a], [b]) => a.localeCompare(b)));
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

/** The first pages name these files for their types and constants, not for the schemas. */
const SCHEMAS = /\/zod\/|\?schemas$|\/contract\/(entities|lists|primitives|errors|endpoint\.ts)/;
const ICON_IMPORT = /import \{([^}]+)\} from ["']lucide-react["']/g;
const ICON_EXPORT = /export \{([^}]+)\} from ["']\.\/(icons\/[\w-]+\.mjs)["']/g;
const namesIn = (list: string) => list.split(',').map((part) => part.trim().split(' as '));
let iconFiles: ReadonlyMap<string, string> | undefined;

/** An icon has several names. */
function fileOfIcon(name: string, library: string, code: string): string[] {
  iconFiles ??= new Map(
    [...code.matchAll(ICON_EXPORT)].flatMap(([, list = '', file = '']) =>
      namesIn(list).map((names) => [names.at(-1) ?? '', join(library, '..', file)] as const),
    ),
  );
  const file = iconFiles.get(name);
  return file ? [file] : [];
}

/** Of the icon library a file imports only the icons that it names, and of the contract no schemas. */
function withoutUnused(getModuleInfo: GetModule): GetModule {
  return (id) => {
    const module = SCHEMAS.test(id) ? null : getModuleInfo(id);
    const library = module?.importedIds.find((one) => one.endsWith('/lucide-react.mjs'));
    if (!module || !library) return module;
    const named = [...(module.code ?? '').matchAll(ICON_IMPORT)].flatMap(([, list = '']) => namesIn(list));
    const all = getModuleInfo(library)?.code ?? '';
    const icons = named.flatMap(([name = '']) => fileOfIcon(name, library, all));
    const { code, dynamicallyImportedIds, importedIds } = module;
    const used = importedIds.filter((one) => one !== library);
    return { code, dynamicallyImportedIds, importedIds: [...used, ...icons] };
  };
}

const inWeb = (file: string) => fileURLToPath(new URL(`./web/${file}`, import.meta.url));

type Graph = { getModuleInfo: GetModule };

/** These have files of their own. */
const LIBRARY =
  /node_modules\/(react|react-dom|scheduler|zod|react-hook-form|@hookform|@base-ui|@floating-ui|@tanstack)\//;

let startFiles: ReadonlySet<string> | undefined;
let groupOf: ReadonlyMap<string, number> | undefined;

const listStart = (getModule: GetModule) => {
  startFiles ??= findImported(inWeb('main.tsx'), getModule);
  return startFiles;
};

/** What every page needs. */
const startPart = (id: string, graph: Graph) =>
  listStart(withoutUnused((one) => graph.getModuleInfo(one))).has(id) ? 'start' : null;

const HEAVY = [
  { kind: 'schemas', test: /node_modules\/zod\/|\?schemas$|\/contract\/(entities|lists|primitives)/ },
  { kind: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
  { kind: 'dialogs', test: /node_modules\/(@base-ui|@floating-ui)\// },
  { kind: 'virtual', test: /node_modules\/@tanstack\/.*virtual/ },
];
const weighed = new Map<string, ReadonlySet<string>>();

/** Finds which of the large libraries a module brings along. */
function weigh(id: string, getModuleInfo: GetModule): ReadonlySet<string> {
  const known = weighed.get(id);
  if (known) return known;
  // A circle of imports ends here.
  weighed.set(id, new Set());
  const own = HEAVY.flatMap(({ kind, test }) => (test.test(id) ? [kind] : []));
  const brought = (getModuleInfo(id)?.importedIds ?? []).flatMap((one) => [...weigh(one, getModuleInfo)]);
  const kinds = new Set([...own, ...brought]);
  weighed.set(id, kinds);
  return kinds;
}

/** Nobody waits for other pages with an empty cache, so a byte in vain matters less there. */
const OTHER_PAGE_WEIGHT = 0.2;
const FILE_BYTES = 3_000;

/** What several pages need, in few files with little that a page does not need. */
function pagePart(id: string, graph: Graph): string | null {
  const getModule = withoutUnused((one) => graph.getModuleInfo(one));
  const start = listStart(getModule);
  const pagesOf = (file: string) => getModule(inWeb(file))?.dynamicallyImportedIds ?? [];
  const first = new Set(FIRST_VISITS.map((page) => inWeb(`pages/${page}.tsx`)));
  groupOf ??= groupByPages({
    pages: [
      ...new Set([...pagesOf('routes.ts'), ...pagesOf('admin-routes.ts'), inWeb('shell/admin-area.tsx')]),
    ],
    isLoaded: (one) => start.has(one) || LIBRARY.test(one),
    getModule,
    // Schemas have a file of their own and import rules, so no file with rules may import schemas. A light page
    // loads light files only.
    kindOf: (one) =>
      one.includes('/contract/') ? 'contract' : ['web', ...weigh(one, getModule)].sort().join(),
    weightOf: (page) => (first.has(page) ? 1 : OTHER_PAGE_WEIGHT),
    fileBytes: FILE_BYTES,
  });
  const group = groupOf.get(id);
  return group === undefined ? null : `part-${group}`;
}

/** Few pages need charts, codes to scan and the lists of staff, so these stay out of the files that every page loads. */
const SHARED_CODE = /\/web\/(lib|components|shell)\/(?!list|chart\/|qr-code)/;

/** Names the file of a shared module by what it brings along, so that a light part of a page loads light files only. */
const heavyPart = (id: string, graph: Graph) =>
  SHARED_CODE.test(id) ? ['with', ...weigh(id, (one) => graph.getModuleInfo(one))].sort().join('-') : null;

export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  plugins: [
    leanEndpoints(),
    react(),
    tailwindcss(),
    preloadTextFont(),
    orderFirstLoad(),
    writeFirstPages(),
    compressAssets(),
  ],
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
            // The entry imports these at once, so they must not lie among what it brings later.
            { name: 'preload', test: /vite\/preload-helper|\/lib\/(next-task|take-secret)|\/link-tokens/ },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\/|\/web\/boot-react/ },
            { name: 'query', test: /node_modules\/@tanstack\/(?!.*virtual)|\/web\/boot-query/ },
            { name: 'zod', test: /node_modules\/zod\// },
            { name: 'forms', test: /node_modules\/(react-hook-form|@hookform)\// },
            { name: 'dialogs', test: /node_modules\/(@base-ui|@floating-ui)\// },
            { name: 'virtual', test: /node_modules\/@tanstack\/.*virtual/ },
            { name: startPart, debugName: 'start' },
            { name: pagePart, debugName: 'parts of pages', includeDependenciesRecursively: false },
            // What is left belongs to parts that load with their first use. A request costs more than an icon.
            { name: 'icons', test: /lucide-react/, minShareCount: 2 },
            { name: 'errors', test: /\/contract\/errors/ },
            // A page with staff lists needs the lists at once, but the schemas of its forms only later.
            { name: 'lists', test: /\/contract\/(lists\/|primitives|list-parameters)/ },
            // A page that only calls an endpoint does not load its schemas.
            { name: 'contract', test: SCHEMAS },
            { name: heavyPart, debugName: 'controls', minShareCount: 3 },
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

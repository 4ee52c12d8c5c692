import type { Rolldown } from 'vite';

/** The router loads this file before the first page of staff, so the page itself does not import it. */
const ADMIN_AREA = /\/web\/shell\/admin-area\.tsx$/;
const PAGE = /\/web\/pages\/([\w-]+)\.tsx$/;

/** What the script of the site, in its steps (web/boot.ts), and of each page imports at once, by the name of the page's file. */
export function listFilesOfPages(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const importsOf = new Map(chunks.map(({ fileName, imports }) => [fileName, imports]));
  const collect = (names: readonly string[]): string[] => {
    const files = new Set<string>();
    const waiting = [...names];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (files.has(file)) continue;
      files.add(file);
      waiting.push(...(importsOf.get(file) ?? []));
    }
    return [...files];
  };
  const entries = chunks.filter(({ isEntry }) => isEntry);
  const site = collect(entries.flatMap(({ fileName, dynamicImports }) => [fileName, ...dynamicImports]));
  const pages = new Map(
    chunks.flatMap(({ facadeModuleId, fileName }) => {
      const [, page] = PAGE.exec(facadeModuleId ?? '') ?? [];
      return page ? [[page, collect([fileName]).filter((file) => !site.includes(file))] as const] : [];
    }),
  );
  const area = chunks.filter(({ facadeModuleId }) => ADMIN_AREA.test(facadeModuleId ?? ''));
  const adminArea = collect(area.map(({ fileName }) => fileName)).filter((file) => !site.includes(file));
  return { site, pages, adminArea };
}

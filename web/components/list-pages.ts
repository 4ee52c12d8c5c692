import { ALBUM_PAGE_SIZE } from '#contract/rules/albums.ts';

/** A page number beyond the end means the last page. */
export function pageOf<T>(items: readonly T[], wantedPage: number) {
  const pageCount = Math.max(1, Math.ceil(items.length / ALBUM_PAGE_SIZE));
  const page = Math.min(wantedPage, pageCount);
  const shown = items.slice((page - 1) * ALBUM_PAGE_SIZE, page * ALBUM_PAGE_SIZE);
  return { page, pageCount, shown };
}

/** Returns the first and last page and those around the current one, with gaps between. */
export function listPages(page: number, pageCount: number): (number | 'gap-before' | 'gap-after')[] {
  const around = [page - 1, page, page + 1].filter((step) => step > 1 && step < pageCount);
  const first = around[0] ?? pageCount;
  const last = around.at(-1) ?? 1;
  return [
    1,
    ...(first > 2 && pageCount > 2 ? (['gap-before'] as const) : []),
    ...around,
    ...(last < pageCount - 1 && pageCount > 2 ? (['gap-after'] as const) : []),
    ...(pageCount > 1 ? [pageCount] : []),
  ];
}

import { useQueries, useQueryClient } from '@tanstack/react-query';
import { ADMIN_ALBUM_LIST_LIMIT } from '#contract/endpoints/catalogue.ts';
import type { AdminAlbum } from './admin-albums.types.ts';
import { countRows, PAGE_SIZE, pagesOf } from './album-pages.ts';
import type { AlbumListing } from './list-place.ts';
import { albumPageQuery, listingKey } from './staff-catalogue.query.ts';

export type AlbumRows = {
  count: number;
  isExact: boolean;
  /** Undefined while its page is on the way. */
  rowAt(index: number): AdminAlbum | undefined;
  isFirstPageLoading: boolean;
  error: Error | null;
  retry(): void;
};

/** The pages on screen are asked for, those seen before stay in the cache. */
export function useAlbumRows(
  listing: AlbumListing,
  visible: { first: number; last: number },
  expected: number | undefined,
): AlbumRows {
  const queryClient = useQueryClient();
  const wanted = [...new Set([0, ...pagesOf(visible.first, visible.last)])].filter(
    (page) => page * PAGE_SIZE < ADMIN_ALBUM_LIST_LIMIT,
  );
  const answers = useQueries({ queries: wanted.map((page) => albumPageQuery(listing, page)) });
  const known = new Map(
    queryClient
      .getQueriesData<AdminAlbum[]>({ queryKey: listingKey(listing) })
      .flatMap(([key, albums]) => (albums ? [[Number(key.at(-1)), albums] as const] : [])),
  );
  const sizes = new Map([...known].map(([page, albums]) => [page, albums.length]));
  const { rows, isExact } = countRows(sizes, expected, ADMIN_ALBUM_LIST_LIMIT);
  const failed = answers.find(({ error, data }) => error && !data);
  return {
    count: rows,
    isExact,
    rowAt: (index) => known.get(Math.floor(index / PAGE_SIZE))?.[index % PAGE_SIZE],
    isFirstPageLoading: !known.has(0) && !failed,
    error: failed?.error ?? null,
    retry: () => {
      for (const answer of answers) if (answer.error) void answer.refetch();
    },
  };
}

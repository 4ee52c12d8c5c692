import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { ALBUM_PAGE_SIZE } from '#contract/rules/albums.ts';
import { apiQuery } from '#web/lib/api.ts';

/** The server does not count beyond this. */
const MAX_START = 10_000;
export const MAX_PAGE = MAX_START / ALBUM_PAGE_SIZE + 1;

export const searchAlbumsQuery = (q: string, page: number) =>
  queryOptions({
    ...apiQuery(['albums', 'search', q, page], catalogueEndpoints.searchAlbums, {
      query: { q, _start: (page - 1) * ALBUM_PAGE_SIZE, _limit: ALBUM_PAGE_SIZE },
    }),
    placeholderData: keepPreviousData,
  });

/** The newest of the albums that match. */
export const firstAlbumsQuery = (q: string, limit: number) =>
  queryOptions({
    ...apiQuery(['albums', 'search', q, 'first', limit], catalogueEndpoints.searchAlbums, {
      query: { q, _limit: limit },
    }),
    placeholderData: keepPreviousData,
  });

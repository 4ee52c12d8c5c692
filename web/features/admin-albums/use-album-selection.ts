import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import { MAX_CHOSEN_ALBUMS } from '#contract/endpoints/album-batches.ts';
import type { AdminAlbum } from './admin-albums.types.ts';
import { PAGE_SIZE, pagesOf } from './album-pages.ts';
import { type AlbumSelection, EVERYTHING, isTooMany, NOTHING, reach, toggle } from './album-selection.ts';
import type { AlbumListing } from './list-place.ts';
import { albumPageQuery } from './staff-catalogue.query.ts';

const SEEN_MS = 60_000;
const TOO_MANY = `By hand at most ${MAX_CHOSEN_ALBUMS} albums can be chosen. Filter the list, then select all of it.`;

/** What is chosen belongs to a filter: with another one, nothing is. */
export function useAlbumSelection(listing: AlbumListing) {
  const queryClient = useQueryClient();
  const { eventId, q, state, sort } = listing;
  const filterKey = `${eventId}|${state}|${q}`;
  const [kept, setKept] = useState({ filterKey, selection: NOTHING });
  const selection = kept.filterKey === filterKey ? kept.selection : NOTHING;

  const choose = useCallback(
    (change: (selection: AlbumSelection) => AlbumSelection) =>
      setKept((old) => {
        const before = old.filterKey === filterKey ? old.selection : NOTHING;
        const after = change(before);
        if (!isTooMany(after)) return { filterKey, selection: after };
        toast.error(TOO_MANY, { id: 'too-many-albums' });
        return { filterKey, selection: before };
      }),
    [filterKey],
  );

  const toggleAlbum = useCallback(
    (album: AdminAlbum, row: number) => choose((before) => toggle(before, album.id, row)),
    [choose],
  );

  /** Rows between two may never have been on screen: their pages are read first. */
  const reachRow = useCallback(
    async (from: number, to: number) => {
      const [first, last] = [Math.min(from, to), Math.max(from, to)];
      if (last - first >= MAX_CHOSEN_ALBUMS) return void toast.error(TOO_MANY, { id: 'too-many-albums' });
      const pages = pagesOf(first, last);
      const listed = { eventId, q, state, sort };
      const read = await Promise.all(
        pages.map((page) => queryClient.fetchQuery({ ...albumPageQuery(listed, page), staleTime: SEEN_MS })),
      );
      const offset = (pages[0] ?? 0) * PAGE_SIZE;
      const ids = read.flat().slice(first - offset, last - offset + 1);
      choose((before) =>
        reach(
          before,
          ids.map(({ id }) => id),
          from,
        ),
      );
    },
    [choose, queryClient, eventId, q, state, sort],
  );

  return {
    selection,
    toggleAlbum,
    reachRow,
    chooseAll: () => choose(() => EVERYTHING),
    clear: () => choose(() => NOTHING),
  };
}

export type ChosenAlbums = ReturnType<typeof useAlbumSelection>;

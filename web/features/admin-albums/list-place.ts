import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  ALBUM_SORT_KEYS,
  ALBUM_STATES,
  type AlbumSort,
  type AlbumState,
  DEFAULT_ALBUM_SORT,
} from '#contract/entities/admin-album.ts';

const VIEWS = ['albums', 'upload', 'order', 'clock', 'doubtful'] as const;
export type WorkspaceView = (typeof VIEWS)[number];

export type AlbumFilter = { eventId: number | undefined; q: string; state: AlbumState | undefined };
export type AlbumListing = AlbumFilter & { sort: AlbumSort };

/** Where staff stand in the albums area; all of it lives in the address. */
export type ListPlace = AlbumListing & { albumId: number | undefined; view: WorkspaceView };

export type PlaceChange = Partial<
  Record<'q' | 'event' | 'state' | 'sort' | 'album' | 'view' | 'screen', string | number | undefined>
>;

const idOf = (text: string | undefined) => (text && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined);

const SORTS = ALBUM_SORT_KEYS.flatMap((key) => [`${key}:asc`, `${key}:desc`] as const);

export function readPlace(search: Record<string, string | undefined>): ListPlace {
  const eventId = idOf(search.event);
  const view = VIEWS.find((known) => known === search.view) ?? 'albums';
  return {
    eventId,
    q: (search.q ?? '').slice(0, 200),
    state: ALBUM_STATES.find((known) => known === search.state),
    sort: SORTS.find((known) => known === search.sort) ?? DEFAULT_ALBUM_SORT,
    albumId: idOf(search.album),
    view: eventId ? view : 'albums',
  };
}

/** The search part of an address after a change; what is empty is left out. */
export function changeSearch(search: Record<string, unknown>, change: PlaceChange): Record<string, string> {
  return Object.fromEntries(
    Object.entries({ ...search, ...change })
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );
}

export function useListPlace() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  return {
    place: readPlace(search),
    go: (change: PlaceChange, options: { replace?: boolean } = {}) =>
      navigate({
        to: '.',
        search: (before: Record<string, unknown>) => changeSearch(before, change),
        resetScroll: false,
        ...options,
      } as Parameters<typeof navigate>[0]),
  };
}

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { UserAlbumState, UserFoundAlbum } from '#contract/entities/album.ts';
import { callApi } from '#web/lib/api.ts';
import { withOfflineAlbums } from '#web/lib/with-offline-albums.ts';

const MY_ALBUMS = ['user-found-albums', 'me'] as const;
export const FIRST_PAGE = 200;
const NEXT_PAGE = 1_000;

export const myAlbumsQuery = queryOptions({
  queryKey: MY_ALBUMS,
  queryFn: async ({ signal, client }): Promise<UserAlbumState> => {
    const known: UserAlbumState | undefined = client.getQueryData(MY_ALBUMS);
    // Albums that are shown must not disappear while they are read again.
    const hasMany = known !== undefined && known.found.length > FIRST_PAGE;
    const query = hasMany ? {} : { limit: FIRST_PAGE };
    const state = await callApi(foundAlbumEndpoints.myAlbums, { query, signal, isQuiet: true });
    withOfflineAlbums(({ dropOfflineExcept }) => dropOfflineExcept(state.owned.map(({ album }) => album.id)));
    if (!hasMany && state.found.length === FIRST_PAGE) void loadRest(client, state).catch(() => undefined);
    return state;
  },
});

/** Adds the older albums of somebody who has found hundreds, while the newest are already shown. */
async function loadRest(client: QueryClient, first: UserAlbumState): Promise<void> {
  for (let last = first.found.at(-1); last; ) {
    const before = last.id;
    const query = { before, limit: NEXT_PAGE };
    const { found } = await callApi(foundAlbumEndpoints.myAlbums, { query, isQuiet: true });
    client.setQueryData<UserAlbumState>(MY_ALBUMS, (state) =>
      // Another answer may have come meanwhile.
      state?.found.at(-1)?.id === before ? { ...state, found: [...state.found, ...found] } : state,
    );
    last = found.length === NEXT_PAGE ? found.at(-1) : undefined;
  }
}

export function findMyAlbum(state: UserAlbumState | undefined, albumId: number): UserFoundAlbum | undefined {
  const isIt = ({ album }: UserFoundAlbum) => album.id === albumId;
  return state?.owned.find(isIt) ?? state?.found.find(isIt);
}

export function keepMyAlbum(client: QueryClient, fresh: UserFoundAlbum): void {
  client.setQueryData(myAlbumsQuery.queryKey, (state) => {
    if (!state) return undefined;
    const group = fresh.owned ? 'owned' : 'found';
    const isKnown = state[group].some(({ id }) => id === fresh.id);
    return {
      ...state,
      [group]: isKnown
        ? state[group].map((known) => (known.id === fresh.id ? fresh : known))
        : [fresh, ...state[group]],
    };
  });
}

import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import type { UserAlbumState, UserFoundAlbum } from '#contract/entities/found-album.ts';
import { callApi } from '#web/lib/api.ts';
import { dropKeptExcept } from '#web/lib/kept-albums.ts';

export const myAlbumsQuery = queryOptions({
  queryKey: ['user-found-albums', 'me'],
  queryFn: async ({ signal }) => {
    const state = await callApi(foundAlbumEndpoints.myAlbums, { signal, isQuiet: true });
    void dropKeptExcept(state.owned.map(({ album }) => album.id)).catch(() => undefined);
    return state;
  },
});

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

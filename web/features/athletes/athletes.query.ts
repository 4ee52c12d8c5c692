import { queryOptions } from '@tanstack/react-query';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { callApi } from '#web/lib/api.ts';

/** Live updates report progress; this poll is the fallback when their connection is down. */
const SEARCHING_POLL_MS = 10_000;

/** All athlete queries share this key, so that they become stale together. */
export const ATHLETES_KEY = ['user-athletes'] as const;

export const athletesQuery = queryOptions({
  queryKey: [...ATHLETES_KEY, 'mine'],
  queryFn: ({ signal }) => callApi(athleteEndpoints.listAthletes, { query: { deleted_eq: 'false' }, signal }),
});

export const athleteImagesQuery = (athleteId: number) =>
  queryOptions({
    queryKey: [...ATHLETES_KEY, 'images', athleteId],
    queryFn: ({ signal }) =>
      callApi(athleteEndpoints.findAthleteImages, { params: { id: athleteId }, signal }),
    refetchInterval: ({ state }) => (state.data?.athlete.search.is_running ? SEARCHING_POLL_MS : false),
  });

export const albumAthletesQuery = queryOptions({
  queryKey: [...ATHLETES_KEY, 'albums'],
  queryFn: ({ signal }) => callApi(athleteEndpoints.albumAthletes, { signal }),
});

export const athletesInAlbumQuery = (albumId: number) =>
  queryOptions({
    queryKey: [...ATHLETES_KEY, 'albums', albumId],
    queryFn: ({ signal }) => callApi(athleteEndpoints.athletesInAlbum, { params: { id: albumId }, signal }),
  });

/** Returns active athletes first, then deleted ones. */
export const customerAthletesQuery = (userId: number) =>
  queryOptions({
    queryKey: [...ATHLETES_KEY, 'of', userId],
    queryFn: async ({ signal }) => {
      const ask = (deleted_eq: 'true' | 'false') =>
        callApi(athleteEndpoints.listAthletes, { query: { user_eq: userId, deleted_eq }, signal });
      return [...(await ask('false')), ...(await ask('true'))];
    },
  });

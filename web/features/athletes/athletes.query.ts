import { queryOptions } from '@tanstack/react-query';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { apiQuery, callApi } from '#web/lib/api.ts';

/** Live updates report progress; this poll is the fallback when their connection is down. */
const SEARCHING_POLL_MS = 10_000;

/** All athlete queries share this key, so that they become stale together. */
export const ATHLETES_KEY = ['user-athletes'] as const;

export const athletesQuery = apiQuery([...ATHLETES_KEY, 'mine'], athleteEndpoints.listAthletes, {
  query: { deleted_eq: 'false' },
});

export const athleteImagesQuery = (athleteId: number) =>
  apiQuery([...ATHLETES_KEY, 'images', athleteId], athleteEndpoints.findAthleteImages, {
    params: { id: athleteId },
    refetchInterval: ({ state }) => (state.data?.athlete.search.is_running ? SEARCHING_POLL_MS : false),
  });

export const albumAthletesQuery = apiQuery([...ATHLETES_KEY, 'albums'], athleteEndpoints.albumAthletes);

export const athletesInAlbumQuery = (albumId: number) =>
  apiQuery([...ATHLETES_KEY, 'albums', albumId], athleteEndpoints.athletesInAlbum, {
    params: { id: albumId },
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

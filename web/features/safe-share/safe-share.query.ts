import { safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { apiQuery } from '#web/lib/api.ts';

/** Never kept for offline use: where faces are stays with the open page. */
export const safePhotoQuery = (imageId: number) => ({
  ...apiQuery(['safe-photo', imageId], safeShareEndpoints.getSafePhoto, { params: { id: imageId } }),
  gcTime: 0,
});

export const isNeverShownQuery = (imageId: number) => ({
  ...apiQuery(['never-show', imageId], safeShareEndpoints.isNeverShown, { params: { id: imageId } }),
  gcTime: 0,
});

export const forcedCoversQuery = apiQuery(['staff', 'forced-covers'], safeShareEndpoints.listForcedCovers);

import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { albumsGained } from '#server/modules/found-albums/albums-gained.ts';
import { imageReady, picturesJoined } from '#server/modules/images/image-records.ts';
import { facesSwitchedOn } from '#server/modules/settings/faces-switched-on.ts';
import { defineJob, onJob } from '#server/platform/queue.ts';
import { catchUpFaces, detectFaces, detectFacesJob, enqueueDetection } from './detect-faces.ts';
import { destroyFiles, destroyFilesJob, eraseUntouched } from './erase-athlete.ts';
import { matchAlbum } from './match-album.ts';
import { listUsersBehind } from './scans.queries.ts';
import {
  enqueueMatchAlbum,
  enqueueSearch,
  matchAlbumJob,
  searchAlbumsJob,
  startSearch,
} from './start-search.ts';

const catchUpFacesJob = defineJob({
  name: 'athletes.catch-up-faces',
  payload: z.object({}),
  concurrency: 1,
});
const catchUpSearchesJob = defineJob({ name: 'athletes.catch-up-searches', payload: z.object({}) });
const eraseUntouchedJob = defineJob({
  name: 'athletes.erase-untouched',
  payload: z.object({}),
  concurrency: 1,
});

const USERS_AT_A_TIME = 500;

export function athleteJobs(context: Context, purchases: Purchases) {
  const withPurchases = { ...context, purchases };
  return [
    onJob(imageReady, ({ imageId }) => enqueueDetection(context, imageId)),
    onJob(detectFacesJob, ({ imageId }) => detectFaces(context, imageId)),
    onJob(catchUpFacesJob, (_, { signal }) => catchUpFaces(context, signal), { cron: '* * * * *' }),
    onJob(albumsGained, (news) =>
      'userId' in news ? startSearch(withPurchases, news.userId) : enqueueMatchAlbum(context, news.albumId),
    ),
    onJob(picturesJoined, ({ albumId }) => enqueueMatchAlbum(context, albumId)),
    onJob(searchAlbumsJob, ({ userId }) =>
      inTransaction(context, (tx) => startSearch({ ...tx, purchases }, userId)),
    ),
    onJob(matchAlbumJob, ({ albumId }, { signal }) => matchAlbum(withPurchases, albumId, signal)),
    onJob(catchUpSearchesJob, () => catchUpSearches(context), { cron: '17 * * * *' }),
    onJob(facesSwitchedOn, () => catchUpSearches(context)),
    onJob(destroyFilesJob, ({ fileIds }) => destroyFiles(context, fileIds)),
    onJob(eraseUntouchedJob, () => eraseUntouched(context), { cron: '43 3 * * *' }),
  ];
}

/** Starts searches that were missed, for example while face matching was off. */
async function catchUpSearches(context: Context): Promise<void> {
  for (const userId of await listUsersBehind(context.db, USERS_AT_A_TIME))
    await enqueueSearch(context, userId);
}

import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { phoneVerified } from '#server/modules/accounts/phone.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { albumsGained } from '#server/modules/found-albums/held-album.ts';
import { imagesJoined } from '#server/modules/images/image-records.ts';
import { imageReady } from '#server/modules/images/new-images.ts';
import { photoTurned } from '#server/modules/images/turn-photos.ts';
import { facesSwitchedOn } from '#server/modules/settings/get-settings.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { catchUpFaces, detectFacesJob, enqueueDetection, searchAgain } from './detect-faces.ts';
import { destroyFilesJob, destroyUnusedFiles, eraseUntouched } from './erase-athlete.ts';
import { matchAlbum, searchPhoto } from './match-album.ts';
import { listUsersBehind } from './matches.queries.ts';
import {
  enqueueSearch,
  forgetOldTurns,
  matchAlbumJob,
  searchAlbum,
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

const forgetTurnsJob = defineJob({ name: 'athletes.forget-turns', payload: z.object({}), concurrency: 1 });

const USERS_AT_A_TIME = 500;

export function athleteJobs(context: Context, purchases: Purchases) {
  const withPurchases = { ...context, purchases };
  const within = (work: (tx: Tx & { purchases: Purchases }) => Promise<void>) =>
    inTransaction(withPurchases, work);
  return [
    onJob(imageReady, ({ imageId }) => enqueueDetection(withPurchases, imageId)),
    onJob(detectFacesJob, ({ imageId }) => searchPhoto(withPurchases, imageId)),
    onJob(catchUpFacesJob, (_, { signal }) => catchUpFaces(withPurchases, signal), { cron: '* * * * *' }),
    onJob(albumsGained, (update) =>
      within((tx) => ('userId' in update ? startSearch(tx, update.userId) : searchAlbum(tx, update.albumId))),
    ),
    onJob(photoTurned, ({ imageId }) => searchAgain(withPurchases, imageId)),
    onJob(imagesJoined, ({ albumId }) => within((tx) => searchAlbum(tx, albumId))),
    onJob(phoneVerified, ({ userId }) => within((tx) => startSearch(tx, userId))),
    onJob(searchAlbumsJob, ({ userId }) => within((tx) => startSearch(tx, userId))),
    onJob(matchAlbumJob, ({ albumId }, { signal }) => matchAlbum(withPurchases, albumId, signal)),
    onJob(catchUpSearchesJob, () => catchUpSearches(withPurchases), { cron: '17 * * * *' }),
    onJob(facesSwitchedOn, () => catchUpSearches(withPurchases)),
    onJob(forgetTurnsJob, () => forgetOldTurns(context), { cron: '51 3 * * *' }),
    onJob(destroyFilesJob, ({ fileIds }) => destroyUnusedFiles(context, fileIds)),
    onJob(eraseUntouchedJob, () => eraseUntouched(context), { cron: '43 3 * * *' }),
  ];
}

/** Starts searches that were missed, for example while face matching was off, and those that waited for today. */
async function catchUpSearches(context: Context & { purchases: Purchases }): Promise<void> {
  for (let after = 0; ; ) {
    const userIds = await listUsersBehind(context, { after, limit: USERS_AT_A_TIME });
    for (const userId of userIds) await enqueueSearch(context, userId);
    const last = userIds.at(-1);
    if (last === undefined || userIds.length < USERS_AT_A_TIME) return;
    after = last;
  }
}

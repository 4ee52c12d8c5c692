import { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { albumsGained } from '#server/modules/found-albums/albums-gained.ts';
import { imageReady, picturesJoined } from '#server/modules/images/image-records.ts';
import { facesSwitchedOn } from '#server/modules/settings/faces-switched-on.ts';
import { defineJob, onJob } from '#server/platform/queue.ts';
import { destroyFiles, destroyFilesJob, eraseUntouched } from './erase-athlete.ts';
import { matchAlbum } from './match-album.ts';
import { listUsersBehind } from './scans.queries.ts';
import { catchUpFaces, detectFaces, detectFacesJob, detectSoon } from './see-faces.ts';
import { matchAlbumJob, matchSoon, searchAlbumsJob, searchSoon, startSearch } from './start-search.ts';

const catchUpFacesJob = defineJob({
  name: 'athletes.catch-up-faces',
  payload: z.object({}),
  concurrency: 1,
});
const catchUpSearches = defineJob({ name: 'athletes.catch-up-searches', payload: z.object({}) });
const eraseUntouchedJob = defineJob({
  name: 'athletes.erase-untouched',
  payload: z.object({}),
  concurrency: 1,
});

const USERS_AT_A_TIME = 500;

export function athleteJobs(context: Context, purchases: Purchases) {
  const world = { ...context, purchases };
  return [
    onJob(imageReady, ({ imageId }) => detectSoon(context, imageId)),
    onJob(detectFacesJob, ({ imageId }) => detectFaces(context, imageId)),
    onJob(catchUpFacesJob, (_, { signal }) => catchUpFaces(context, signal), { cron: '* * * * *' }),
    onJob(albumsGained, (news) =>
      'userId' in news ? startSearch(world, news.userId) : matchSoon(context, news.albumId),
    ),
    onJob(picturesJoined, ({ albumId }) => matchSoon(context, albumId)),
    onJob(searchAlbumsJob, ({ userId }) =>
      inTransaction(context, (tx) => startSearch({ ...tx, purchases }, userId)),
    ),
    onJob(matchAlbumJob, ({ albumId }, { signal }) => matchAlbum(world, albumId, signal)),
    onJob(catchUpSearches, () => catchUp(context), { cron: '17 * * * *' }),
    onJob(facesSwitchedOn, () => catchUp(context)),
    onJob(destroyFilesJob, ({ fileIds }) => destroyFiles(context, fileIds)),
    onJob(eraseUntouchedJob, () => eraseUntouched(context), { cron: '43 3 * * *' }),
  ];
}

/** Whatever nobody told us of. */
async function catchUp(context: Context): Promise<void> {
  for (const userId of await listUsersBehind(context.db, USERS_AT_A_TIME)) await searchSoon(context, userId);
}

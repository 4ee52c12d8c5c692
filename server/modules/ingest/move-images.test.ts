import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import { ERRORS } from '#contract/errors.ts';
import { addToImageCounts } from '#server/modules/catalogue/albums.ts';
import { copyDerivatives, settleNow } from '#server/modules/images/derivatives-placement.ts';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { folderOf, lockReadyImages } from '#server/modules/images/image-records.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { ingestAndWait, makePhoto, miscountedAlbums, reloadImage } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
let staff: TestUser;

beforeAll(async () => {
  staff = await buildUser(testApp, { role: 'analyst' });
});

async function buildAlbums(count: number) {
  const event = await buildEvent(testApp);
  const albums = [];
  for (let i = 0; i < count; i += 1)
    albums.push(await buildAlbum(testApp, { eventId: event.id, publishedAt: null }));
  return { event, albums: albums as [Album, Album, ...Album[]] };
}
type Album = Awaited<ReturnType<typeof buildAlbum>>;

function move(albumId: number, images: number[], token = staff.token) {
  return testApp.call(imageEndpoints.moveImages, { token, body: { albumId, images } });
}

function isThere(folder: string, imageId: number) {
  return testApp.context.storage.stat(derivativeKey(folder, imageId, 'thumb'));
}

test('an image out of the tray is in its album, pictures and all, and the album is published', async () => {
  const { event, albums } = await buildAlbums(1);
  const unsorted = [];
  for (let count = 0; count < 4; count += 1)
    unsorted.push(await ingestAndWait(testApp, { eventId: event.id }, await makePhoto()));
  const [image] = unsorted as [(typeof unsorted)[number]];
  expect(image).toMatchObject({ albumId: null, doubt: 'no_time' });
  const answer = await move(albums[0].id, [image.id, ...unsorted.map(({ id }) => id)]);
  expect(answer).toMatchObject({ status: 200, body: { moved: 4 } });
  expect(await reloadImage(testApp, image.id)).toMatchObject({
    albumId: albums[0].id,
    doubt: null,
    filedBy: 'staff',
  });
  expect(await isThere(albums[0].uuid, image.id)).toBeDefined();
  await eventually(
    async () => ((await isThere(event.trayUuid, image.id)) ? undefined : true),
    'an empty tray',
  );
  const album = await testApp.context.db
    .selectFrom('albums')
    .select(['imagesCount', 'publishedAt'])
    .where('id', '=', albums[0].id)
    .executeTakeFirstOrThrow();
  expect(album).toEqual({ imagesCount: 4, publishedAt: expect.any(String) });
  const audit = await testApp.context.db
    .selectFrom('auditLog')
    .selectAll()
    .where('action', '=', 'images.move')
    .execute();
  expect(audit).toMatchObject([{ actorId: staff.id, subject: `album:${albums[0].id}` }]);
});

test('an album that published itself is unpublished when its photos turn out to belong elsewhere', async () => {
  const { albums } = await buildAlbums(2);
  const [right, wrong] = albums;
  const { db } = testApp.context;
  const images = [1, 2, 3, 4].map(() => buildImage(testApp, right));
  const ids = (await Promise.all(images)).map(({ id }) => id);
  await db.updateTable('albums').set({ imagesCount: 4 }).where('id', '=', right.id).execute();
  const publishedAt = async () =>
    (await db.selectFrom('albums').select('publishedAt').where('id', '=', wrong.id).executeTakeFirstOrThrow())
      .publishedAt;
  await move(wrong.id, ids);
  expect(await publishedAt()).not.toBeNull();
  await move(right.id, ids);
  expect(await publishedAt()).toBeNull();
});

test('an unknown image, one of another event, or an unknown album moves nothing', async () => {
  const { albums } = await buildAlbums(2);
  const foreign = await buildAlbum(testApp);
  const mine = await buildImage(testApp, albums[0]);
  const theirs = await buildImage(testApp, foreign);
  expect((await move(albums[1].id, [mine.id, 2_000_000_000])).status).toBe(404);
  expect(await move(albums[1].id, [mine.id, theirs.id])).toMatchObject({
    status: 409,
    error: {
      code: 'photos_of_other_event',
      message: ERRORS.photos_of_other_event.message,
      details: { images: [theirs.id] },
    },
  });
  expect((await move(2_000_000_000, [mine.id])).status).toBe(404);
  expect(await reloadImage(testApp, mine.id)).toMatchObject({ albumId: albums[0].id });
  const customer = await buildUser(testApp);
  expect((await move(albums[1].id, [mine.id], customer.token)).status).toBe(403);
});

test('thirty moves of the same images at once leave every count exact and every picture in its place', async () => {
  const { event, albums } = await buildAlbums(3);
  const images: { id: number }[] = [];
  for (let i = 0; i < 8; i += 1) {
    images.push(await buildImage(testApp, albums[0], { files: { original: await makePhoto() } }));
  }
  await testApp.context.db
    .updateTable('albums')
    .set({ imagesCount: 8 })
    .where('id', '=', albums[0].id)
    .execute();
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => {
      const some = images.filter((_, position) => (position + index) % 3 !== 0).map(({ id }) => id);
      return move(albums[index % 3]?.id ?? 0, index % 2 ? some : some.toReversed());
    }),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  expect(await miscountedAlbums(testApp, event.id)).toEqual([]);
  await eventually(async () => {
    for (const { id } of images) {
      const { albumId } = await reloadImage(testApp, id);
      const places = await Promise.all(albums.map((album) => isThere(album.uuid, id)));
      const isOnlyThere = albums.every(
        (album, index) => (places[index] !== undefined) === (album.id === albumId),
      );
      if (!isOnlyThere) return undefined;
    }
    return true;
  }, "each picture in its album's folder alone");
});

test('who waited for an image sees the album that it is in now', async () => {
  const { albums } = await buildAlbums(2);
  const { id } = await buildImage(testApp, albums[0]);
  const { db } = testApp.context;
  const { promise: isMoved, resolve: letGo } = Promise.withResolvers<void>();
  const moving = db.transaction().execute(async (tx) => {
    await tx.updateTable('images').set({ albumId: albums[1].id }).where('id', '=', id).execute();
    await isMoved;
  });
  await eventually(async () => ((await isLocked(id)) ? true : undefined), 'a locked row');
  const waiting = db.transaction().execute((tx) => lockReadyImages(tx, [id]));
  await eventually(async () => ((await hasWaiter()) ? true : undefined), 'somebody who waits for it');
  letGo();
  await moving;
  const [image] = await waiting;
  expect(image && folderOf(image)).toBe(albums[1].uuid);
});

test('a photo arrives in an album while another of its photos is hidden', async () => {
  const { albums } = await buildAlbums(1);
  const [album] = albums;
  const shown = await buildImage(testApp, album);
  const arriving = await buildImage(testApp, album, { state: 'received' });
  const { db } = testApp.context;
  const { promise: isWaiting, resolve: goOn } = Promise.withResolvers<void>();
  const arrival = db.transaction().execute(async (tx) => {
    await tx.updateTable('images').set({ state: 'ready' }).where('id', '=', arriving.id).execute();
    await isWaiting;
    await addToImageCounts(tx, new Map([[album.id, 1]]));
  });
  await eventually(async () => ((await isLocked(arriving.id)) ? true : undefined), 'a locked row');
  const hiding = db.updateTable('images').set({ hiddenAt: new Date() }).where('id', '=', shown.id).execute();
  await eventually(async () => ((await hasWaiter()) ? true : undefined), 'somebody who waits for the album');
  goOn();
  await Promise.all([arrival, hiding]);
  const { cover } = await db
    .selectFrom('albums')
    .select('cover')
    .where('id', '=', album.id)
    .executeTakeFirstOrThrow();
  expect(cover).toMatchObject([{ id: arriving.id }]);
});

async function isLocked(imageId: number): Promise<boolean> {
  const { rows } = await sql`select from images where id = ${imageId} for update skip locked`.execute(
    testApp.context.db,
  );
  return rows.length === 0;
}

async function hasWaiter(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
    testApp.context.db,
  );
  return rows.length > 0;
}

test('what a move that was broken off had copied is cleared away', async () => {
  const { albums } = await buildAlbums(2);
  const [from, to] = albums.map(({ uuid }) => uuid) as [string, string];
  const { id } = await buildImage(testApp, albums[0]);
  await copyDerivatives(testApp.context, [{ imageId: id, from, to }]);
  expect(await isThere(to, id)).toBeDefined();
  const { rows } = await sql<{ data: { imageIds: number[]; oldFolder: string }; isLater: boolean }>`
    select data, start_after > now() + interval '1 minute' as "isLater" from pgboss.job
    where name = 'images.settle-derivatives' and data ->> 'oldFolder' = ${to}`.execute(testApp.context.db);
  expect(rows).toEqual([{ data: { imageIds: [id], oldFolder: to }, isLater: true }]);
  for (const { data } of rows) await settleNow(testApp.context, data);
  expect(await isThere(to, id)).toBeUndefined();
  expect(await isThere(from, id)).toBeDefined();
});

test('derivatives lost on the way are made again from the original', async () => {
  const { event, albums } = await buildAlbums(2);
  const target = { eventId: event.id, albumId: albums[0].id };
  const image = await ingestAndWait(testApp, target, await makePhoto());
  for (const variant of ['thumb', 'preview'] as const) {
    await testApp.context.storage.delete(derivativeKey(albums[0].uuid, image.id, variant));
  }
  await settleNow(testApp.context, { imageIds: [image.id], oldFolder: albums[1].uuid });
  expect(await isThere(albums[0].uuid, image.id)).toBeDefined();
});

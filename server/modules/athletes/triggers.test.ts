import { beforeAll, describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import { inTransaction } from '#server/context.ts';
import { publishAlbum } from '#server/modules/catalogue/publish-album.ts';
import { keepBoughtAlbum } from '#server/modules/found-albums/held-album.ts';
import { showImage } from '#server/modules/images/image-records.ts';
import { purchases } from '#server/modules/orders/order/purchases.ts';
import {
  addReference,
  buildAthlete,
  buildPhoto,
  groupPhoto,
  holdAlbum,
  portrait,
  searched,
} from '#server/testing/athletes.ts';
import { buildAlbum, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { ingest } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { catchUpFaces } from './detect-faces.ts';

const testApp = startTestApp({ FACES: 'on' });
const TIMEOUT_MS = 150_000;

let parent: TestUser;
let maya: number;
let album: TestAlbum;

beforeAll(async () => {
  parent = await buildUser(testApp);
  album = await buildAlbum(testApp);
  await holdAlbum(testApp, parent, album);
  maya = (await buildAthlete(testApp, parent)).id;
  await addReference(testApp, parent, maya, await portrait('maya'));
  await searched(testApp, parent, maya);
}, TIMEOUT_MS);

async function foundIn(imageId: number): Promise<void> {
  const deadline = Date.now() + 120_000;
  const find = () =>
    testApp.context.db
      .selectFrom('athleteMatches')
      .select('score')
      .where('athleteId', '=', maya)
      .where('imageId', '=', imageId)
      .executeTakeFirst();
  while (!(await find())) {
    if (Date.now() > deadline) throw new Error(`the athlete was never found in image ${imageId}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const facesAtOf = (imageId: number) =>
  testApp.context.db
    .selectFrom('images')
    .select('facesAt')
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow();

describe('the athlete is found', () => {
  test(
    'in a photo uploaded from a camera',
    async () => {
      const target = { eventId: album.eventId, albumId: album.id };
      await foundIn(await ingest(testApp, target, await groupPhoto('mayaLater', 'nora')));
    },
    TIMEOUT_MS,
  );

  test(
    'in a photo that is moved into the album, and in one that is shown again',
    async () => {
      const elsewhere = await buildAlbum(testApp, { eventId: album.eventId });
      const [moved, hidden] = [
        await buildPhoto(testApp, elsewhere, await groupPhoto('mayaLater', 'stranger')),
        await buildPhoto(testApp, album, await groupPhoto('mayaLater', 'nora')),
      ];
      await testApp.context.db
        .updateTable('images')
        .set({ hiddenAt: new Date() })
        .where('id', '=', hidden.id)
        .execute();
      const staff = await buildUser(testApp, { role: 'analyst' });
      const answer = await testApp.call(imageEndpoints.moveImages, {
        token: staff.token,
        body: { albumId: album.id, images: [moved.id] },
      });
      expect(answer.status).toBe(200);
      await foundIn(moved.id);
      await inTransaction(testApp.context, (tx) => showImage(tx, hidden.id));
      await foundIn(hidden.id);
    },
    TIMEOUT_MS,
  );

  test(
    'in an album that is published for a team the customer follows',
    async () => {
      const team = { program_name: 'Northern Lights', team_name: '', division_name: '' };
      await testApp.call(foundAlbumEndpoints.addSubscription, { token: parent.token, body: team });
      const later = await buildAlbum(testApp, { programName: 'Northern Lights', publishedAt: null });
      const image = await buildPhoto(testApp, later, await groupPhoto('mayaLater'));
      await inTransaction(testApp.context, (tx) => publishAlbum(tx, later.id));
      await foundIn(image.id);
    },
    TIMEOUT_MS,
  );

  test(
    'in albums that a team search matches when it is saved',
    async () => {
      const earlier = await buildAlbum(testApp, { programName: 'Southern Stars' });
      const image = await buildPhoto(testApp, earlier, await groupPhoto('mayaLater'));
      const team = { program_name: 'Southern Stars', team_name: '', division_name: '' };
      await testApp.call(foundAlbumEndpoints.addSubscription, { token: parent.token, body: team });
      await foundIn(image.id);
    },
    TIMEOUT_MS,
  );

  test(
    'in an album that someone else bought for the customer',
    async () => {
      const bought = await buildAlbum(testApp);
      const image = await buildPhoto(testApp, bought, await groupPhoto('mayaLater'));
      await buildEntitlement(testApp, parent, bought);
      await inTransaction(testApp.context, (tx) => keepBoughtAlbum(tx, parent.id, bought.id));
      await foundIn(image.id);
    },
    TIMEOUT_MS,
  );
});

test(
  'older photos are processed a few at a time, and broken ones only once',
  async () => {
    const unheld = await buildAlbum(testApp);
    const broken = await buildPhoto(testApp, unheld, Buffer.from('\xff\xd8\xff no picture', 'latin1'));
    const whole = await buildPhoto(testApp, unheld, await groupPhoto('stranger'));
    await catchUpFaces({ ...testApp.context, purchases }, new AbortController().signal);
    expect((await facesAtOf(broken.id)).facesAt).not.toBeNull();
    expect((await facesAtOf(whole.id)).facesAt).not.toBeNull();
    const again = await facesAtOf(broken.id);
    await catchUpFaces({ ...testApp.context, purchases }, new AbortController().signal);
    expect(await facesAtOf(broken.id)).toEqual(again);
  },
  TIMEOUT_MS,
);

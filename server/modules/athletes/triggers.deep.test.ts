import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { cullingEndpoints } from '#contract/endpoints/culling.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import type { FaceBox } from '#engines/faces/face.ts';
import { inTransaction } from '#server/context.ts';
import { publishAlbum } from '#server/modules/catalogue/publish-album.ts';
import { keepBoughtAlbum } from '#server/modules/found-albums/held-album.ts';
import { withholdImage } from '#server/modules/images/image-records.ts';
import { purchases } from '#server/modules/orders/purchases.ts';
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
import { ingest, ingestAndWait, reloadImage } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { catchUpFaces } from './detect-faces.ts';
import { matchAlbumJob } from './start-search.ts';

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

/**
 * Waits longer than other tests do, because faces take seconds on a busy machine, but not for the seconds in which a
 * search waits for further photos.
 */
async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!(await isTrue())) {
    await sql`update pgboss.job set start_after = now() where name = ${matchAlbumJob.name} and state = 'created'
      and start_after > now()`.execute(testApp.context.db);
    if (Date.now() > deadline) throw new Error(`never saw ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function foundIn(imageId: number, isRight: (box: FaceBox) => boolean = () => true): Promise<void> {
  return until(async () => {
    const match = await testApp.context.db
      .selectFrom('athleteMatches')
      .select('box')
      .where('athleteId', '=', maya)
      .where('imageId', '=', imageId)
      .executeTakeFirst();
    return match !== undefined && isRight(match.box as FaceBox);
  }, `the athlete in image ${imageId}`);
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
        .set({ hiddenAt: new Date(), withheldAt: new Date() })
        .where('id', '=', hidden.id)
        .execute();
      const staff = await buildUser(testApp, { role: 'analyst' });
      const answer = await testApp.call(imageEndpoints.moveImages, {
        token: staff.token,
        body: { albumId: album.id, images: [moved.id] },
      });
      expect(answer.status).toBe(200);
      await foundIn(moved.id);
      await inTransaction(testApp.context, (tx) => withholdImage(tx, hidden.id, null));
      await foundIn(hidden.id);
    },
    TIMEOUT_MS,
  );

  test(
    'in an album that is published for a team the customer follows',
    async () => {
      const team = { program_name: 'Northern Lights', team_name: 'Comets', division_name: 'Senior 4' };
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
      const team = { program_name: 'Southern Stars', team_name: 'Comets', division_name: 'Senior 4' };
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
  'a photo that staff turn is searched again, and so it is when the turn is undone',
  async () => {
    const { token } = await buildUser(testApp, { role: 'super' });
    const target = { eventId: album.eventId, albumId: album.id };
    const upright = await groupPhoto('stranger', 'mayaLater');
    const onSide = await sharp(upright).rotate(90).keepExif().toBuffer();
    const turn = async (imageId: number, degrees: 90 | 270) => {
      const body = { key: randomUUID(), action: 'rotate' as const, images: [imageId], turn: degrees };
      const answer = await testApp.call(cullingEndpoints.cullPhotos, {
        token,
        params: { id: album.id },
        body,
      });
      expect(answer.status).toBe(200);
      return body.key;
    };
    // Maya is the second of two people in a picture of 900 by 500 pixels.
    const isUpright = ({ x, y, width, height }: FaceBox) =>
      x > 300 / 900 && x + width < 590 / 900 && y > 120 / 500 && y + height < 380 / 500;
    const facesOf = async (imageId: number) =>
      (await reloadImage(testApp, imageId)).faces as { box: FaceBox }[] | null;

    const wrong = await ingestAndWait(testApp, target, onSide);
    await turn(wrong.id, 270);
    await foundIn(wrong.id, isUpright);
    expect((await facesOf(wrong.id))?.filter(({ box }) => isUpright(box))).toHaveLength(1);

    const right = await ingestAndWait(testApp, target, await groupPhoto('nora', 'mayaLater'));
    await foundIn(right.id, isUpright);
    const before = await facesOf(right.id);
    const key = await turn(right.id, 90);
    await until(async () => (await facesOf(right.id)) !== null, 'faces of the turned photo');
    expect(await facesOf(right.id)).not.toEqual(before);
    const undone = await testApp.call(cullingEndpoints.undoPhotoAction, { token, params: { key } });
    expect(undone.status).toBe(200);
    await until(async () => (await facesOf(right.id)) !== null, 'faces of the photo that was turned back');
    expect(await facesOf(right.id)).toEqual(before);
    await foundIn(right.id, isUpright);
  },
  TIMEOUT_MS,
);

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

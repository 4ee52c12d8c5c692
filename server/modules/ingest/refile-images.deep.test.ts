import { beforeAll, describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { derivativeKey } from '#server/modules/images/image-keys.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { ingest, ingestAndWait, makePhoto, miscountedAlbums, reloadImage } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
let staff: TestUser;

beforeAll(async () => {
  staff = await buildUser(testApp, { role: 'super' });
});

/** Three teams, seven minutes each, from noon in Chicago. */
async function buildDay() {
  const event = await buildEvent(testApp);
  const albums = [];
  for (const [index, minute] of ['00', '07', '14'].entries()) {
    const plannedAt = new Date(`2026-11-14T18:${minute}:00Z`);
    const fields = { eventId: event.id, performanceOrder: index + 1, publishedAt: null };
    albums.push(await buildAlbum(testApp, { ...fields, plannedAt }));
  }
  const [first, second, third] = albums as [Album, Album, Album];
  return { event, first, second, third };
}
type Album = Awaited<ReturnType<typeof buildAlbum>>;

const frame = (takenAt: string, serial = 'CAM-1') => makePhoto({ takenAt: `2026:11:14 ${takenAt}`, serial });

function landedIn(imageId: number, albumId: number | null) {
  return eventually(async () => {
    const image = await reloadImage(testApp, imageId);
    return image.albumId === albumId ? image : undefined;
  }, `image ${imageId} in album ${albumId}`);
}

function settledIn(folder: string, imageId: number, oldFolder: string) {
  const { storage } = testApp.context;
  return eventually(async () => {
    const there = await storage.stat(derivativeKey(folder, imageId, 'preview'));
    const left = await storage.stat(derivativeKey(oldFolder, imageId, 'preview'));
    return there && !left ? true : undefined;
  }, `derivatives of ${imageId} moved`);
}

describe('a frame of the clock page', () => {
  test('corrects a camera 7 minutes off and files its frames again, earlier and later ones', async () => {
    const { event, first, second } = await buildDay();
    const early = await ingestAndWait(testApp, { eventId: event.id }, await frame('12:10:00'));
    expect(early.albumId).toBe(second.id);
    const other = await ingestAndWait(testApp, { eventId: event.id }, await frame('12:10:00', 'CAM-2'));

    const code = await makePhoto({
      takenAt: '2026:11:14 11:37:00',
      serial: 'CAM-1',
      code: 'encore-clock:2026-11-14T17:30:00.250Z',
      width: 1200,
      height: 800,
    });
    const clockFrame = await ingestAndWait(testApp, { eventId: event.id }, code);
    expect(clockFrame).toMatchObject({ state: 'clock', albumId: null });

    const refiled = await landedIn(early.id, first.id);
    expect(refiled).toMatchObject({
      cameraTime: '2026-11-14 18:10:00.25+00',
      capturedAt: '2026-11-14 18:03:00.25+00',
    });
    await settledIn(first.uuid, early.id, second.uuid);
    const late = await ingestAndWait(testApp, { eventId: event.id }, await frame('12:11:00'));
    expect(late.albumId).toBe(first.id);
    expect(await reloadImage(testApp, other.id)).toMatchObject({ albumId: second.id });

    const { body } = await testApp.call(ingestEndpoints.listCameras, {
      token: staff.token,
      params: { id: event.id },
    });
    expect(body).toEqual([
      {
        serial: 'CAM-1',
        model: null,
        frames: 2,
        version: 0,
        offset_seconds: -420,
        calibrated_at: '2026-11-14T17:30:00.25Z',
        last_captured_at: '2026-11-14T18:04:00.25Z',
      },
      {
        serial: 'CAM-2',
        model: null,
        frames: 1,
        version: 0,
        offset_seconds: null,
        calibrated_at: null,
        last_captured_at: '2026-11-14T18:10:00.25Z',
      },
    ]);
    expect(await miscountedAlbums(testApp)).toEqual([]);
  });

  test('that names no camera sets no clock, and says so', async () => {
    const { event } = await buildDay();
    const code = await makePhoto({ code: 'encore-clock:2026-11-14T17:30:00Z', width: 1200, height: 800 });
    const image = await ingestAndWait(testApp, { eventId: event.id }, code);
    expect(image).toMatchObject({ state: 'failed', failure: expect.stringContaining('serial') });
  });

  test('with an impossible date sets no clock, and says so', async () => {
    const { event } = await buildDay();
    for (const code of ['encore-clock:9999-12-31T23:59:59Z', 'encore-clock:0000-01-01T00:00:00Z']) {
      const fields = { serial: 'CAM-8', takenAt: '2026:11:14 11:37:00', width: 1200, height: 800 };
      const image = await ingestAndWait(testApp, { eventId: event.id }, await makePhoto({ ...fields, code }));
      expect(image).toMatchObject({ state: 'failed', failure: expect.stringContaining('impossible date') });
    }
  });

  test('with any other code is an ordinary frame', async () => {
    const { event } = await buildDay();
    const code = await makePhoto({ code: 'https://example.test', width: 1200, height: 800 });
    expect(await ingestAndWait(testApp, { eventId: event.id }, code)).toMatchObject({ state: 'ready' });
  });

  test('taken earlier does not undo a later reading', async () => {
    const { event } = await buildDay();
    for (const [shown, taken] of [
      ['2026-11-14T19:00:00Z', '13:05:00'],
      ['2026-11-14T17:00:00Z', '11:09:00'],
    ]) {
      const options = { serial: 'CAM-9', code: `encore-clock:${shown}`, width: 1200, height: 800 };
      const photo = await makePhoto({ ...options, takenAt: `2026:11:14 ${taken}` });
      await ingestAndWait(testApp, { eventId: event.id }, photo);
    }
    const call = { token: staff.token, params: { id: event.id } };
    const { body } = await testApp.call(ingestEndpoints.listCameras, call);
    expect(body).toMatchObject([{ serial: 'CAM-9', offset_seconds: -300, frames: 0 }]);
  });
});

test("an offset set by hand files the camera's frames again and is on record", async () => {
  const { event, first, second } = await buildDay();
  const image = await ingestAndWait(testApp, { eventId: event.id }, await frame('12:03:00', 'B/7'));
  expect(image.albumId).toBe(first.id);
  const params = { id: event.id, serial: 'B/7' };
  const call = { token: staff.token, params, body: { offset_seconds: 420 } };
  const answer = await testApp.call(ingestEndpoints.setCameraOffset, call);
  expect(answer).toMatchObject({ status: 200, body: { serial: 'B/7', offset_seconds: 420, frames: 1 } });
  await landedIn(image.id, second.id);
  const audit = await testApp.context.db
    .selectFrom('auditLog')
    .selectAll()
    .where('action', '=', 'camera.set-offset')
    .where('subject', '=', `event:${event.id}`)
    .execute();
  expect(audit).toMatchObject([
    { actorId: staff.id, before: { 'clock B/7': null }, after: { 'clock B/7': 420 } },
  ]);
  const stranger = { ...call, params: { id: event.id, serial: 'nobody' } };
  expect((await testApp.call(ingestEndpoints.setCameraOffset, stranger)).status).toBe(404);
});

test('running late shifts what is planned from then on, and frames follow', async () => {
  const { event, first, second, third } = await buildDay();
  const image = await ingestAndWait(testApp, { eventId: event.id }, await frame('12:10:00'));
  expect(image.albumId).toBe(second.id);
  const answer = await testApp.call(ingestEndpoints.delayEvent, {
    token: staff.token,
    params: { id: event.id },
    body: { minutes: 12, from: '2026-11-14T18:07:00Z' },
  });
  expect(answer).toMatchObject({ status: 200, body: { shifted_albums: 2 } });
  await landedIn(image.id, first.id);
  const planned = await testApp.context.db
    .selectFrom('albums')
    .select('plannedAt')
    .where('id', 'in', [first.id, second.id, third.id])
    .orderBy('id')
    .execute();
  expect(planned.map((album) => album.plannedAt?.slice(11, 16))).toEqual(['18:00', '18:19', '18:26']);
});

test('what staff moved, and what was uploaded to an album, stays there whatever the schedule', async () => {
  const { event, first, second, third } = await buildDay();
  const moved = await ingestAndWait(testApp, { eventId: event.id }, await frame('12:03:00'));
  const uploaded = await ingestAndWait(
    testApp,
    { eventId: event.id, albumId: second.id },
    await frame('12:03:00'),
  );
  const timed = await ingestAndWait(testApp, { eventId: event.id }, await frame('12:03:00'));
  const move = { albumId: third.id, images: [moved.id] };
  await testApp.call(imageEndpoints.moveImages, { token: staff.token, body: move });
  await testApp.call(ingestEndpoints.delayEvent, {
    token: staff.token,
    params: { id: event.id },
    body: { minutes: 30, from: '2026-11-14T00:00:00Z' },
  });
  expect(await landedIn(timed.id, null)).toMatchObject({ doubt: 'outside_schedule' });
  expect(await reloadImage(testApp, moved.id)).toMatchObject({ albumId: third.id, filedBy: 'staff' });
  expect(await reloadImage(testApp, uploaded.id)).toMatchObject({ albumId: second.id, filedBy: 'upload' });
  expect(await miscountedAlbums(testApp)).toEqual([]);
  const { imagesCount } = await testApp.context.db
    .selectFrom('albums')
    .select('imagesCount')
    .where('id', '=', first.id)
    .executeTakeFirstOrThrow();
  expect(imagesCount).toBe(0);
});

test('frames that arrive while the schedule moves end where the schedule says', async () => {
  const { event, first } = await buildDay();
  const photos = await Promise.all(Array.from({ length: 12 }, () => frame('12:10:00')));
  const ids: number[] = [];
  await Promise.all([
    ...photos.map(async (photo) => ids.push(await ingest(testApp, { eventId: event.id }, photo))),
    ...[5, -3, 10].map((minutes) =>
      testApp.call(ingestEndpoints.delayEvent, {
        token: staff.token,
        params: { id: event.id },
        body: { minutes, from: '2026-11-14T18:04:00Z' },
      }),
    ),
  ]);
  for (const id of ids) await landedIn(id, first.id);
  expect(await miscountedAlbums(testApp)).toEqual([]);
});

test('a frame leaves no picture in the album that it was about to be filed in when the schedule changed', async () => {
  const { event, first, second } = await buildDay();
  const { storage } = testApp.context;
  const { put } = storage;
  let delays = 0;
  storage.put = async (key, data) => {
    if (key.includes(second.uuid) && delays++ === 0) {
      await testApp.call(ingestEndpoints.delayEvent, {
        token: staff.token,
        params: { id: event.id },
        body: { minutes: 12, from: '2026-11-14T18:07:00Z' },
      });
    }
    return put(key, data);
  };
  const image = await ingestAndWait(testApp, { eventId: event.id }, await frame('12:10:00')).finally(() => {
    storage.put = put;
  });
  expect(image.albumId).toBe(first.id);
  await settledIn(first.uuid, image.id, second.uuid);
});

test('the list of photos to sort says who they may be and opens them', async () => {
  const { event, first, second } = await buildDay();
  const near = await ingestAndWait(testApp, { eventId: event.id }, await frame('12:07:05'));
  const timeless = await ingestAndWait(
    testApp,
    { eventId: event.id },
    await makePhoto({ artist: 'Photo A' }),
  );
  await ingestAndWait(testApp, { eventId: event.id }, await frame('12:03:00'));
  const call = { token: staff.token, params: { id: event.id } };
  const { body } = await testApp.call(ingestEndpoints.listUnsorted, call);
  expect(body.tray_uuid).toBe(event.trayUuid);
  expect(body.images).toMatchObject([
    {
      id: near.id,
      doubt: 'near_boundary',
      candidates: [first.id, second.id],
      camera_serial: 'CAM-1',
      photographer: null,
    },
    { id: timeless.id, doubt: 'no_time', candidates: [], captured_at: null, photographer: 'Photo A' },
  ]);
  const picture = await testApp.request({
    url: `/api/images/${body.tray_uuid}/${near.id}.preview?auth=${body.temp_jwt}`,
  });
  expect(picture.status).toBe(200);
});

test('an album moved to another time by hand takes its frames along', async () => {
  const { event, second, third } = await buildDay();
  const image = await ingestAndWait(testApp, { eventId: event.id }, await frame('12:12:00'));
  expect(image.albumId).toBe(second.id);
  const moved = await testApp.call(catalogueEndpoints.updateAlbum, {
    token: staff.token,
    params: { id: third.id },
    body: { planned_at: '2026-11-14T18:10:30Z' },
  });
  expect(moved.status).toBe(200);
  await landedIn(image.id, third.id);
});

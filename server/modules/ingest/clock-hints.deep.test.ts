import { beforeAll, expect, test } from 'vitest';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import { inTransaction } from '#server/context.ts';
import { publishFirstImages } from '#server/modules/catalogue/publish-album.ts';
import { buildAlbum, buildEvent, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { miscountedAlbums } from '#server/testing/photos.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { insertCamera } from './cameras.ts';
import { checkClock } from './clock-hints.ts';

const testApp = shareTestApp();
const MINUTE = 60_000;
const HOURS_BEHIND = 6;
let staff: TestUser;
beforeAll(async () => {
  staff = await buildUser(testApp, { role: 'customer_support' });
});

/** Performances three to five minutes apart; the camera shows twelve of the second half and is six hours behind. */
async function buildDay() {
  const event = await buildEvent(testApp);
  const start = Date.parse('2026-11-14T14:00:00Z');
  let plannedAtMs = start;
  const albums = [];
  for (let order = 1; order <= 160; order += 1) {
    const fields = { eventId: event.id, performanceOrder: order, publishedAt: null };
    albums.push(await buildAlbum(testApp, { ...fields, plannedAt: new Date(plannedAtMs) }));
    plannedAtMs += (3 + (((order * order * 31 + order * 17) % 101) % 3)) * MINUTE;
  }
  const shot = albums.slice(110, 122);
  const frames: { image: { id: number }; right: TestAlbum; wrong: TestAlbum }[] = [];
  for (const album of shot) {
    for (const second of [40, 55, 70, 85]) {
      const takenAt = new Date(album.plannedAt ?? '').getTime() + second * 1000;
      const cameraTime = new Date(takenAt - HOURS_BEHIND * 60 * MINUTE);
      const wrong = albums.findLast(({ plannedAt }) => new Date(plannedAt ?? '') <= cameraTime);
      if (!wrong) throw new Error('the day is too short');
      const fields = { cameraTime, capturedAt: cameraTime, cameraSerial: 'A001', filedBy: 'time' };
      frames.push({ image: await buildImage(testApp, wrong, fields), right: album, wrong });
    }
  }
  const counts = Map.groupBy(frames, ({ wrong }) => wrong.id);
  for (const [id, { length: imagesCount }] of counts)
    await testApp.context.db.updateTable('albums').set({ imagesCount }).where('id', '=', id).execute();
  await inTransaction(testApp.context, (tx) =>
    publishFirstImages(
      tx,
      frames.map(({ wrong }) => ({ albumId: wrong.id })),
    ),
  );
  await insertCamera(testApp.context.db, event.id, 'A001', 'Canon EOS R6');
  return { event, frames };
}

const rows = (eventId: number) =>
  testApp.context.db
    .selectFrom('images')
    .select(['id', 'albumId', 'doubt'])
    .where('eventId', '=', eventId)
    .execute();

test('a camera six hours behind is named, its photos wait, and one answer files them all', async () => {
  const { event, frames } = await buildDay();
  const params = { id: event.id };
  const published = () =>
    testApp.context.db
      .selectFrom('albums')
      .select('id')
      .where('eventId', '=', event.id)
      .where('publishedAt', 'is not', null)
      .execute();
  expect((await published()).length).toBeGreaterThan(3);

  await checkClock(testApp.context, { eventId: event.id, serial: 'A001' });
  await eventually(
    async () => (await rows(event.id)).every(({ doubt }) => doubt === 'camera_clock') || undefined,
    'photos wait',
  );
  expect(await published()).toEqual([]);
  expect(await miscountedAlbums(testApp, event.id)).toEqual([]);
  const { body: hints } = await testApp.call(ingestEndpoints.listClockHints, { token: staff.token, params });
  expect(hints).toMatchObject([
    { serial: 'A001', model: 'Canon EOS R6', photos: 48, offset_seconds: 6 * 3_600, after: { photos: 48 } },
  ]);
  expect(hints[0]?.after.albums.map((album) => album.performance_order)).toEqual(
    Array.from({ length: 12 }, (_, index) => 111 + index),
  );
  const { body: totals } = await testApp.call(overviewEndpoints.eventTotals, { token: staff.token, params });
  expect(totals.clock_hints).toBe(1);

  const decide = (offset_seconds: number | null) =>
    testApp.call(ingestEndpoints.setCameraOffset, {
      token: staff.token,
      params: { id: event.id, serial: 'A001' },
      body: { offset_seconds },
    });
  expect(await decide(6 * 3_600)).toMatchObject({ status: 200, body: { model: 'Canon EOS R6' } });
  const rights = new Map(frames.map(({ image, right }) => [image.id, right.id]));
  await eventually(
    async () => (await rows(event.id)).every(({ id, albumId }) => albumId === rights.get(id)) || undefined,
    'photos filed',
  );
  expect(await published()).toHaveLength(12);
  expect((await testApp.call(ingestEndpoints.listClockHints, { token: staff.token, params })).body).toEqual(
    [],
  );

  await decide(null);
  await eventually(
    async () => (await rows(event.id)).every(({ albumId }) => albumId === null) || undefined,
    'the fix undone',
  );
  expect(await published()).toEqual([]);
  expect(await miscountedAlbums(testApp, event.id)).toEqual([]);
});

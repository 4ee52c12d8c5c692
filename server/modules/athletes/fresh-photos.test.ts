import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { purchases } from '#server/modules/orders/purchases.ts';
import type { Faces } from '#server/platform/faces/faces.ts';
import type { Queue } from '#server/platform/queue/queue.ts';
import { buildPhoto, buildSearchableAthlete, holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { enqueueDetection } from './detect-faces.ts';
import { matchAlbum, searchPhoto } from './match-album.ts';
import { matchAlbumJob } from './start-search.ts';

const testApp = startTestApp({ FACES: 'on' });
const box = { x: 0.1, y: 0.1, width: 0.2, height: 0.3 };
/** The angle of each face in the next pictures; the reference of the athlete is at 0 degrees. */
const angles: number[] = [];
const asked: (string | undefined)[] = [];

let album: TestAlbum;
let athleteId: number;

beforeAll(async () => {
  const engine: Pick<Faces, 'detect' | 'embed'> = {
    async detect(_picture, options) {
      asked.push(options?.priority);
      const crop = Buffer.from(String(angles.shift() ?? 180));
      return {
        width: 1,
        height: 1,
        faces: [{ box, crop, confidence: 1, quality: {} as never, landmarks: [] as never }],
        uncertain: [],
      };
    },
    async embed(crops) {
      return crops.map((crop) => {
        const radians = (Number(crop.toString()) * Math.PI) / 180;
        return Float32Array.of(Math.cos(radians), Math.sin(radians));
      });
    },
  };
  testApp.context.faces.open = async () => engine as Faces;
  const parent = await buildUser(testApp);
  album = await buildAlbum(testApp);
  await holdAlbum(testApp, parent, album);
  athleteId = await buildSearchableAthlete(testApp, parent);
});

const context = () => ({ ...testApp.context, purchases });
const search = (albumId: number) => matchAlbum(context(), albumId, new AbortController().signal);

/** A photo whose faces are looked for now, as those of cameras are. */
async function arrive(angle: number): Promise<number> {
  const { id } = await buildPhoto(testApp, album, Buffer.from(`\xff\xd8\xff ${Math.random()}`, 'latin1'));
  angles.push(angle);
  await searchPhoto(context(), id);
  return id;
}

async function waitingSearches(): Promise<number> {
  const { rows } = await sql`
    select from pgboss.job where name = ${matchAlbumJob.name} and state = 'created'`.execute(
    testApp.context.db,
  );
  return rows.length;
}

async function matches(): Promise<number[]> {
  const rows = await testApp.context.db
    .selectFrom('athleteMatches')
    .select('imageId')
    .where('athleteId', '=', athleteId)
    .orderBy('imageId')
    .execute();
  return rows.map(({ imageId }) => imageId);
}

test('a photo that has just arrived is compared before its job ends, and the rest of a first search follows', async () => {
  const imageId = await arrive(10);
  expect(asked).toEqual(['interactive']);
  expect(await matches()).toEqual([imageId]);
  expect(await waitingSearches()).toBe(1);
  await search(album.id);
});

test('an album that was searched before needs no further search for a photo', async () => {
  const before = await waitingSearches();
  await arrive(180);
  expect(await waitingSearches()).toBe(before);
});

test('who is perhaps on a photo is found by a search that learns from earlier certain matches', async () => {
  const [first = 0] = await matches();
  // 50 degrees are certain enough to learn from; the middle of 0, 10 and 50 is at 20.
  const second = await arrive(50);
  expect(await matches()).toEqual([first, second]);
  // 70 degrees are too far from the reference, but not from what was learned.
  const third = await arrive(70);
  expect(await matches()).toEqual([first, second]);
  await search(album.id);
  expect(await matches()).toEqual([first, second, third]);
});

test('a search that learns waits for the photos of its two minutes, and a new athlete does not wait with it', async () => {
  const delays = async () => {
    const { rows } = await sql<{ delay: number }>`
      select round(extract(epoch from start_after - created_on))::integer as delay from pgboss.job
      where name = ${matchAlbumJob.name} and data->>'albumId' = ${String(album.id)} and start_after > created_on`.execute(
      testApp.context.db,
    );
    return rows.map(({ delay }) => delay);
  };
  await sql`delete from pgboss.job where name = ${matchAlbumJob.name}`.execute(testApp.context.db);
  await arrive(70);
  await arrive(70);
  expect(await delays()).toEqual([120]);
  const parent = await buildUser(testApp);
  await holdAlbum(testApp, parent, album);
  await buildSearchableAthlete(testApp, parent);
  await arrive(180);
  expect((await delays()).sort((a, b) => a - b)).toEqual([5, 120]);
  await search(album.id);
});

test('a photo that was hidden while its faces were looked for is not compared', async () => {
  const before = await matches();
  const { id } = await buildPhoto(testApp, album, Buffer.from('\xff\xd8\xff hidden', 'latin1'));
  await testApp.context.db.updateTable('images').set({ hiddenAt: new Date() }).where('id', '=', id).execute();
  angles.push(10);
  await searchPhoto(context(), id);
  expect(await matches()).toEqual(before);
});

test('a photo whose faces are being looked for is left to its own job', async () => {
  const { id } = await buildPhoto(testApp, album, Buffer.from('\xff\xd8\xff still', 'latin1'));
  const arrivedAt = (processedAt: Date) =>
    testApp.context.db.updateTable('images').set({ processedAt }).where('id', '=', id).execute();
  const before = asked.length;
  await arrivedAt(new Date());
  await search(album.id);
  expect(asked).toHaveLength(before);
  await arrivedAt(new Date(Date.now() - 11 * 60_000));
  await search(album.id);
  expect(asked).toHaveLength(before + 1);
});

test('a first search of an album goes before searches that only learn', async () => {
  const other = await buildAlbum(testApp);
  const parent = await buildUser(testApp);
  await holdAlbum(testApp, parent, other);
  await buildSearchableAthlete(testApp, parent);
  const add = () => buildPhoto(testApp, other, Buffer.from(`\xff\xd8\xff ${Math.random()}`, 'latin1'));
  asked.length = 0;
  for (const expected of ['interactive', 'background']) {
    await add();
    await search(other.id);
    expect(asked.splice(0)).toEqual([expected]);
  }
});

test('the newest of several photos is looked at first', async () => {
  const priorities: number[] = [];
  const enqueue = async (...[, , , options]: Parameters<Queue['enqueue']>) =>
    void priorities.push(options?.priority ?? 0);
  const listening = { ...context(), queue: { ...testApp.context.queue, enqueue } };
  const { id } = await buildPhoto(testApp, album, Buffer.from('\xff\xd8\xff burst', 'latin1'));
  await enqueueDetection(listening, id);
  testApp.advanceMinutes(1);
  await enqueueDetection(listening, id);
  expect((priorities[1] ?? 0) - (priorities[0] ?? 0)).toBeGreaterThanOrEqual(60);
});

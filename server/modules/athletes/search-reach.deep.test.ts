import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { DEFAULT_SITE_SETTINGS } from '#contract/endpoints/settings.ts';
import { inTransaction } from '#server/context.ts';
import { keepBoughtAlbum } from '#server/modules/found-albums/held-album.ts';
import { purchases } from '#server/modules/orders/purchases.ts';
import { buildPhoto, buildSearchableAthlete, findNoFaces, holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, buildEvent, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { enqueueSearch, grantTurns, searchAlbum, startSearch } from './start-search.ts';

const testApp = startTestApp();
beforeAll(() => {
  findNoFaces(testApp);
  // The limit of a day begins anew at midnight.
  testApp.stopClock(12);
});

let programs = 0;
const freshProgram = () => `Reach ${++programs}`;

const open = (user: TestUser, album: TestAlbum) =>
  testApp.call(foundAlbumEndpoints.findAlbum, {
    token: user.token,
    body: { album: album.id, event: album.eventId },
  });
const follow = (user: TestUser, program: string, team = 'Comets', division = 'Senior 4') =>
  testApp.call(foundAlbumEndpoints.addSubscription, {
    token: user.token,
    body: { program_name: program, team_name: team, division_name: division },
  });
const search = (user: TestUser) => enqueueSearch(testApp.context, user.id);

async function progressOf(user: TestUser) {
  const { body } = await testApp.call(athleteEndpoints.listAthletes, { token: user.token, query: {} });
  return body[0]?.search;
}

const SEARCH_MS = 80_000;

/** Waits until nothing is left to search and returns the albums that were searched. */
async function searchedFor(user: TestUser): Promise<number[]> {
  const deadline = Date.now() + SEARCH_MS;
  while ((await progressOf(user))?.is_running) {
    if (Date.now() > deadline) throw new Error('the search never ended');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const scans = await testApp.context.db
    .selectFrom('athleteAlbumScans as scans')
    .innerJoin('userAthletes as athletes', 'athletes.id', 'scans.athleteId')
    .select('scans.albumId')
    .where('athletes.userId', '=', user.id)
    .where('scans.finishedAt', 'is not', null)
    .orderBy('scans.albumId')
    .execute();
  return scans.map(({ albumId }) => albumId);
}

async function buildAlbums(count: number, programName = freshProgram()): Promise<TestAlbum[]> {
  const { id: eventId } = await buildEvent(testApp);
  const albums: TestAlbum[] = [];
  for (let i = 0; i < count; i++) albums.push(await buildAlbum(testApp, { eventId, programName }));
  return albums;
}

describe('an athlete is searched', () => {
  test('in none of the albums that were merely opened', async () => {
    const attacker = await buildUser(testApp);
    for (const album of await buildAlbums(12)) expect((await open(attacker, album)).status).toBe(200);
    await buildSearchableAthlete(testApp, attacker);
    await search(attacker);
    // A parent who comes later is served, so the attacker's turn has passed.
    const parent = await buildUser(testApp);
    const [album] = (await buildAlbums(1)) as [TestAlbum];
    await holdAlbum(testApp, parent, album);
    await buildSearchableAthlete(testApp, parent);
    await search(parent);
    expect(await searchedFor(parent)).toEqual([album.id]);
    expect(await progressOf(attacker)).toMatchObject({ albums_total: 0, albums_done: 0, is_running: false });
    expect(await searchedFor(attacker)).toEqual([]);
  });

  test('in albums of saved teams, invitations and purchases, also when they were opened first', async () => {
    const parent = await buildUser(testApp);
    const programName = freshProgram();
    const [followed, elsewhere] = [
      await buildAlbum(testApp, { programName, teamName: 'Comets' }),
      await buildAlbum(testApp, { programName, teamName: 'Meteors' }),
    ];
    const [invited, bought, partly] = (await buildAlbums(3)) as [TestAlbum, TestAlbum, TestAlbum];
    for (const album of [followed, elsewhere, bought, partly]) await open(parent, album);
    await buildSearchableAthlete(testApp, parent);
    await holdAlbum(testApp, parent, invited);
    const { id: imageId } = await buildImage(testApp, partly);
    await buildEntitlement(testApp, parent, partly, { imageId });
    await buildEntitlement(testApp, parent, bought);
    await inTransaction(testApp.context, (tx) => keepBoughtAlbum(tx, parent.id, bought.id));
    await follow(parent, programName.toUpperCase(), 'COMETS');
    const expected = [followed, invited, bought, partly].map(({ id }) => id).sort((a, b) => a - b);
    await eventually(
      async () => ((await progressOf(parent))?.albums_done === expected.length ? true : undefined),
      'every album',
    );
    expect(await searchedFor(parent)).toEqual(expected);
  });

  test('in no album of a saved program, or of a team whose division is not named', async () => {
    const parent = await buildUser(testApp);
    const programName = freshProgram();
    const [named, other] = [
      await buildAlbum(testApp, { programName, teamName: 'Comets', divisionName: 'Senior 4' }),
      await buildAlbum(testApp, { programName, teamName: 'Comets', divisionName: 'Junior 2' }),
    ];
    await buildSearchableAthlete(testApp, parent);
    await follow(parent, programName, '', '');
    await follow(parent, programName, '', 'Senior 4');
    await follow(parent, programName, 'Comets', '');
    expect(await progressOf(parent)).toMatchObject({ albums_total: 0, is_running: false });
    await follow(parent, programName, 'comets', 'SENIOR 4');
    await search(parent);
    expect(await searchedFor(parent)).toEqual([named.id]);
    expect(other.id).not.toBe(named.id);
  });

  test('no longer in albums of a saved team that was removed', async () => {
    const parent = await buildUser(testApp);
    const programName = freshProgram();
    const [album] = (await buildAlbums(1, programName)) as [TestAlbum];
    const saved = await follow(parent, programName);
    await buildSearchableAthlete(testApp, parent);
    await search(parent);
    expect(await searchedFor(parent)).toEqual([album.id]);
    await testApp.call(foundAlbumEndpoints.removeSubscription, {
      token: parent.token,
      body: { id: saved.body.id },
    });
    expect(await progressOf(parent)).toMatchObject({ albums_total: 0, is_running: false });
  });

  test('only for the twelve newest teams of an account that saved more before', async () => {
    const parent = await buildUser(testApp);
    const albums: TestAlbum[] = [];
    for (let i = 0; i < 14; i++) {
      const [album] = (await buildAlbums(1)) as [TestAlbum];
      albums.push(album);
      await testApp.context.db
        .insertInto('teamSubscriptions')
        .values({
          userId: parent.id,
          programName: `Reach ${programs}`,
          teamName: 'Comets',
          divisionName: 'Senior 4',
        })
        .execute();
      await holdAlbum(testApp, parent, album, 'search');
    }
    await buildSearchableAthlete(testApp, parent);
    await search(parent);
    expect(await searchedFor(parent)).toEqual(albums.slice(2).map(({ id }) => id));
  });
});

describe('a day', () => {
  const LIMIT = 12;
  beforeAll(() => changeSettings(testApp, { face_search_albums_per_day: LIMIT }));
  const { face_search_albums_per_day } = DEFAULT_SITE_SETTINGS;
  afterAll(() => changeSettings(testApp, { face_search_albums_per_day }));

  test('has only so many albums for a customer, counted exactly when searches start at the same time', async () => {
    const parent = await buildUser(testApp);
    const programName = freshProgram();
    const albums = await buildAlbums(LIMIT + 5, programName);
    await follow(parent, programName);
    await buildSearchableAthlete(testApp, parent);
    const grant = (start: number) =>
      inTransaction(testApp.context, (tx) =>
        grantTurns(
          tx,
          parent.id,
          albums.slice(start, start + 3).map(({ id }) => id),
        ),
      );
    await Promise.all(Array.from({ length: 8 }, (_, i) => grant(i * 2)));
    const granted = await testApp.context.db
      .selectFrom('faceSearchTurns')
      .select('albumId')
      .where('userId', '=', parent.id)
      .execute();
    expect(granted).toHaveLength(LIMIT);
    await search(parent);
    const searched = await searchedFor(parent);
    expect(searched).toHaveLength(LIMIT);
    expect(await progressOf(parent)).toMatchObject({
      albums_done: LIMIT,
      albums_total: LIMIT + 5,
      albums_today: LIMIT,
      is_running: false,
    });
  });

  test('that is over lets the rest follow, and new photos in a searched album are free', async () => {
    const parent = await buildUser(testApp);
    const programName = freshProgram();
    const albums = await buildAlbums(LIMIT + 5, programName);
    await follow(parent, programName);
    await buildSearchableAthlete(testApp, parent);
    await search(parent);
    const searched = await searchedFor(parent);
    expect(searched).toHaveLength(LIMIT);
    const { resumes_at: resumesAt } = (await progressOf(parent)) as { resumes_at: string };
    const now = testApp.context.clock.now();
    expect(new Date(resumesAt).getTime() - now.getTime()).toBeLessThanOrEqual(24 * 3_600_000);

    const grown = albums.find(({ id }) => searched.includes(id)) as TestAlbum;
    const waiting = albums.find(({ id }) => !searched.includes(id)) as TestAlbum;
    for (const album of [grown, waiting]) {
      const image = await buildPhoto(testApp, album, Buffer.from(`\xff\xd8\xff ${album.id}`, 'latin1'));
      await inTransaction(testApp.context, (tx) => searchAlbum({ ...tx, purchases }, album.id));
      if (album === grown) await eventually(() => scanOf(album, image.id), 'the new photo');
    }
    expect(await searchedFor(parent)).toEqual(searched);

    testApp.advanceMinutes((new Date(resumesAt).getTime() - now.getTime()) / 60_000 + 1);
    await search(parent);
    expect(await searchedFor(parent)).toHaveLength(LIMIT + 5);
    expect(await progressOf(parent)).toMatchObject({ albums_today: 5, resumes_at: null });
  });
});

const scanOf = (album: TestAlbum, imageId: number) =>
  testApp.context.db
    .selectFrom('athleteAlbumScans')
    .select('albumId')
    .where('albumId', '=', album.id)
    .where(sql<boolean>`${imageId} = any(scanned_images)`)
    .executeTakeFirst();

const finishTimes = async (user: TestUser): Promise<string[]> => {
  const scans = await testApp.context.db
    .selectFrom('athleteAlbumScans as scans')
    .innerJoin('userAthletes as athletes', 'athletes.id', 'scans.athleteId')
    .select('scans.finishedAt')
    .where('athletes.userId', '=', user.id)
    .execute();
  return scans.flatMap(({ finishedAt }) => (finishedAt ? [new Date(finishedAt).toISOString()] : []));
};

describe('the queue', () => {
  test('serves 8 albums of one customer before the 20th of another who came first with 40', async () => {
    const [many, few] = [await buildUser(testApp), await buildUser(testApp)];
    const [first, second] = [freshProgram(), freshProgram()];
    await buildAlbums(40, first);
    const shared = await buildAlbums(4, second);
    await buildAlbums(4, second);
    await follow(many, first);
    await follow(few, second);
    // The customer with many albums also holds some of the other's, as the very last ones.
    await testApp.context.db
      .updateTable('albums')
      .set({ publishedAt: new Date('2020-01-01') })
      .where(
        'id',
        'in',
        shared.map(({ id }) => id),
      )
      .execute();
    for (const album of shared) await holdAlbum(testApp, many, album);
    await buildSearchableAthlete(testApp, many);
    await buildSearchableAthlete(testApp, few);
    const start = (user: TestUser) =>
      inTransaction(testApp.context, (tx) => startSearch({ ...tx, purchases }, user.id));
    // No search goes on before both customers have asked, and each one begins a second after the one before.
    const { faces } = testApp.context;
    const [openEngine, bothAsked] = [faces.open, Promise.withResolvers<void>()];
    faces.open = async () => {
      await bothAsked.promise;
      testApp.advanceMinutes(1 / 60);
      return openEngine();
    };
    await start(many);
    await start(few);
    bothAsked.resolve();
    await searchedFor(few);
    faces.open = openEngine;
    const [last] = (await finishTimes(few)).toSorted().toReversed();
    const before = (await finishTimes(many)).filter((finishedAt) => finishedAt < (last as string));
    expect(before.length - shared.length).toBeLessThan(20);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { albumListEndpoints, catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { albumList } from '#contract/lists/albums.ts';
import { type SortKey, sortKeysOf } from '#contract/lists/list.ts';
import { buildAlbum, buildEvent, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { expectPagedList } from '#server/testing/lists.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { prepareAlbumJob } from './prepare-soon.ts';

const testApp = shareTestApp();
let token: string;
let albums: TestAlbum[];
let events: { id: number; name: string }[];

const WORD = 'sortable';

beforeAll(async () => {
  ({ token } = await buildUser(testApp, { role: 'customer_support' }));
  events = [
    await buildEvent(testApp, { name: 'beta Cup' }),
    await buildEvent(testApp, { name: 'Alpha Cup' }),
    await buildEvent(testApp, { name: 'Alpha Cup', archived: true }),
  ];
  albums = [];
  // Few values in every column, so that most rows tie.
  for (let number = 0; number < 48; number++) {
    const album = await buildAlbum(testApp, {
      eventId: events[number % 3]?.id ?? 0,
      programName: ['alto', 'Bravo', 'alto'][number % 3] ?? '',
      teamName: number % 2 ? 'Nova' : 'comets',
      divisionName: WORD,
      performanceOrder: number % 4,
      imagesCount: number % 6 === 0 ? 0 : number % 2,
      publishedAt: number % 3 ? new Date(Date.UTC(2026, 9, 1 + (number % 2))) : null,
      createdAt: new Date(Date.UTC(2026, 8, 1 + (number % 5))),
    });
    albums.push(album);
  }
});

async function list(query: object) {
  const { status, body } = await testApp.call(catalogueEndpoints.listAdminAlbums, {
    token,
    query: { q: WORD, ...query },
  });
  expect(status).toBe(200);
  return body;
}

const count = async (query: object) =>
  (await testApp.call(albumListEndpoints.count, { token, query: { q: WORD, ...query } })).body.total;

type Listed = Awaited<ReturnType<typeof list>>[number];

const eventName = (album: Listed) => events.find(({ id }) => id === album.event)?.name.toLowerCase() ?? '';

/** What each sort compares, in order; the id always comes last. */
const KEYS: Record<SortKey<typeof albumList>, (album: Listed) => (string | number)[]> = {
  created_at: (album) => [album.created_at],
  performance_order: (album) => [album.performance_order],
  name: (album) => [album.program_name.toLowerCase(), album.team_name.toLowerCase()],
  event: (album) => [eventName(album), album.event, album.performance_order],
  images_count: (album) => [album.images_count],
  published_at: (album) => [album.published_at ?? ''],
  // Nothing is sold here; server/modules/reports/ledger-equality.deep.test.ts sorts albums with sales.
  sold: () => [0],
  revenue: () => [0],
};

function compare(a: (string | number)[], b: (string | number)[]): number {
  for (const [place, value] of a.entries()) {
    const other = b[place] ?? 0;
    if (value !== other) return value < other ? -1 : 1;
  }
  return 0;
}

describe('the staff list of albums', () => {
  test.each(sortKeysOf(albumList))('by %s is in order both ways, and ties stand by id', async (key) => {
    const keyOf = (album: Listed) => [...KEYS[key](album), album.id];
    const upwards = await list({ _sort: `${key}:asc` });
    expect(upwards).toHaveLength(albums.length);
    const wanted = upwards.toSorted((a, b) => compare(keyOf(a), keyOf(b))).map(({ id }) => id);
    expect(upwards.map(({ id }) => id)).toEqual(wanted);
    const downwards = await list({ _sort: `${key}:desc` });
    expect(downwards.map(({ id }) => id)).toEqual(wanted.toReversed());
  });

  test.each(sortKeysOf(albumList))('by %s in small pages shows every album once', async (key) => {
    const sort = `${key}:desc`;
    const paged: number[] = [];
    for (let start = 0; start < albums.length; start += 5) {
      paged.push(...(await list({ _sort: sort, _start: start, _limit: 5 })).map(({ id }) => id));
    }
    expect(paged).toEqual((await list({ _sort: sort })).map(({ id }) => id));
  });

  test('is newest first when nobody says otherwise', async () => {
    expect(await list({})).toEqual(await list({ _sort: 'created_at:desc' }));
  });

  test.each([
    ['published', (album: Listed) => album.published_at !== null],
    ['draft', (album: Listed) => album.published_at === null],
    ['empty', (album: Listed) => album.images_count === 0],
    ['archived', (album: Listed) => album.event === events[2]?.id],
  ] as const)('of the state %s has just those, and the count says how many', async (state, isMeant) => {
    const all = await list({});
    const meant = all.filter(isMeant).map(({ id }) => id);
    expect(meant.length).toBeGreaterThan(0);
    expect(meant.length).toBeLessThan(all.length);
    expect((await list({ state })).map(({ id }) => id)).toEqual(meant);
    expect(await count({ state })).toBe(meant.length);
  });

  test('counts what every filter together lets through', async () => {
    expect(await count({})).toBe(albums.length);
    const both = { event: events[0]?.id, state: 'draft', q: `${WORD} comets` };
    expect(await count(both)).toBe((await list(both)).length);
    expect(await count({ event: 2_000_000_000 })).toBe(0);
  });

  test('refuses a sort or a state it does not know', async () => {
    for (const query of [{ _sort: 'password:asc' }, { _sort: 'name' }, { state: 'lost' }]) {
      const answer = await testApp.call(catalogueEndpoints.listAdminAlbums, { token, query: query as never });
      expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
    }
  });
});

test('all albums are answered, newest first, unless a limit is named; the limit ends at 37,500', async () => {
  const { db } = testApp.context;
  const word = 'wholelist';
  const rows = Array.from({ length: 600 }, (_, number) => ({
    eventId: events[0]?.id ?? 0,
    programName: word,
    teamName: 'Nova',
    divisionName: '',
    performanceOrder: number,
    identifier: `${word}-${number}`,
    createdAt: new Date(Date.UTC(2026, 8, 1, 0, (number * 7) % 600)),
  }));
  await db.insertInto('albums').values(rows).execute();
  const times = (await list({ q: word })).map(({ created_at }) => Date.parse(created_at));
  expect(times).toHaveLength(600);
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  expect(await list({ q: word, _limit: 37_500 })).toHaveLength(600);
  expect(await list({ q: word, _limit: 20 })).toHaveLength(20);
  const tooMany = { token, query: { _limit: 37_501 } };
  expect(await testApp.call(catalogueEndpoints.listAdminAlbums, tooMany)).toMatchObject({ status: 400 });
  expect(catalogueEndpoints.listAdminAlbums.query.parse({})._limit).toBe(37_500);
});

test('the staff list of albums pages through every order without repeating or losing a row', async () => {
  await expectPagedList(testApp, {
    list: albumList,
    calls: albumListEndpoints,
    token,
    filters: { q: WORD, event: events[0]?.id },
    idOf: ({ id }: { id: number }) => id,
    insertRow: async () =>
      (await buildAlbum(testApp, { eventId: events[0]?.id ?? 0, divisionName: WORD })).id,
  });
});

test('the staff list shows cover, what was sold, its revenue and the zip, also of drafts', async () => {
  const event = await buildEvent(testApp);
  const draft = await buildAlbum(testApp, { eventId: event.id, publishedAt: null, imagesCount: 1 });
  const image = await buildImage(testApp, draft);
  await buildAlbum(testApp, { eventId: event.id });
  const read = async () =>
    (
      await testApp.call(albumListEndpoints.page, {
        token,
        query: { event: event.id, _sort: 'images_count:desc' },
      })
    ).body.rows;
  const [listed, empty] = await read();
  expect(listed).toMatchObject({ sold: 0, revenue: 0, zip: 'not_prepared', cover: [{ id: image.id }] });
  expect(empty).toMatchObject({ zip: 'no_photos', cover: [], cover_auth: null });
  const picture = (bearer: string) =>
    testApp.app.inject({
      url: `/api/images/${draft.uuid}/${image.id}.thumb?auth=${listed?.cover_auth}`,
      headers: { authorization: `Bearer ${bearer}` },
    });
  expect((await picture(token)).statusCode).toBe(200);
  const { token: customer } = await buildUser(testApp);
  expect((await picture(customer)).statusCode).toBe(403);
  const { db } = testApp.context;
  const facts = { imageId: image.id, format: 'jpeg', sizeBytes: 1, crc32: 0, blanks: '[]' };
  await db.insertInto('cleanOriginals').values(facts).execute();
  expect((await read())[0]?.zip).toBe('ready');
  await testApp.context.queue.enqueue(
    db,
    prepareAlbumJob,
    { albumId: draft.id },
    { singletonKey: `album:${draft.id}`, startAfterSeconds: 3600 },
  );
  expect((await read())[0]?.zip).toBe('working');
});

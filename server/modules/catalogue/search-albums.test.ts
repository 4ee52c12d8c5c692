import { beforeAll, describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
let token = '';
let albumId = 0;
let eventId = 0;

beforeAll(async () => {
  ({ token } = await buildUser(testApp));
  const event = await buildEvent(testApp, {
    name: 'Nationals',
    brandName: 'Spiritfest',
    producerName: 'Limelight',
    venueName: 'Grand Hall',
    city: 'Tulsa',
    state: 'OK',
  });
  eventId = event.id;
  const album = await buildAlbum(testApp, {
    eventId,
    programName: 'Étoile Élite',
    teamName: '100%_Fire\\Works',
    divisionName: 'Senior 4.2',
    performanceOrder: 7391,
    publishedAt: new Date('2026-01-01'),
  });
  albumId = album.id;
  for (let day = 2; day <= 9; day++) {
    await buildAlbum(testApp, { teamName: `Comets ${day}`, publishedAt: new Date(`2026-01-0${day}`) });
  }
  await buildAlbum(testApp, { teamName: 'Comets unpublished', publishedAt: null });
});

async function search(q: string, page: { _start?: number; _limit?: number } = {}) {
  const { body } = await testApp.call(catalogueEndpoints.searchAlbums, { token, query: { q, ...page } });
  return { ...body, ids: body.albums.map((album) => album.id) };
}

describe('the album search', () => {
  test.each([
    ['program', 'étoile'],
    ['team', 'fire'],
    ['division', '4.2'],
    ['performance order', '7391'],
    ['event name', 'nationals'],
    ['brand', 'spiritfest'],
    ['city', 'tulsa'],
    ['state', 'ok'],
    ['producer', 'LIMELIGHT'],
    ['venue', 'grand'],
  ])('looks into the %s', async (_field, keyword) => {
    expect((await search(keyword)).ids).toEqual([albumId]);
  });

  test('wants every keyword, in any order, in any case, each anywhere in a word', async () => {
    expect((await search('  TUL   ÉLITE lime ')).ids).toEqual([albumId]);
    expect((await search('tulsa comets')).ids).toEqual([]);
    expect((await search('oile ionals')).ids).toEqual([albumId]);
  });

  test.each([
    ['100%', 1],
    ['%_f', 1],
    ['e\\w', 1],
    ['1%f', 0],
    ['_toile', 0],
    ['%', 1],
    ['_', 1],
    ['\\', 1],
    ["'; drop table albums; --", 0],
  ])('takes "%s" literally', async (keyword, count) => {
    expect(await search(keyword)).toMatchObject({ total: count, total_is_floor: false });
  });

  test('pages through what is published, newest first, and counts it', async () => {
    const first = await search('comets', { _limit: 3 });
    expect(first.albums.map((album) => album.team_name)).toEqual(['Comets 9', 'Comets 8', 'Comets 7']);
    expect(first).toMatchObject({ total: 8, total_is_floor: false });
    const last = await search('comets', { _start: 6, _limit: 3 });
    expect(last.albums.map((album) => album.team_name)).toEqual(['Comets 3', 'Comets 2']);
    expect(last.total).toBe(8);
    expect(await search('comets', { _start: 50 })).toMatchObject({ albums: [], total: 8 });
    expect((await search('')).total).toBe(9);
  });

  test.each([
    ['zq', 'a new album', async () => buildAlbum(testApp, { teamName: 'Zq' })],
    [
      'xj',
      'a renamed team',
      async () =>
        testApp.context.db
          .updateTable('albums')
          .set({ teamName: '100%_Fire\\Works XJ' })
          .where('id', '=', albumId)
          .execute(),
    ],
    [
      'ÿÿ',
      'an edited event',
      async () =>
        testApp.context.db.updateTable('events').set({ venueName: 'ŸŸ' }).where('id', '=', eventId).execute(),
    ],
  ])('finds the two characters "%s" only once %s has them', async (pair, _how, write) => {
    expect((await search(pair)).total).toBe(0);
    await write();
    expect((await search(pair)).total).toBeGreaterThan(0);
    expect((await search(`${pair} qz`)).total).toBe(0);
  });

  test('follows an edited event', async () => {
    const staff = await buildUser(testApp, { role: 'super' });
    const change = { token: staff.token, params: { id: eventId }, body: { city: 'Omaha' } };
    expect((await testApp.call(catalogueEndpoints.updateEvent, change)).status).toBe(200);
    expect((await search('omaha')).ids).toEqual([albumId]);
    expect((await search('tulsa')).ids).toEqual([]);
  });

  test('stops counting at a thousand', async () => {
    await testApp.context.db
      .insertInto('albums')
      .values(
        Array.from({ length: 1_050 }, (_, index) => ({
          eventId,
          programName: 'Crowd',
          teamName: `Team ${index}`,
          divisionName: 'Open',
          performanceOrder: index,
          identifier: `crowd-${index}`,
          publishedAt: new Date(),
        })),
      )
      .execute();
    expect(await search('crowd')).toMatchObject({ total: 1_000, total_is_floor: true });
    const end = await search('crowd', { _start: 1_045, _limit: 10 });
    expect(end).toMatchObject({ total: 1_050, total_is_floor: false });
  });
});

describe('suggestions for a team search', () => {
  test('are teams with the most albums first, and events', async () => {
    const event = await buildEvent(testApp, { name: 'Suggestion Cup' });
    for (const order of [1, 2]) {
      await buildAlbum(testApp, {
        eventId: event.id,
        programName: 'Suggestion Stars',
        performanceOrder: order,
      });
    }
    await buildAlbum(testApp, { eventId: event.id, programName: 'Suggestion Moons' });
    const call = { token, query: { q: 'SUGGESTION' } };
    const { body } = await testApp.call(catalogueEndpoints.suggestTeams, call);
    expect(body.teams).toEqual([
      { program_name: 'Suggestion Stars', team_name: 'Comets', division_name: 'Senior 4', albums_count: 2 },
      { program_name: 'Suggestion Moons', team_name: 'Comets', division_name: 'Senior 4', albums_count: 1 },
    ]);
    expect(body.events.map((found) => found.id)).toEqual([event.id]);
  });

  test.each([
    ['42', ['Paired 42 Zephyr', 'Paired 942 Ärmel']],
    ['ZE', ['Paired 42 Zephyr']],
    ['är', ['Paired 942 Ärmel']],
    ['94 42', ['Paired 942 Ärmel']],
    ['24', []],
    ['%_', ['Paired %_ Rest']],
    ['4%', []],
    ["'\\", []],
  ])('take "%s" literally, anywhere in a name', async (pair, names) => {
    for (const programName of ['Paired 42 Zephyr', 'Paired 942 Ärmel', 'Paired %_ Rest']) {
      await buildAlbum(testApp, { programName });
    }
    const { body } = await testApp.call(catalogueEndpoints.suggestTeams, {
      token,
      query: { q: `paired ${pair}` },
    });
    expect(body.teams.map((found) => found.program_name).toSorted()).toEqual(names.toSorted());
  });

  test('count only the albums that can be opened, and keep a team whose photos are not up yet', async () => {
    const current = await buildEvent(testApp);
    const archived = await buildEvent(testApp, { archived: true });
    const drafts = { eventId: current.id, programName: 'Countable Drafts', publishedAt: null };
    for (const performanceOrder of [1, 2, 3]) await buildAlbum(testApp, { ...drafts, performanceOrder });
    const team = { programName: 'Countable Cats' };
    await buildAlbum(testApp, { ...team, eventId: current.id, performanceOrder: 1 });
    await buildAlbum(testApp, { ...team, eventId: current.id, performanceOrder: 2, publishedAt: null });
    const old = await buildAlbum(testApp, { ...team, eventId: archived.id, performanceOrder: 3 });
    await buildAlbum(testApp, { ...team, eventId: archived.id, performanceOrder: 4, publishedAt: null });
    const { body } = await testApp.call(catalogueEndpoints.suggestTeams, {
      token,
      query: { q: 'countable' },
    });
    expect(body.teams.map((found) => [found.program_name, found.albums_count])).toEqual([
      ['Countable Cats', 2],
      ['Countable Drafts', 0],
    ]);
    const open = { token, body: { album: old.id, event: archived.id } };
    expect(await testApp.call(foundAlbumEndpoints.findAlbum, open)).toMatchObject({ status: 200 });

    const search = { program_name: 'Countable Cats', team_name: '', division_name: '' };
    const follower = await buildUser(testApp);
    await testApp.call(foundAlbumEndpoints.addSubscription, { token: follower.token, body: search });
    const { body: mine } = await testApp.call(foundAlbumEndpoints.myAlbums, { token: follower.token });
    expect(mine.found).toHaveLength(2);
  });
});

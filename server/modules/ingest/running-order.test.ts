import { beforeAll, describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { ingestAndWait, makePhoto, reloadImage } from '#server/testing/photos.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { MAX_ROWS, readPlannedTime, readRunningOrder } from './running-order.rules.ts';

const DAY = { startDate: '2026-11-14', timeZone: 'America/Chicago' };

describe('a planned time', () => {
  test.each([
    ['14:05', '2026-11-14T20:05:00.000Z'],
    ['9:05', '2026-11-14T15:05:00.000Z'],
    ['14:05:30', '2026-11-14T20:05:30.000Z'],
    ['2:05 pm', '2026-11-14T20:05:00.000Z'],
    ['2:05PM', '2026-11-14T20:05:00.000Z'],
    ['12:00 am', '2026-11-14T06:00:00.000Z'],
    ['12:30 p.m.', '2026-11-14T18:30:00.000Z'],
    ['2026-11-15T09:00:00Z', '2026-11-15T09:00:00.000Z'],
    ['2026-11-15T09:00:00-05:00', '2026-11-15T14:00:00.000Z'],
    ['2026-11-15 09:00', '2026-11-15T15:00:00.000Z'],
  ])('%s is read', (text, moment) => {
    expect(readPlannedTime(text, DAY)?.toISOString()).toBe(moment);
  });

  test.each(['', 'noon', '25:00', '14:60', '13:05 pm', '0:30 am', '2026-02-31T10:00', '14', '14:5'])(
    '"%s" is refused',
    (text) => {
      expect(readPlannedTime(text, DAY)).toBeUndefined();
    },
  );

  test('is summer time in summer', () => {
    const summer = { ...DAY, startDate: '2026-07-04' };
    expect(readPlannedTime('14:05', summer)?.toISOString()).toBe('2026-07-04T19:05:00.000Z');
  });
});

describe('a running order', () => {
  test.each([
    ['commas', 'performance_order,program,team,division,planned time\n1,Stars,Comets,Senior 4,14:05'],
    [
      "a spreadsheet's semicolons and BOM",
      '\ufeffOrder;Program Name;Team Name;Division;Time\r\n1;Stars;Comets;Senior 4;14:05\r\n',
    ],
    ['tabs and other headings', 'No.\tGym\tTeam\tCategory\tStart\n1\tStars\tComets\tSenior 4\t2:05 pm'],
    [
      'columns in any order, more of them, blank lines',
      'Time,Notes,Team,Order,Division,Program\n\n14:05,loud,Comets,1,Senior 4,Stars\n,,,,,\n',
    ],
    ['quotes', '"order","program","team","division","time"\n1,"Stars","Comets","Senior 4","14:05"'],
  ])('with %s is read', (_, csv) => {
    const { rows, errors } = readRunningOrder(csv, DAY);
    expect(errors).toEqual([]);
    expect(rows).toMatchObject([
      { performanceOrder: 1, programName: 'Stars', teamName: 'Comets', divisionName: 'Senior 4' },
    ]);
    expect(rows[0]?.plannedAt?.toISOString()).toBe('2026-11-14T20:05:00.000Z');
  });

  test('names every bad line', () => {
    const csv = [
      'order,program,team,division,time',
      '1,Stars,Comets,S4,14:05',
      'x,Stars,Comets,S4,14:08',
      '2,,Comets,S4,14:11',
      '3,Stars,,S4,later',
      '1,Stars,Again,S4,14:20',
      `4,${'x'.repeat(121)},Comets,S4,14:25`,
    ].join('\n');
    const { rows, errors } = readRunningOrder(csv, DAY);
    expect(rows).toHaveLength(1);
    expect(errors.map(({ line }) => line)).toEqual([3, 4, 5, 5, 6, 7]);
    expect(errors[4]?.message).toContain('line 2');
  });

  test.each([
    ['without a team column', 'order,program,division,time\n1,a,b,14:00', 1, /team/],
    ['that is empty', ' \n', 1, /empty/],
    [
      'with a quotation mark too many',
      'order,program,team,division,time\n1,"Stars,Comets,S4,14:05',
      2,
      /quotation/,
    ],
    [
      'that is too long',
      `order,program,team,division,time\n${'1,a,b,c,14:00\n'.repeat(MAX_ROWS + 1)}`,
      1,
      /at most/,
    ],
  ])('%s is refused whole', (_, csv, line, message) => {
    const { rows, errors } = readRunningOrder(csv, DAY);
    expect(rows).toEqual([]);
    expect(errors).toMatchObject([{ line, message: expect.stringMatching(message) }]);
  });
});

describe('the import', () => {
  const testApp = shareTestApp();
  let staff: TestUser;
  beforeAll(async () => {
    staff = await buildUser(testApp, { role: 'customer_support' });
  });

  const HEAD = 'performance_order,program,team,division,planned time\n';
  const importCsv = (eventId: number, csv: string, commit: boolean) =>
    testApp.call(ingestEndpoints.importRunningOrder, {
      token: staff.token,
      params: { id: eventId },
      body: { csv: HEAD + csv, commit },
    });
  const albumsOf = (eventId: number) =>
    testApp.context.db
      .selectFrom('albums')
      .selectAll()
      .where('eventId', '=', eventId)
      .orderBy('performanceOrder')
      .execute();

  test('shows what it would do, writes it on commit, and finds nothing to do the next time', async () => {
    const event = await buildEvent(testApp);
    const old = await buildAlbum(testApp, { eventId: event.id, performanceOrder: 2 });
    const kept = await buildAlbum(testApp, { eventId: event.id, performanceOrder: 9 });
    const csv = '1,Stars,Comets,S4,14:00\n2,Stars,Meteors,S3,14:05\n';
    const preview = await importCsv(event.id, csv, false);
    expect(preview.body).toMatchObject({ written: false, errors: [] });
    expect(preview.body.rows.map(({ action }) => action)).toEqual(['create', 'update']);
    expect(await albumsOf(event.id)).toHaveLength(2);

    const commit = await importCsv(event.id, csv, true);
    expect(commit.body).toMatchObject({ written: true });
    const albums = await albumsOf(event.id);
    expect(albums.map(({ performanceOrder }) => performanceOrder)).toEqual([1, 2, 9]);
    expect(albums[0]).toMatchObject({ identifier: `${event.id}-1`, plannedAt: '2026-11-14 20:00:00+00' });
    expect(albums[1]).toMatchObject({ id: old.id, uuid: old.uuid, teamName: 'Meteors' });
    expect(albums[2]).toMatchObject({ id: kept.id, teamName: kept.teamName });

    const again = await importCsv(event.id, csv, true);
    expect(again.body.rows.map(({ action }) => action)).toEqual(['unchanged', 'unchanged']);
  });

  test('with one bad line writes nothing', async () => {
    const event = await buildEvent(testApp);
    const answer = await importCsv(event.id, '1,Stars,Comets,S4,14:00\n2,Stars,Meteors,S3,soon\n', true);
    expect(answer.body).toMatchObject({ written: false, errors: [{ line: 3 }] });
    expect(await albumsOf(event.id)).toEqual([]);
  });

  test('twice at once makes each album once', async () => {
    const event = await buildEvent(testApp);
    const csv = Array.from({ length: 20 }, (_, i) => `${i + 1},Stars,Team ${i},S4,14:${10 + i}`).join('\n');
    const answers = await Promise.all([1, 2, 3].map(() => importCsv(event.id, csv, true)));
    expect(answers.map(({ status, body }) => [status, body.written])).toEqual(Array(3).fill([200, true]));
    expect(await albumsOf(event.id)).toHaveLength(20);
  });

  test('files frames that came before it', async () => {
    const event = await buildEvent(testApp);
    const photo = await makePhoto({ takenAt: '2026:11:14 14:02:00' });
    const image = await ingestAndWait(testApp, { eventId: event.id }, photo);
    expect(image.doubt).toBe('no_schedule');
    await importCsv(event.id, '1,Stars,Comets,S4,14:00\n', true);
    await eventually(
      async () => ((await reloadImage(testApp, image.id)).albumId === null ? undefined : true),
      'the frame in its album',
    );
  });

  const historyOf = (albumId: number) =>
    readHistory(testApp, staff.token, { scope: 'album', subject: albumId });

  test('that renames a published album gives it to those who follow the new name', async () => {
    const event = await buildEvent(testApp);
    const album = await buildAlbum(testApp, {
      eventId: event.id,
      performanceOrder: 1,
      programName: 'Misspelt',
    });
    const fan = await buildUser(testApp);
    await testApp.call(foundAlbumEndpoints.addSubscription, {
      token: fan.token,
      body: { program_name: 'Imported Stars', team_name: '', division_name: '' },
    });
    await importCsv(event.id, '1,Imported Stars,Comets,S4,14:00\n', true);
    await eventually(async () => {
      const { body } = await testApp.call(foundAlbumEndpoints.myAlbums, { token: fan.token });
      return body.found.some((found) => found.album.id === album.id) ? true : undefined;
    }, 'the renamed album');
  });

  test('is in the history of each album it created or changed, and of no other', async () => {
    const event = await buildEvent(testApp);
    const plannedAt = new Date('2026-11-14T20:10:00Z');
    const old = await buildAlbum(testApp, { eventId: event.id, performanceOrder: 2, teamName: 'Old' });
    const same = await buildAlbum(testApp, { eventId: event.id, performanceOrder: 3, plannedAt });
    const row = [same.programName, same.teamName, same.divisionName].join(',');
    await importCsv(event.id, `1,Stars,New,S4,14:00\n2,Stars,Renamed,S3,14:05\n3,${row},14:10\n`, true);
    const created = (await albumsOf(event.id))[0]?.id ?? 0;
    expect((await historyOf(created)).map(({ action }) => action)).toEqual(['album.create']);
    expect(await historyOf(same.id)).toEqual([]);
    const [entry, ...others] = await historyOf(old.id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ action: 'album.update', actor_name: expect.any(String) });
    expect(entry?.changes).toContainEqual({ field: 'teamName', before: 'Old', after: 'Renamed' });
  });

  test('of an unknown event is 404', async () => {
    expect((await importCsv(2_000_000_000, '1,a,b,c,14:00', false)).status).toBe(404);
  });
});

import { beforeAll, describe, expect, test } from 'vitest';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { ingestAndWait, makePhoto, reloadImage } from '#server/testing/photos.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { readDay, readPlannedTime } from './planned-time.rules.ts';
import { MAX_ROWS, readRunningOrder } from './running-order.rules.ts';

const DAY = { startDate: '2026-11-14', lastDate: '2026-11-15', timeZone: 'America/Chicago' };

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
    ['8:05:00 AM', '2026-11-14T14:05:00.000Z'],
    ['8 am', '2026-11-14T14:00:00.000Z'],
    ['0.336805555555556', '2026-11-14T14:05:00.000Z'],
    ['46341.336805556', '2026-11-15T14:05:00.000Z'],
    ['11/15/2026 8:05 AM', '2026-11-15T14:05:00.000Z'],
    ['Sun 8:05 AM', '2026-11-15T14:05:00.000Z'],
  ])('%s is read', (text, moment) => {
    expect(readPlannedTime(text, DAY)?.toISOString()).toBe(moment);
  });

  test.each(['', 'noon', '25:00', '14:60', '13:05 pm', '0:30 am', '2026-02-31T10:00', '14', '14:5'])(
    '"%s" is refused',
    (text) => {
      expect(readPlannedTime(text, DAY)).toBeUndefined();
    },
  );

  test.each([
    ['2026-11-15', '2026-11-15'],
    ['46341', '2026-11-15'],
    ['11/15', '2026-11-15'],
    ['11/15/26', '2026-11-15'],
    ['Sunday, November 15', '2026-11-15'],
    ['Nov. 15th, 2026', '2026-11-15'],
    ['SUN', '2026-11-15'],
    ['Saturday', '2026-11-14'],
    ['Day 2', '2026-11-15'],
    ['2', '2026-11-15'],
    ['11/15/2025', undefined],
    ['2/30', undefined],
    ['Day 0', undefined],
    ['later', undefined],
  ])('on the day "%s" is %s', (text, date) => {
    expect(readDay(text, DAY)).toBe(date);
  });

  test('without a year is in January for an event over New Year', () => {
    expect(readDay('1/2', { startDate: '2026-12-30', lastDate: '2026-12-30' })).toBe('2027-01-02');
  });

  test.each([
    ['America/Chicago', '2026-03-08', '2026-03-08T08:30:00.000Z'],
    ['Europe/Berlin', '2026-03-29', '2026-03-29T01:30:00.000Z'],
    ['Australia/Sydney', '2026-10-04', '2026-10-03T16:30:00.000Z'],
  ])('in the hour that the clocks of %s skip is an hour later', (timeZone, startDate, moment) => {
    expect(readPlannedTime('2:30 am', { ...DAY, startDate, timeZone })?.toISOString()).toBe(moment);
  });

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

  test.each([
    [
      'a title above',
      'Autumn Classic\n\nRoutine #,Perform Time,Warm Up Time,Gym,Team Name,Level,Division\n#7,2:05 PM,1:30 PM,Stars,Comets,4,Senior Medium',
    ],
    [
      'its own words',
      'Panel;Entry #;Studio;Routine;Age Division;Level;Est. Performance Time (CT);Day\nA;7;Stars;Comets;Senior Medium;4;2:05 PM;Sat',
    ],
  ])('with %s is understood', (_, csv) => {
    const { rows, errors } = readRunningOrder(csv, DAY);
    expect(errors).toEqual([]);
    expect(rows).toMatchObject([
      { performanceOrder: 7, programName: 'Stars', teamName: 'Comets', divisionName: 'Senior Medium L4' },
    ]);
    expect(rows[0]?.plannedAt?.toISOString()).toBe('2026-11-14T20:05:00.000Z');
  });

  test('of two stages may use each order number once on each', () => {
    const csv = 'stage,order,program,team,time\nA,1,Stars,a,9:00\nB,1,Stars,b,9:00\nb,1,Stars,c,9:05';
    const { rows, errors } = readRunningOrder(csv, DAY);
    expect(rows.map(({ stage, teamName }) => [stage, teamName])).toEqual([
      ['A', 'a'],
      ['B', 'b'],
    ]);
    expect(errors).toMatchObject([{ line: 4, field: 'performance_order' }]);
  });

  test('without am and pm goes on after 12:50 with the afternoon', () => {
    const csv = 'order,program,team,time\n1,S,a,11:45\n2,S,b,12:50\n3,S,c,1:05\n4,S,d,';
    const { rows } = readRunningOrder(csv, DAY);
    expect(rows.map(({ plannedAt }) => plannedAt?.toISOString().slice(11, 16))).toEqual([
      '17:45',
      '18:50',
      '19:05',
      undefined,
    ]);
  });

  test('with a level alone has it as the division', () => {
    const { rows } = readRunningOrder('order,gym,team,level,time\n1,S,a,4,9:00\n2,S,b,Prep 1,9:03', DAY);
    expect(rows.map(({ divisionName }) => divisionName)).toEqual(['Level 4', 'Prep 1']);
  });

  test('has one reason for a break', () => {
    const { errors } = readRunningOrder('order,program,team,time\n,Lunch,,12:00', DAY);
    expect(errors).toEqual([{ line: 2, field: null, message: expect.stringContaining('a break') }]);
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

  test('refuses times far from the days of the event, however they are written', () => {
    const times = [
      '2025-11-14T09:00Z',
      '2027-03-14 09:00',
      '2026-04-11 09:00',
      '45976.375',
      '11/14/2025 9:00 AM',
      '2026-11-16 09:00',
      '2026-12-12 09:00',
    ];
    const csv = ['order,program,team,time', ...times.map((time, at) => `${at},Stars,Comets,${time}`)].join(
      '\n',
    );
    const { rows, errors } = readRunningOrder(csv, DAY);
    expect(rows.map(({ line }) => line)).toEqual([7, 8]);
    expect(errors).toEqual(
      times.slice(0, 5).map((time, at) => ({
        line: at + 2,
        field: 'planned_time',
        message: `"${time}" is far from the days of the event.`,
      })),
    );
  });

  test('takes every day of an event of several months', () => {
    const season = { ...DAY, lastDate: '2027-03-14' };
    const csv = 'order,program,team,day,time\n1,S,a,3/14/2027,9:00\n2,S,b,,2027-03-14 10:00';
    expect(readRunningOrder(csv, season).errors).toEqual([]);
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

  const THREE_GOOD_FIVE_BAD = [
    '1,Stars,Comets,S4,14:00',
    '2,Stars,Meteors,S3,',
    '3,Stars,Novas,S2,14:10',
    '4,Stars,,S2,14:15',
    '5,Stars,Orbit,S1,',
    'six,Stars,Pulse,S1,14:25',
    '7,Stars,Quasar,S1,14:30',
    '1,Stars,Again,S1,14:35',
  ].join('\n');

  test('counts the good lines alone', async () => {
    const event = await buildEvent(testApp);
    const { body } = await importCsv(event.id, THREE_GOOD_FIVE_BAD, false);
    expect(body.rows.map(({ line }) => line)).toEqual([2, 4, 8]);
    expect(new Set(body.errors.map(({ line }) => line)).size).toBe(5);
  });

  const importLines = (eventId: number, csv: string, columns = {}) =>
    testApp.call(ingestEndpoints.importRunningOrder, {
      token: staff.token,
      params: { id: eventId },
      body: { csv, commit: true, columns, good_lines_only: true },
    });
  const COLUMNS = { performance_order: 0, program: 1, team: 2, division: 3, planned_time: 4 };

  test('of good lines leaves the bad ones in the sheet, and takes them once they are right', async () => {
    const event = await buildEvent(testApp);
    const csv = HEAD + THREE_GOOD_FIVE_BAD;
    const first = await importLines(event.id, csv, COLUMNS);
    expect(first.body.written).toBe(true);
    expect((await albumsOf(event.id)).map(({ teamName }) => teamName)).toEqual(['Comets', 'Novas', 'Quasar']);
    const fixed = csv.replace('Meteors,S3,', 'Meteors,S3,14:05').replace('six', '6');
    const second = await importLines(event.id, fixed, COLUMNS);
    expect(second.body.rows.map(({ line, action }) => `${line} ${action}`)).toEqual([
      '2 unchanged',
      '3 create',
      '4 unchanged',
      '7 create',
      '8 unchanged',
    ]);
    expect(second.body.errors.map(({ line, field }) => `${line} ${field}`)).toEqual([
      '5 team',
      '6 planned_time',
      '9 performance_order',
    ]);
    const albums = await albumsOf(event.id);
    expect(albums.map(({ performanceOrder }) => performanceOrder)).toEqual([1, 2, 3, 6, 7]);
    expect(albums[0]?.teamName).toBe('Comets');
  });

  test('of nothing but bad lines writes nothing', async () => {
    const event = await buildEvent(testApp);
    expect((await importLines(event.id, `${HEAD}x,Stars,Comets,S4,14:00`, COLUMNS)).body.written).toBe(false);
  });

  test('remembers the columns for the producer, and for others with the same headings', async () => {
    const [first, second] = [
      await buildEvent(testApp, { producerName: 'Own Words' }),
      await buildEvent(testApp, { producerName: 'Another' }),
    ];
    const csv = 'Rtn,Haus,Crew,Showtime,Time\n1,Stars,Comets,14:05,13:00';
    const preview = (eventId: number) =>
      testApp.call(ingestEndpoints.importRunningOrder, {
        token: staff.token,
        params: { id: eventId },
        body: { csv, commit: false },
      });
    const unknown = await preview(first.id);
    expect(unknown.body.rows).toEqual([]);
    expect(unknown.body.errors[0]?.message).toBe('Choose the columns for: performance, program, team.');
    expect(unknown.body.sheet).toMatchObject({
      headings: ['Rtn', 'Haus', 'Crew', 'Showtime', 'Time'],
      remembered: false,
      lines: [{ line: 2, cells: ['1', 'Stars', 'Comets', '14:05', '13:00'] }],
    });
    await importLines(first.id, csv, { performance_order: 0, program: 1, team: 2, planned_time: 3 });
    for (const { id } of [first, second]) {
      const { body } = await preview(id);
      expect(body.sheet).toMatchObject({ remembered: true, columns: { team: 2, planned_time: 3 } });
      expect(body.errors).toEqual([]);
    }
  });

  test('remembers the columns for a producer whose name is longer in lowercase', async () => {
    const event = await buildEvent(testApp, { producerName: 'İ'.repeat(120) });
    const csv = 'Sıra,Kulüp,Takım,Saat\n1,Yıldız,Kuyruklu,14:05';
    const columns = { performance_order: 0, program: 1, team: 2, planned_time: 3 };
    expect((await importLines(event.id, csv, columns)).body).toMatchObject({ written: true });
  });

  test('with stages gives each its albums, and stages that are named later to albums that are there', async () => {
    const event = await buildEvent(testApp);
    await importCsv(event.id, '1,Stars,Comets,S4,14:00\n', true);
    const csv =
      'stage,order,program,team,division,time\nMain,1,Stars,Comets,S4,14:00\nBlue,1,Suns,Rays,S2,14:00';
    const columns = { stage: 0, performance_order: 1, program: 2, team: 3, division: 4, planned_time: 5 };
    const { body } = await importLines(event.id, csv, columns);
    expect(body.rows).toMatchObject([{ action: 'update', before: { stage: '' } }, { action: 'create' }]);
    const albums = await albumsOf(event.id);
    expect(albums.map(({ stage, teamName, identifier }) => [stage, teamName, identifier]).sort()).toEqual([
      ['Blue', 'Rays', `${event.id}-blue-1`],
      ['Main', 'Comets', `${event.id}-1`],
    ]);
    const again = await importLines(event.id, csv, columns);
    expect(again.body.rows.map(({ action }) => action)).toEqual(['unchanged', 'unchanged']);
    const without = await importCsv(event.id, '1,Stars,Comets,S4,14:10\n', false);
    expect(without.body.errors[0]?.message).toContain('A column for the stage tells them apart');
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

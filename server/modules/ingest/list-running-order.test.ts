import { beforeAll, describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();
let staff: TestUser;

beforeAll(async () => {
  staff = await buildUser(testApp, { role: 'customer_support' });
});

const NOON = '2026-11-14T18:00:00Z';
const later = (minutes: number) =>
  new Date(Date.parse(NOON) + minutes * 60_000).toISOString().replace('.000', '');

const list = (eventId: number) =>
  testApp.call(ingestEndpoints.listRunningOrder, { token: staff.token, params: { id: eventId } });
const delay = (eventId: number, minutes: number, from = NOON) =>
  testApp.call(ingestEndpoints.delayEvent, {
    token: staff.token,
    params: { id: eventId },
    body: { minutes, from },
  });
const importLines = async (eventId: number, ...lines: string[]) => {
  const csv = ['performance_order,program,team,division,planned_time', ...lines, ''].join('\r\n');
  const call = { token: staff.token, params: { id: eventId }, body: { csv, commit: true } };
  return (await testApp.call(ingestEndpoints.importRunningOrder, call)).body;
};

async function buildDay() {
  const event = await buildEvent(testApp);
  const fields = { eventId: event.id, programName: 'Stars', divisionName: 'S4' };
  await buildAlbum(testApp, { ...fields, performanceOrder: 2, teamName: 'Comets', plannedAt: later(7) });
  await buildAlbum(testApp, {
    ...fields,
    performanceOrder: 1,
    teamName: 'Meteors',
    plannedAt: NOON,
    publishedAt: null,
    imagesCount: 3,
  });
  return event;
}

describe('the running order', () => {
  test('comes in the order of the day, with what stands out about each performance', async () => {
    const event = await buildDay();
    await buildAlbum(testApp, { eventId: event.id, performanceOrder: 3, plannedAt: null });
    const { body } = await list(event.id);
    expect(body).toMatchObject([
      { performance_order: 1, team_name: 'Meteors', planned_at: NOON, images_count: 3, published_at: null },
      { performance_order: 2, team_name: 'Comets', images_count: 0, published_at: expect.any(String) },
      { performance_order: 3, planned_at: null, announced_at: null },
    ]);
  });

  test('of an unknown event is 404', async () => {
    expect((await list(2_000_000_000)).status).toBe(404);
  });
});

describe('a day that runs late', () => {
  const times = async (eventId: number) =>
    (await list(eventId)).body.map(({ announced_at, planned_at }) => [announced_at, planned_at]);

  test('keeps what was announced, however often it is shifted', async () => {
    const event = await buildDay();
    await delay(event.id, 12, later(5));
    expect(await times(event.id)).toEqual([
      [null, NOON],
      [later(7), later(19)],
    ]);
    await delay(event.id, 3, later(5));
    expect((await times(event.id))[1]).toEqual([later(7), later(22)]);
    await delay(event.id, -15, later(20));
    expect((await times(event.id))[1]).toEqual([later(7), later(7)]);
  });

  test('is not shifted twice by two people at once, and can be shifted again by who has seen it', async () => {
    const event = await buildDay();
    const read = { token: staff.token, params: { id: event.id } };
    const { version } = (await testApp.call(catalogueEndpoints.getStaffEvent, read)).body;
    const shift = (minutes: number, version: number) =>
      testApp.call(ingestEndpoints.delayEvent, { ...read, body: { minutes, from: later(5), version } });
    const answers = await Promise.all([shift(12, version), shift(12, version)]);
    const [done, refused] = answers.toSorted((a, b) => a.status - b.status);
    expect([done?.status, refused?.status]).toEqual([200, 409]);
    expect(refused?.error).toMatchObject({
      code: 'changed_meanwhile',
      details: { changes: [{ by: expect.any(String), at: expect.any(String) }] },
    });
    expect((await times(event.id))[1]).toEqual([later(7), later(19)]);
    expect((await shift(-12, done?.body.version ?? 0)).status).toBe(200);
    expect((await times(event.id))[1]).toEqual([later(7), later(7)]);
    expect(
      (await testApp.call(catalogueEndpoints.updateEvent, { ...read, body: { city: 'Waco', version } }))
        .status,
    ).toBe(200);
  });

  test('is on time again for a time that is imported again, not for a corrected name', async () => {
    const event = await buildDay();
    await delay(event.id, 12);
    await importLines(event.id, '1,Stars,Meteors,S4,13:00', `2,Stars,Comets Gold,S4,${later(19)}`);
    expect(await times(event.id)).toEqual([
      [null, later(60)],
      [later(7), later(19)],
    ]);
  });
});

describe('a running order as the list exports it', () => {
  test('changes nothing when it is imported again', async () => {
    const event = await buildEvent(testApp);
    const names = ['=Stars, "Gold"', "'-Comets", 'Éclair', 'Plain'];
    for (const [index, teamName] of names.entries()) {
      const plannedAt = index === 3 ? null : '2026-11-01T07:30:00.250Z';
      const fields = { eventId: event.id, performanceOrder: index, programName: '@home', divisionName: '' };
      await buildAlbum(testApp, { ...fields, teamName, plannedAt });
    }
    const answer = await importLines(
      event.id,
      '0,\'@home,"\'=Stars, ""Gold""",,2026-11-01T01:30:00.250-06:00',
      "1,'@home,''-Comets,,2026-11-01T01:30:00.250-06:00",
      "2,'@home,Éclair,,2026-11-01T01:30:00.250-06:00",
      "3,'@home,Plain,,",
    );
    expect(answer.errors).toEqual([]);
    expect(answer.rows.map(({ action }) => action)).toEqual(Array(4).fill('unchanged'));
  });

  test('may leave out only a time that there is none of', async () => {
    const event = await buildDay();
    const answer = await importLines(event.id, '2,Stars,Comets,S4,', '9,Stars,Novas,S4,');
    expect(answer.written).toBe(false);
    expect(answer.errors).toEqual([
      { line: 2, field: 'planned_time', message: 'The time is missing.' },
      { line: 3, field: 'planned_time', message: 'The time is missing.' },
    ]);
  });
});

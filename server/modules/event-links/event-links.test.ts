import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { EVENT_LINKS } from '#contract/entities/links.ts';
import { buildApp } from '#server/app.ts';
import { newLinkToken } from '#server/platform/security/secrets.ts';
import { buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildUser, freshIp, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const testApp = shareTestApp();
beforeAll(() => testApp.stopClock(12));
const { openCockpit, listCockpitLinks, makeCockpitLink, endCockpitLink } = cockpitEndpoints;

const staff = () => buildUser(testApp, { role: 'customer_support', firstName: 'Morgan' });
const make = ({ token }: TestUser, eventId: number, fields: { label?: string; ends_on?: string } = {}) =>
  testApp.call(makeCockpitLink, { token, params: { id: eventId }, body: { label: 'Producer', ...fields } });
const list = async ({ token }: TestUser, eventId: number) =>
  (await testApp.call(listCockpitLinks, { token, params: { id: eventId } })).body;
const end = ({ token }: TestUser, id: number) => testApp.call(endCockpitLink, { token, params: { id } });
const open = (token: string, ip = freshIp()) => testApp.call(openCockpit, { body: { token }, ip });

const NOT_FOUND = { status: 404, code: 'not_found', message: 'We can’t find that.' };
const refusalOf = async (token: string) => {
  const { status, error } = await open(token);
  return { status, code: error?.code, message: error?.message };
};
const daysFromNow = (days: number) =>
  new Date(testApp.context.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const auditOf = (eventId: number) =>
  testApp.context.db
    .selectFrom('auditLog')
    .select(['actorId', 'action', 'before', 'after'])
    .where('subject', '=', `event:${eventId}`)
    .orderBy('id')
    .execute();

describe('a producer link', () => {
  test('opens the cockpit without a login, and staff see who made it and when it was last opened', async () => {
    const [maker, event] = [await staff(), await buildEvent(testApp, { name: 'Harbour Open' })];
    const { status, body: link } = await make(maker, event.id, { label: 'Front desk' });
    expect(status).toBe(200);
    expect(link).toMatchObject({ label: 'Front desk', made_by: 'Morgan Customer', status: 'works' });
    expect(link.last_opened_at).toBeNull();
    expect(await open(link.token)).toMatchObject({
      status: 200,
      body: { cockpit: { event: { name: 'Harbour Open' } } },
    });
    const [seen] = await list(maker, event.id);
    expect(seen).toMatchObject({ id: link.id, label: 'Front desk', status: 'works' });
    expect(seen?.last_opened_at).not.toBeNull();
    expect(JSON.stringify(seen)).not.toContain(link.token);
  });

  test('is stored only as a hash', async () => {
    const event = await buildEvent(testApp);
    const { body } = await make(await staff(), event.id);
    expect(body.token).toMatch(/^[\w-]{43}$/);
    const row = await testApp.context.db
      .selectFrom('cockpitLinks')
      .selectAll()
      .where('id', '=', body.id)
      .executeTakeFirstOrThrow();
    expect(row.tokenHash).toHaveLength(32);
    const stored = JSON.stringify([row, await auditOf(event.id)]);
    expect(stored).not.toContain(body.token);
    expect(stored).not.toContain(Buffer.from(body.token, 'base64url').toString('hex'));
  });

  test('ends at once, without affecting the other links, and is audited', async () => {
    const [maker, event] = [await staff(), await buildEvent(testApp)];
    const { body: first } = await make(maker, event.id, { label: 'First' });
    const { body: second } = await make(maker, event.id, { label: 'Second' });
    expect(await end(maker, first.id)).toMatchObject({ status: 200, body: { status: 'ended' } });
    expect(await end(maker, first.id)).toMatchObject({ status: 200, body: { status: 'ended' } });
    expect(await refusalOf(first.token)).toEqual(NOT_FOUND);
    expect(await open(second.token)).toMatchObject({ status: 200 });
    expect((await list(maker, event.id)).map(({ label, status }) => [label, status])).toEqual([
      ['Second', 'works'],
      ['First', 'ended'],
    ]);
    const audit = await auditOf(event.id);
    expect(audit.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['cockpit-link.make', maker.id],
      ['cockpit-link.make', maker.id],
      ['cockpit-link.end', maker.id],
    ]);
    expect(audit[2]).toMatchObject({ before: { status: 'works' }, after: { status: 'ended' } });
  });

  test('lasts ninety days from the start of the event, or from today for an old event', async () => {
    const maker = await staff();
    const soon = await buildEvent(testApp, { startDate: daysFromNow(10) });
    const old = await buildEvent(testApp, { startDate: '2019-03-01', timeZone: 'UTC' });
    expect((await make(maker, soon.id)).body.ends_on).toBe(daysFromNow(100));
    expect((await make(maker, old.id)).body.ends_on).toBe(daysFromNow(90));
  });

  test("works until the end of its last day in the event's time zone", async () => {
    const maker = await staff();
    const event = await buildEvent(testApp, { timeZone: 'America/Phoenix' });
    const { body: link } = await make(maker, event.id, { ends_on: daysFromNow(3) });
    const lastMinute = Date.parse(`${daysFromNow(4)}T06:59:00Z`);
    testApp.advanceMinutes((lastMinute - testApp.context.clock.now().getTime()) / 60_000);
    expect(await open(link.token)).toMatchObject({ status: 200 });
    testApp.advanceMinutes(2);
    expect(await refusalOf(link.token)).toEqual(NOT_FOUND);
    expect(await list(await staff(), event.id)).toMatchObject([{ status: 'expired' }]);
  });

  test.each([
    ['a day that is over', { ends_on: '2020-01-01' }],
    ['a day years away', { ends_on: '2099-01-01' }],
    ['no label', { label: '  ' }],
    ['a label that is too long', { label: 'x'.repeat(81) }],
  ])('is not made with %s', async (_what, fields) => {
    const event = await buildEvent(testApp);
    expect(await make(await staff(), event.id, fields)).toMatchObject({ status: 400 });
  });

  test('is refused for an unknown event and for an event at its limit', async () => {
    const [maker, event] = [await staff(), await buildEvent(testApp)];
    expect(await make(maker, 2_000_000_000)).toMatchObject({ status: 404 });
    const made: number[] = [];
    for (let i = 0; i < EVENT_LINKS.producer.max; i++) made.push((await make(maker, event.id)).body.id);
    expect(await make(maker, event.id)).toMatchObject({ status: 409, error: { code: 'too_many' } });
    await end(maker, made[0] ?? 0);
    expect(await make(maker, event.id)).toMatchObject({ status: 200 });
  });

  test('counts against the limit per event, also when many are made at once', async () => {
    const [maker, event] = [await staff(), await buildEvent(testApp)];
    const answers = await Promise.all(
      Array.from({ length: EVENT_LINKS.producer.max + 8 }, () => make(maker, event.id)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(EVENT_LINKS.producer.max);
    expect(await list(maker, event.id)).toHaveLength(EVENT_LINKS.producer.max);
  });

  test('that is wrong, ended or expired is always answered with the same not found', async () => {
    const [maker, event] = [await staff(), await buildEvent(testApp)];
    const { body: ended } = await make(maker, event.id);
    const { body: good } = await make(maker, event.id);
    await end(maker, ended.id);
    for (const token of [newLinkToken(), ended.token, 'x', `${good.token}x`, good.token.slice(1)]) {
      expect(await refusalOf(token)).toEqual(NOT_FOUND);
    }
  });

  test('limits wrong guesses per IP address without locking out a good link from the same address', async () => {
    const [ip, event] = [freshIp(), await buildEvent(testApp)];
    const { body: link } = await make(await staff(), event.id);
    for (let i = 0; i < 60; i++) expect((await open(newLinkToken(), ip)).status).toBe(404);
    expect(await open(newLinkToken(), ip)).toMatchObject({ status: 429 });
    expect(await open(newLinkToken())).toMatchObject({ status: 404 });
    expect(await open(link.token, ip)).toMatchObject({ status: 200 });
  });
});

describe('the secret of a link', () => {
  test('never appears in a log line, even when the call fails', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line) => lines.push(line) });
    const { body: link } = await make(await staff(), (await buildEvent(testApp)).id);
    const app = await buildApp({ ...testApp.context, log });
    const send = (payload: object) => app.inject({ method: 'POST', url: '/api/cockpit', payload });
    expect((await send({ token: link.token })).statusCode).toBe(200);
    expect((await send({ token: `${link.token}x` })).statusCode).toBe(404);
    expect((await send({ token: link.token, more: 1 })).statusCode).toBe(400);
    await app.inject({ url: `/cockpit/${link.token}` });
    await app.inject({ url: `/cockpit/${link.token}%zz` });
    const db = new Proxy(testApp.context.db, {
      get: (real, name) => {
        if (name === 'selectFrom') throw new Error('the database is away');
        return Reflect.get(real, name);
      },
    });
    const broken = await buildApp({ ...testApp.context, log, db });
    const payload = { token: link.token };
    const answer = await broken.inject({ method: 'POST', url: '/api/cockpit', payload });
    expect(answer.statusCode).toBe(500);
    await Promise.all([app.close(), broken.close()]);
    expect(lines.length).toBeGreaterThan(2);
    expect(lines.filter((line) => line.includes(link.token))).toEqual([]);
  });

  test('is not leaked by a referrer or a cache', async () => {
    const { headers } = await testApp.app.inject({ url: `/cockpit/${newLinkToken()}` });
    expect(headers['referrer-policy']).toBe('no-referrer');
    const { body: link } = await make(await staff(), (await buildEvent(testApp)).id);
    expect((await open(link.token)).headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
  });
});

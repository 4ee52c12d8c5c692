import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operationEndpoints, outboxEndpoints } from '#contract/endpoints/operations.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { buildUser, eventually, freshEmail, type TestUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { VERSION } from '#server/version.ts';

const testApp = startTestApp();
const { health, failedJobs, settleFailedJobs } = operationEndpoints;

const isBroken = new Set<string>();
const repaired: string[] = [];
const payload = z.object({ key: z.string() });
const fragile = defineJob({ name: 'test.fragile', payload, retries: 0 });
const retriedOnce = defineJob({ name: 'test.retried', payload, retries: 1, retryDelaySeconds: 1 });
const fragileJobs = [fragile, retriedOnce].map((definition) =>
  onJob(definition, async ({ key }) => {
    if (isBroken.has(key)) throw new Error(`${key} is broken`);
    repaired.push(key);
  }),
);
let isListening = false;

/** Fails a job until it runs out of retries. */
async function buildDeadLetter(staff: TestUser, job = fragile) {
  const { queue, db } = testApp.context;
  if (!isListening) {
    await queue.prepare(fragileJobs);
    await queue.startWorkers(fragileJobs);
    isListening = true;
  }
  const key = randomUUID();
  isBroken.add(key);
  await queue.enqueue(db, job, { key });
  const letter = await eventually(
    async () => (await list(staff)).find((job) => (job.payload as { key?: string }).key === key),
    'the dead letter',
  );
  return { key, letter };
}

async function list(staff: TestUser) {
  const answer = await testApp.call(failedJobs, { token: staff.token });
  expect(answer.status).toBe(200);
  return answer.body;
}

const auditOf = (subject: string) =>
  testApp.context.db
    .selectFrom('auditLog')
    .select(['actorId', 'action'])
    .where('subject', '=', subject)
    .execute();

describe('a job that ran out of retries', () => {
  test('is listed for staff with its payload and error', async () => {
    const staff = await buildUser(testApp, { role: 'customer_support' });
    const { key, letter } = await buildDeadLetter(staff, retriedOnce);
    expect(letter).toMatchObject({
      name: 'test.retried',
      payload: { key },
      error: `${key} is broken`,
      attempts: 2,
    });
    expect(Date.parse(letter.failed_at)).toBeGreaterThan(Date.parse(letter.created_at));
  });

  test('runs again when staff retry it, and leaves the list', async () => {
    const staff = await buildUser(testApp, { role: 'super' });
    const { key, letter } = await buildDeadLetter(staff);
    isBroken.delete(key);
    const body = { ids: [letter.id], settlement: 'retry' as const };
    const retry = () => testApp.call(settleFailedJobs, { token: staff.token, body });
    expect((await retry()).body).toEqual({ done: [letter.id], refused: [] });
    await eventually(async () => (repaired.includes(key) ? true : undefined), 'the repaired job');
    expect((await list(staff)).map((job) => job.id)).not.toContain(letter.id);
    expect((await retry()).body).toMatchObject({ done: [], refused: [{ id: letter.id }] });
    expect(await auditOf(`job:${letter.id}`)).toEqual([{ actorId: staff.id, action: 'job.retry' }]);
  });

  test('is gone for good when staff discard it', async () => {
    const staff = await buildUser(testApp, { role: 'super' });
    const { key, letter } = await buildDeadLetter(staff);
    const body = { ids: [letter.id], settlement: 'discard' as const };
    const discard = () => testApp.call(settleFailedJobs, { token: staff.token, body });
    expect((await discard()).body).toEqual({ done: [letter.id], refused: [] });
    expect((await list(staff)).map((job) => job.id)).not.toContain(letter.id);
    expect((await discard()).body).toMatchObject({ done: [], refused: [{ id: letter.id }] });
    expect(repaired).not.toContain(key);
    expect(await auditOf(`job:${letter.id}`)).toEqual([{ actorId: staff.id, action: 'job.discard' }]);
  });

  test('is handled exactly once when several people act on it at the same time', async () => {
    const [one, other] = [
      await buildUser(testApp, { role: 'super' }),
      await buildUser(testApp, { role: 'super' }),
    ];
    const letters = [await buildDeadLetter(one), await buildDeadLetter(one), await buildDeadLetter(one)];
    for (const { key } of letters) isBroken.delete(key);
    const ids = letters.map(({ letter }) => letter.id);
    const settle = ({ token }: TestUser, settlement: 'retry' | 'discard') =>
      testApp.call(settleFailedJobs, { token, body: { ids, settlement } });
    const answers = await Promise.all([settle(one, 'retry'), settle(other, 'discard')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const [retried, discarded] = answers.map(({ body }) => body.done) as [string[], string[]];
    expect([...retried, ...discarded].toSorted()).toEqual(ids.toSorted());
    expect(answers.flatMap(({ body }) => body.refused)).toHaveLength(ids.length);
    for (const { key, letter } of letters) {
      const isRetried = retried.includes(letter.id);
      expect(await auditOf(`job:${letter.id}`)).toEqual([
        { actorId: (isRetried ? one : other).id, action: isRetried ? 'job.retry' : 'job.discard' },
      ]);
      if (isRetried) {
        await eventually(async () => (repaired.includes(key) ? true : undefined), 'the repaired job');
      } else expect(repaired).not.toContain(key);
    }
    expect((await list(one)).filter(({ id }) => ids.includes(id))).toEqual([]);
    expect((await settle(one, 'retry')).body).toMatchObject({
      done: [],
      refused: ids.map((id) => ({ id })),
    });
  });

  test('is recorded in the audit log', async () => {
    const staff = await buildUser(testApp, { role: 'super' });
    const { key, letter } = await buildDeadLetter(staff);
    const body = { ids: [letter.id], settlement: 'discard' as const };
    await testApp.call(settleFailedJobs, { token: staff.token, body });
    const entry = await testApp.context.db
      .selectFrom('auditLog')
      .select(['before', 'after'])
      .where('subject', '=', `job:${letter.id}`)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({
      before: { state: 'failed', name: 'test.fragile', error: `${key} is broken`, attempts: 1 },
      after: { state: 'discarded' },
    });
  });

  test('is read by all staff and settled only by who runs the site', async () => {
    const staff = await buildUser(testApp, { role: 'customer_support' });
    const { letter } = await buildDeadLetter(staff);
    for (const settlement of ['retry', 'discard'] as const) {
      const body = { ids: [letter.id], settlement };
      expect(await testApp.call(settleFailedJobs, { token: staff.token, body })).toMatchObject({
        status: 403,
      });
    }
    expect((await list(staff)).map((job) => job.id)).toContain(letter.id);
  });

  test('is not accessible to a customer', async () => {
    const customer = await buildUser(testApp);
    expect(await testApp.call(failedJobs, { token: customer.token })).toMatchObject({ status: 403 });
  });
});

test('health answers with the version once the database is reachable', async () => {
  expect(await testApp.call(health)).toMatchObject({ status: 200, body: { status: 'ok', version: VERSION } });
});

describe('the outbox', () => {
  test('lists messages newest first, or those to one address', async () => {
    const [to, other] = [freshEmail(), freshEmail()];
    for (const [key, recipient] of Object.entries({ one: to, two: other, three: to })) {
      await testApp.context.mail.send({ key, to: recipient, subject: key, text: key, html: `<b>${key}</b>` });
    }
    const all = await testApp.call(outboxEndpoints.outbox);
    expect(all.body.map((message) => message.subject).slice(0, 3)).toEqual(['three', 'two', 'one']);
    const some = await testApp.call(outboxEndpoints.outbox, { query: { to } });
    expect(some.body.map((message) => message.subject)).toEqual(['three', 'one']);
    expect(some.body[0]).toMatchObject({ channel: 'email', to, text: 'three', html: '<b>three</b>' });
  });

  test('has a page that escapes HTML in messages', async () => {
    const hostile = '"><script>alert(1)</script>';
    await testApp.context.mail.send({
      key: 'hostile',
      to: hostile,
      subject: hostile,
      text: 't',
      html: hostile,
    });
    const page = await testApp.request({ url: '/dev/outbox' });
    expect(page.status).toBe(200);
    expect(page.text).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page.text).not.toContain('<script>');
  });

  test('does not exist in production', async () => {
    const config = readConfig({
      NODE_ENV: 'production',
      MAIL_TRANSPORT: 'outbox',
      PAYMENTS: 'sandbox',
      LOG_LEVEL: 'silent',
    });
    const production = await buildApp({ ...testApp.context, config });
    expect((await production.inject('/api/dev/outbox')).statusCode).toBe(404);
    expect((await production.inject('/dev/outbox')).body).not.toContain('Outbox');
    expect((await production.inject('/api/health')).statusCode).toBe(200);
    await production.close();
  });
});

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { issueCode } from '#server/modules/accounts/email-codes.ts';
import { lockSchedule } from '#server/modules/catalogue/schedule.ts';
import { connectDatabase } from '#server/platform/database/database.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { buildRegistration, buildUser, eventually, nextMessage } from '#server/testing/factories.ts';
import { ingest, makePhoto, processed } from '#server/testing/photos.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { allJobs, chosenJobs, laneOf } from './jobs.ts';
import { readConfig } from './platform/config/config.ts';
import { LANES } from './platform/config/environment.ts';

const CONNECTIONS = 4;
const testApp = startTestApp({ DATABASE_CONNECTIONS: String(CONNECTIONS), PROOFS: 'always' });

test('a code is mailed while photos hold every connection that they can get', async () => {
  const event = await buildEvent(testApp);
  const album = await buildAlbum(testApp, { eventId: event.id });
  const release = await holdSchedule(event.id);
  try {
    const target = { eventId: event.id, albumId: album.id };
    const images: number[] = [];
    for (let n = 0; n < CONNECTIONS; n += 1) {
      images.push(await ingest(testApp, target, await makePhoto({ width: 200 + n, height: 160 })));
    }
    await eventually(
      async () => ((await countWaiting()) >= CONNECTIONS / 2 ? true : undefined),
      'photos wait',
    );
    const body = buildRegistration();
    const { status } = await testApp.call(accountEndpoints.register, { body });
    expect(status).toBe(200);
    expect(await nextMessage(testApp, body.email)).toMatchObject({
      subject: expect.stringMatching(/^\d{6} is your/),
    });
    await release();
    for (const imageId of images) expect(await processed(testApp, imageId)).toMatchObject({ state: 'ready' });
  } finally {
    await release();
  }
});

test('a code is mailed while requests hold every connection that they can get', async () => {
  const { db, clock, queue } = testApp.context;
  const user = await buildUser(testApp);
  const latch = Promise.withResolvers<void>();
  const own = connectDatabase(testApp.url, { maxConnections: 1 });
  let held = 0;
  const holding = Array.from({ length: CONNECTIONS }, () =>
    db.transaction().execute(async () => {
      held += 1;
      await latch.promise;
    }),
  );
  try {
    await eventually(async () => (held === CONNECTIONS ? true : undefined), 'all connections');
    await own
      .transaction()
      .execute((tx) =>
        issueCode({ db: tx, clock, queue }, { userId: user.id, purpose: 'verification', email: user.email }),
      );
    await eventually(async () => (await listOutbox(own, user.email))[0], 'the code');
    expect(held).toBe(CONNECTIONS);
  } finally {
    latch.resolve();
    await Promise.all(holding);
    await own.destroy();
  }
});

test('a process works on the lanes it was told to, and all lanes together on every job', () => {
  const { context } = testApp;
  const namesOf = (work: string) => {
    const { lanes } = readConfig({ WORK: work });
    return chosenJobs({ ...context, config: { ...context.config, lanes } }).map(
      ({ definition }) => definition.name,
    );
  };
  expect(namesOf('codes')).toEqual(
    expect.arrayContaining([
      'accounts.mail-code',
      'accounts.mail-one-time-code',
      'accounts.send-link',
      'mail.deliver',
      'posters.mail-follow-link',
    ]),
  );
  expect(namesOf('money')).toContain('orders.send-receipt');
  expect(namesOf('notices')).toContain('notifications.deliver');
  expect(namesOf('images')).toEqual(
    expect.arrayContaining(['ingest.process-image', 'athletes.detect-faces']),
  );
  expect(namesOf('codes, money')).toEqual(expect.arrayContaining([...namesOf('codes'), ...namesOf('money')]));
  const all = allJobs(context).map(({ definition }) => definition.name);
  expect(LANES.flatMap(namesOf).sort()).toEqual(all.sort());
  expect(new Set(allJobs(context).map(laneOf))).toEqual(new Set(LANES));
});

/** Photos are filed under a shared lock of the schedule, so each of them waits here within a transaction. */
async function holdSchedule(eventId: number): Promise<() => Promise<void>> {
  const db = connectDatabase(testApp.url, { maxConnections: 1 });
  const released = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const holding = db.transaction().execute(async (tx) => {
    await lockSchedule(tx, eventId, 'exclusive');
    held.resolve();
    await released.promise;
  });
  await Promise.race([held.promise, holding]);
  return async () => {
    released.resolve();
    await holding;
    await db.destroy();
  };
}

async function countWaiting(): Promise<number> {
  const db = connectDatabase(testApp.url, { maxConnections: 1 });
  try {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
    return rows[0]?.count ?? 0;
  } finally {
    await db.destroy();
  }
}

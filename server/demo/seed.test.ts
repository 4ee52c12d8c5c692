import { expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { buildUser, freshIp } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { DEMO_PASSWORD, refuseDemoAccounts } from './log-ins.ts';
import { seedDemo } from './seed.ts';

const testApp = startTestApp();

async function readSeeded() {
  const { db } = testApp.context;
  return {
    events: await db.selectFrom('events').selectAll().orderBy('id').execute(),
    pricings: await db.selectFrom('eventPricings').selectAll().orderBy('id').execute(),
    albums: await db.selectFrom('albums').selectAll().orderBy('id').execute(),
    users: await db.selectFrom('users').selectAll().orderBy('id').execute(),
    searches: await db.selectFrom('teamSubscriptions').selectAll().orderBy('id').execute(),
  };
}

test('a database without demo accounts may be reached by strangers', async () => {
  await expect(refuseDemoAccounts(testApp.context)).resolves.toBeUndefined();
});

test('two processes that start together seed once', async () => {
  const seeded = await Promise.all([seedDemo(testApp.context), seedDemo(testApp.context)]);
  expect(seeded.toSorted()).toEqual([false, true]);
  const { events, albums, users, searches } = await readSeeded();
  expect(new Set(events.map((event) => event.brandName)).size).toBe(4);
  expect(events).toHaveLength(12);
  expect(albums).toHaveLength(240);
  expect(users).toHaveLength(8);
  expect(searches.length).toBeGreaterThan(0);
});

test('a second run changes nothing', async () => {
  const before = await readSeeded();
  expect(await seedDemo(testApp.context)).toBe(false);
  expect(await readSeeded()).toEqual(before);
});

test('every demo user can log in with the printed password, in their role', async () => {
  const roles: Record<string, string> = {
    super: 'super',
    analyst: 'analyst',
    support: 'customer_support',
    finance: 'finance',
    lead: 'event_lead',
    parent: 'authenticated',
    parent2: 'authenticated',
    parent3: 'authenticated',
  };
  for (const [name, type] of Object.entries(roles)) {
    const body = { identifier: `${name}@encore.test`, password: DEMO_PASSWORD };
    const answer = await testApp.call(accountEndpoints.logIn, { body, ip: freshIp() });
    expect(answer).toMatchObject({ status: 200, body: { user: { type } } });
  }
});

test('a database with demo accounts may not be reached by strangers', async () => {
  await expect(refuseDemoAccounts(testApp.context)).rejects.toThrow(/^HOST: .*ALLOW_PUBLIC_DEMO=yes/);
});

test('a visitor sees the events, and the albums of those that have taken place', async () => {
  const events = await testApp.call(catalogueEndpoints.listEvents);
  const { events: rows } = await readSeeded();
  expect(events.body).toHaveLength(rows.filter((event) => !event.archived).length);
  const dates = events.body.map((event) => event.start_date);
  expect(dates).toEqual(dates.toSorted().reverse());
  const today = testApp.context.clock.now().toISOString().slice(0, 10);
  const { token } = await buildUser(testApp);
  for (const event of events.body) {
    const albums = await testApp.call(catalogueEndpoints.listAlbums, {
      token,
      query: { events_in: String(event.id) },
    });
    expect(albums.body, event.start_date).toHaveLength(event.start_date < today ? 20 : 0);
  }
});

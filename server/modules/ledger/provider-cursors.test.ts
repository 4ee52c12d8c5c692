import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { migrations } from '#server/migrations/migrations.ts';
import { connectDatabase, type Database } from '#server/platform/database.ts';
import { migrateToLatest } from '#server/platform/migrate.ts';
import { databaseUrl, runOnServer } from '#server/testing/postgres-for-tests.ts';
import { findReached, saveReached } from './provider-cursors.ts';

const name = `cursors_${randomUUID().replaceAll('-', '')}`;
let db: Database | undefined;

afterAll(async () => {
  await db?.destroy();
  await runOnServer(inject('postgresUrl'), `drop database if exists ${name} with (force)`);
});

test('the sweeps of the release before continue where they were, each on its own', async () => {
  await runOnServer(inject('postgresUrl'), `create database ${name}`);
  db = connectDatabase(databaseUrl(inject('postgresUrl'), name), { maxConnections: 2 });
  const until = (number: string) =>
    Object.fromEntries(Object.entries(migrations).filter(([name]) => name < number));
  await migrateToLatest(db, until('0056'));
  const [refunds, balance, later] = ['2026-01-02', '2026-02-03', '2026-03-04'].map((day) => new Date(day));
  await sql`insert into provider_sweeps values ('live', ${refunds})`.execute(db);
  await sql`insert into balance_sweeps values ('live', ${balance}), ('test', ${refunds})`.execute(db);
  await migrateToLatest(db, until('0057'));
  const cursor = { mode: 'live', sweep: 'balance' } as const;
  expect(await findReached(db, cursor)).toEqual(balance);
  expect(await findReached(db, { mode: 'live', sweep: 'refunds_and_disputes' })).toEqual(refunds);
  expect(await findReached(db, { mode: 'test', sweep: 'refunds_and_disputes' })).toBeUndefined();
  await saveReached(db, cursor, later as Date);
  expect(await findReached(db, cursor)).toEqual(later);
  expect(await findReached(db, { mode: 'test', sweep: 'balance' })).toEqual(refunds);
});

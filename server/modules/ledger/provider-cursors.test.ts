import { randomUUID } from 'node:crypto';
import { afterAll, expect, inject, test } from 'vitest';
import { connectDatabase, type Database } from '#server/platform/database/database.ts';
import { cloneTemplate, databaseUrl, runOnServer } from '#server/testing/postgres-for-tests.ts';
import { findReached, saveReached } from './provider-cursors.ts';

const name = `cursors_${randomUUID().replaceAll('-', '')}`;
let db: Database | undefined;

afterAll(async () => {
  await db?.destroy();
  await runOnServer(inject('postgresUrl'), `drop database if exists ${name} with (force)`);
});

test('each sweep continues where it was, in each mode on its own', async () => {
  await cloneTemplate(inject('postgresUrl'), name);
  db = connectDatabase(databaseUrl(inject('postgresUrl'), name), { maxConnections: 2 });
  const [first, later] = [new Date('2026-02-03'), new Date('2026-03-04')];
  const cursor = { mode: 'live', sweep: 'balance' } as const;
  await saveReached(db, cursor, first);
  expect(await findReached(db, cursor)).toEqual(first);
  expect(await findReached(db, { mode: 'live', sweep: 'refunds_and_disputes' })).toBeUndefined();
  expect(await findReached(db, { mode: 'test', sweep: 'balance' })).toBeUndefined();
  await saveReached(db, cursor, later);
  expect(await findReached(db, cursor)).toEqual(later);
});

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { migrations } from '#server/migrations/migrations.ts';
import { databaseUrl } from '#server/testing/postgres-for-tests.ts';
import { connectDatabase, type Database } from './database.ts';
import { migrateToLatest } from './migrate.ts';

const opened: Database[] = [];

afterAll(async () => {
  for (const db of opened) await db.destroy();
});

function connect(url: string): Database {
  const db = connectDatabase(url, { maxConnections: 2 });
  opened.push(db);
  return db;
}

async function createEmptyDatabase(): Promise<string> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await sql.raw(`create database ${name}`).execute(connect(inject('postgresUrl')));
  return databaseUrl(inject('postgresUrl'), name);
}

test('migrating twice changes nothing the second time', async () => {
  const db = connect(await createEmptyDatabase());
  expect(await migrateToLatest(db, migrations)).toEqual(Object.keys(migrations));
  expect(await migrateToLatest(db, migrations)).toEqual([]);
});

test('several processes that migrate at the same time apply each migration once', async () => {
  const url = await createEmptyDatabase();
  const applied = await Promise.all([1, 2, 3].map(() => migrateToLatest(connect(url), migrations)));
  expect(applied.flat().sort()).toEqual(Object.keys(migrations).sort());
  await expect(connect(url).selectFrom('users').selectAll().execute()).resolves.toEqual([]);
});

test('a migration that fails is named and leaves nothing behind', async () => {
  const db = connect(await createEmptyDatabase());
  const broken = {
    '0001-half': {
      async up(tx: Database) {
        await sql`create table half_done (id int)`.execute(tx);
        await sql`create table half_done (id int)`.execute(tx);
      },
    },
  };
  await expect(migrateToLatest(db, broken)).rejects.toThrow(/Migration 0001-half failed: .*already exists/);
  const { rows } = await sql`select to_regclass('half_done') as found`.execute(db);
  expect(rows).toEqual([{ found: null }]);
});

test('a migration has no time limit, and the statements after it have one', async () => {
  const db = connect(await createEmptyDatabase());
  const readLimit = async (on: Database) =>
    (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(on)).rows[0]
      ?.limit;
  let during: string | undefined;
  await migrateToLatest(db, {
    '0001-slow': {
      async up(tx: Database) {
        during = await readLimit(tx);
      },
    },
  });
  expect([during, await readLimit(db)]).toEqual(['0', '30s']);
});

test('migrations run in the order of their names', () => {
  expect(Object.keys(migrations)).toEqual(Object.keys(migrations).toSorted());
});

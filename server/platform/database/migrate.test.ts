import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { databaseUrl } from '#server/testing/postgres-for-tests.ts';
import { connectDatabase, type Database } from './database.ts';
import { hashOf, migrateToLatest, readSchema, TOO_OLD } from './migrate.ts';

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

const tables = { name: '0001-tables', text: 'create table early (id int); create table late (id int);' };
const nothing = (name: string) => ({ name, text: 'select 1' });

test('several processes that migrate at the same time run each file once, and the next one finds none', async () => {
  const url = await createEmptyDatabase();
  const applied = await Promise.all([1, 2, 3].map(() => migrateToLatest(connect(url))));
  expect(applied.flat().sort()).toEqual(readSchema().map(({ name }) => name));
  expect(await migrateToLatest(connect(url))).toEqual([]);
  await expect(connect(url).selectFrom('users').selectAll().execute()).resolves.toEqual([]);
});

test('a file that fails is named and leaves nothing behind', async () => {
  const db = connect(await createEmptyDatabase());
  const half = {
    name: '0001-half',
    text: 'create table half_done (id int); create table half_done (id int);',
  };
  await expect(migrateToLatest(db, { files: [half] })).rejects.toThrow(
    /Migration 0001-half failed: .*already exists/,
  );
  const { rows } = await sql`
    select to_regclass('half_done') as half, to_regclass('schema_migrations') as migrations`.execute(db);
  expect(rows).toEqual([{ half: null, migrations: null }]);
});

test('a file has no time limit, and the statements after it have one', async () => {
  const db = connect(await createEmptyDatabase());
  const during = `create table limits as select current_setting('statement_timeout') as during`;
  await migrateToLatest(db, { files: [{ name: '0001-slow', text: during }] });
  const { rows } = await sql`
    select during, current_setting('statement_timeout') as later from limits`.execute(db);
  expect(rows).toEqual([{ during: '0', later: '30s' }]);
});

test('a file with an earlier number than the last one runs all the same', async () => {
  const db = connect(await createEmptyDatabase());
  const [first, second, third] = ['0001-first', '0002-second', '0003-third'].map(nothing);
  await migrateToLatest(db, { files: [first, third].filter((file) => file !== undefined) });
  const all = [first, second, third].filter((file) => file !== undefined);
  expect(await migrateToLatest(db, { files: all })).toEqual(['0002-second']);
});

test('a database from before 1.0.0 is refused and stays as it is', async () => {
  const db = connect(await createEmptyDatabase());
  await sql`create table kysely_migration as select '0001-accounts' as name`.execute(db);
  await expect(migrateToLatest(db)).rejects.toThrow(TOO_OLD);
  const { rows } = await sql`select tablename from pg_tables where schemaname = 'public'`.execute(db);
  expect(rows).toEqual([{ tablename: 'kysely_migration' }]);
});

test('a file that was edited after it ran is refused', async () => {
  const db = connect(await createEmptyDatabase());
  await migrateToLatest(db, { files: [tables] });
  const edited = { ...tables, text: `${tables.text} create table third (id int);` };
  await expect(migrateToLatest(db, { files: [edited] })).rejects.toThrow(/0001-tables\.sql is not the file/);
  expect(await migrateToLatest(db, { files: [{ ...tables, text: `${tables.text}` }] })).toEqual([]);
});

test('a file waits for its turn while calls use its tables, and does not end them', async () => {
  const url = await createEmptyDatabase();
  const db = connect(url);
  await migrateToLatest(db, { files: [tables] });
  // The call holds the second table and asks for the first one, which the migration has locked.
  const held = await holdTable(connect(url));
  const both = {
    name: '0002-both',
    text: 'lock table early in access exclusive mode; alter table late add column added int;',
  };
  const migrated = migrateToLatest(db, { files: [tables, both] });
  await expect.poll(() => isLocked(url, 'early')).toBe(true);
  await expect(held.resume()).resolves.toBeUndefined();
  expect(await migrated).toEqual(['0002-both']);
});

test('a file that never gets its lock is named', async () => {
  const url = await createEmptyDatabase();
  const db = connect(url);
  await migrateToLatest(db, { files: [tables] });
  const held = await holdTable(connect(url));
  const next = { name: '0002-next', text: 'alter table late add column added int' };
  await expect(migrateToLatest(db, { files: [tables, next], timeoutMs: 500 })).rejects.toThrow(
    /Migration 0002-next failed: .*lock timeout/,
  );
  held.end();
  await held.ended;
});

async function isLocked(url: string, table: string): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where relation = to_regclass(${table}) and mode = 'AccessExclusiveLock' and granted`.execute(
    connect(url),
  );
  return rows.length > 0;
}

/** A call in the middle of its transaction, with a row of the table in its hands. */
async function holdTable(db: Database) {
  const { promise: go, resolve } = Promise.withResolvers<boolean>();
  const { promise: holds, resolve: setHeld } = Promise.withResolvers<void>();
  const ended = db.transaction().execute(async (tx) => {
    await sql`insert into late values (1)`.execute(tx);
    setHeld();
    if (await go) await sql`insert into early values (1)`.execute(tx);
  });
  await holds;
  const resume = () => {
    resolve(true);
    return ended;
  };
  return { resume, end: () => resolve(false), ended };
}

test('a release leaves a database alone that a newer one has migrated', async () => {
  const db = connect(await createEmptyDatabase());
  await migrateToLatest(db, { files: [tables, nothing('9999-of-the-next-release')] });
  expect(await migrateToLatest(db, { files: [tables] })).toEqual([]);
  const { rows } = await sql`select name from schema_migrations order by name`.execute(db);
  expect(rows).toEqual([{ name: '0001-tables' }, { name: '9999-of-the-next-release' }]);
});

test('a file that has shipped keeps its name and its content', () => {
  const shipped = readFileSync(join(import.meta.dirname, '../../schema/shipped.txt'), 'utf8')
    .trim()
    .split('\n');
  const now = new Map(readSchema().map((file) => [file.name, hashOf(file)]));
  expect(shipped.map((line) => line.split(' ')[0]).map((name = '') => `${name} ${now.get(name)}`)).toEqual(
    shipped,
  );
  expect(shipped.length).toBeGreaterThan(0);
});

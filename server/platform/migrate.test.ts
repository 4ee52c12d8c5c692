import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { migrations } from '#server/migrations/migrations.ts';
import { renamedMigrations } from '#server/migrations/renamed.ts';
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

/** The rules of names and order need no real migrations, which take seconds. */
const nothing = { up: async () => undefined };
const emptied = Object.fromEntries(Object.keys(migrations).map((name) => [name, nothing]));

test('several processes that migrate at the same time apply each migration once, and the next one finds none', async () => {
  const url = await createEmptyDatabase();
  const applied = await Promise.all([1, 2, 3].map(() => migrateToLatest(connect(url), migrations)));
  expect(applied.flat().sort()).toEqual(Object.keys(migrations).sort());
  expect(await migrateToLatest(connect(url), migrations)).toEqual([]);
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

const namesIn = async (db: Database) =>
  (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
    ({ name }) => name,
  );

test('a database from before some migrations were renamed is brought up to date', async () => {
  const db = connect(await createEmptyDatabase());
  const old = Object.fromEntries(Object.entries(emptied).filter(([name]) => name < '0025'));
  await migrateToLatest(db, old);
  for (const [oldName, name] of Object.entries(renamedMigrations)) {
    await sql`update kysely_migration set name = ${oldName} where name = ${name}`.execute(db);
  }
  const added = await migrateToLatest(db, emptied, { renamed: renamedMigrations });
  expect(added).toEqual(Object.keys(migrations).filter((name) => name >= '0025'));
  expect(await namesIn(db)).toEqual(Object.keys(migrations));
});

test('a migration with an earlier number than the last one runs all the same', async () => {
  const db = connect(await createEmptyDatabase());
  await migrateToLatest(db, { '0001-first': nothing, '0003-third': nothing });
  const all = { '0001-first': nothing, '0002-second': nothing, '0003-third': nothing };
  expect(await migrateToLatest(db, all)).toEqual(['0002-second']);
});

test('a migration waits for its turn while calls use its tables, and does not end them', async () => {
  const url = await createEmptyDatabase();
  const db = connect(url);
  const makeTables = async (tx: Database) => {
    await sql`create table early (id int)`.execute(tx);
    await sql`create table late (id int)`.execute(tx);
  };
  await migrateToLatest(db, { '0001-tables': { up: makeTables } });
  // The call holds the second table and asks for the first one, which the migration has locked.
  let tries = 0;
  let call: Promise<unknown> | undefined;
  const lockBoth = async (tx: Database) => {
    tries += 1;
    await sql`lock table early in access exclusive mode`.execute(tx);
    if (tries === 1) call = held.resume();
    await sql`alter table late add column added int`.execute(tx);
  };
  const held = await holdTable(connect(url));
  const all = { '0001-tables': { up: makeTables }, '0002-both': { up: lockBoth } };
  expect(await migrateToLatest(db, all)).toEqual(['0002-both']);
  await expect(call).resolves.toBeUndefined();
  expect(tries).toBeGreaterThan(1);
});

test('a migration that never gets its lock is named', async () => {
  const url = await createEmptyDatabase();
  const db = connect(url);
  const create = { up: async (tx: Database) => void (await sql`create table late (id int)`.execute(tx)) };
  await migrateToLatest(db, { '0001-tables': create });
  const held = await holdTable(connect(url));
  await expect(
    migrateToLatest(
      db,
      { '0001-tables': create, '0002-next': nothing },
      { lockedFirst: { '0002-next': ['late'] }, timeoutMs: 500 },
    ),
  ).rejects.toThrow(/Migration 0002-next failed: .*lock timeout/);
  held.end();
  await held.ended;
});

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
  await migrateToLatest(db, { ...emptied, '9999-of-the-next-release': nothing });
  expect(await migrateToLatest(db, emptied)).toEqual([]);
  expect(await namesIn(db)).toContain('9999-of-the-next-release');
});

test('a migration that has shipped keeps its name and its content', () => {
  const folder = join(import.meta.dirname, '../migrations');
  const shipped = readFileSync(join(folder, 'shipped.txt'), 'utf8').trim().split('\n');
  expect(shipped.length).toBeGreaterThan(50);
  const now = shipped.map((line) => {
    const [name = ''] = line.split(' ');
    const hash = createHash('sha256').update(readFileSync(join(folder, `${name}.ts`)));
    return `${name} ${hash.digest('hex').slice(0, 16)}`;
  });
  expect(now).toEqual(shipped);
});

import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp } from '#server/testing/test-app.ts';
import { connectDatabase, type Database } from './database.ts';
import { asAppError } from './http/answer-errors.ts';
import { createPreparingClient, createStatementNames, type StatementNaming } from './prepared-statements.ts';
import { defineJob, onJob } from './queue.ts';

const testApp = startTestApp();
const open: Database[] = [];
const unused = defineJob({ name: 'test.unused', payload: z.object({}) });

/** One connection, so that every statement meets what the ones before it have left there. */
function connect(prepare?: StatementNaming): Database {
  const db = connectDatabase(testApp.url, { maxConnections: 1, prepare });
  open.push(db);
  return db;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((db) => db.destroy()));
});

async function listPrepared(db: Database): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement).filter((text) => !text.includes('pg_prepared_statements'));
}

const findUser = (db: Database, id: number) =>
  db.selectFrom('users').select(['id', 'email']).where('id', '=', id).execute();

test('a statement is prepared once it is used often, and answers the same', async () => {
  const db = connect({ usesBeforeName: 3 });
  for (const id of [1, 2]) await findUser(db, id);
  expect(await listPrepared(db)).toEqual([]);
  for (const id of [3, 4]) await findUser(db, id);
  expect(await listPrepared(db)).toHaveLength(1);
});

test('nothing is prepared when it is switched off', async () => {
  const db = connect();
  for (const id of [1, 2, 3]) await findUser(db, id);
  expect(await listPrepared(db)).toEqual([]);
});

test('a statement has one name in every process, and seldom used ones have none', () => {
  let time = 0;
  const options = { usesBeforeName: 2, now: () => time };
  const [names, others] = [createStatementNames(options), createStatementNames(options)];
  expect(names.nameOf('select 1')).toBeUndefined();
  time += 61_000;
  expect(names.nameOf('select 1')).toBeUndefined();
  const name = names.nameOf('select 1');
  expect(name).toBeDefined();
  others.nameOf('select 1');
  expect(others.nameOf('select 1')).toBe(name);
  expect(names.nameOf('select 2')).not.toBe(name);
});

test('the number of prepared statements is bounded', async () => {
  const db = connect({ usesBeforeName: 1, mostNames: 5 });
  for (let length = 1; length <= 20; length++) {
    await sql`select ${sql.join(Array.from({ length }, (_, index) => index))}`.execute(db);
  }
  expect((await listPrepared(db)).length).toBeLessThanOrEqual(5);
});

test.each([
  'select * from users',
  'select "users".* from users',
  'update users set name = $1 returning *',
  'select id from users where name ilike $1',
  'select 1; select 2',
  'begin',
  'create table x (y int)',
])('"%s" is never prepared', (text) => {
  expect(createStatementNames({ usesBeforeName: 1 }).nameOf(text)).toBeUndefined();
});

test('a statement is answered after a change of its table', async () => {
  const db = connect({ usesBeforeName: 1 });
  await sql`create table changing (id int, amount int)`.execute(db);
  await sql`insert into changing values (1, 7)`.execute(db);
  const read = async () => (await sql`select amount from changing where id = ${1}`.execute(db)).rows;
  expect(await read()).toEqual([{ amount: 7 }]);
  await sql`alter table changing add column other int, alter column amount type text`.execute(db);
  expect(await read()).toEqual([{ amount: '7' }]);
  expect(await db.transaction().execute(() => Promise.resolve('fine'))).toBe('fine');
});

test('a transaction that a change of the table breaks fails whole, and the next one works', async () => {
  const db = connect({ usesBeforeName: 1 });
  await sql`create table breaking (id int, amount int)`.execute(db);
  const insertAndRead = () =>
    db.transaction().execute(async (tx) => {
      await sql`insert into breaking (id) values (${1})`.execute(tx);
      return (await sql`select amount from breaking where id = ${1}`.execute(tx)).rows.length;
    });
  expect(await insertAndRead()).toBe(1);
  await sql`alter table breaking alter column amount type text`.execute(db);
  const error = await insertAndRead().catch((thrown) => thrown);
  expect(asAppError(error)).toMatchObject({ code: 'unavailable' });
  expect(await insertAndRead()).toBe(2);
});

test('a pooler that forgets prepared statements ends their use, and no answer is lost', async () => {
  const db = connect({ usesBeforeName: 1 });
  await findUser(db, 1);
  await sql`deallocate all`.execute(db);
  expect(await findUser(db, 1)).toEqual([]);
  expect(await listPrepared(db)).toEqual([]);
});

test('the statements of the queue are prepared, on its own connections too', async () => {
  const db = connect({ usesBeforeName: 1 });
  const { queue } = testApp.context;
  await queue.prepare([onJob(unused, async () => undefined)]);
  await queue.enqueue(db, unused, {});
  expect((await listPrepared(db)).filter((text) => text.includes('INSERT INTO pgboss.'))).toHaveLength(1);
  const Client = createPreparingClient(createStatementNames({ usesBeforeName: 1 }));
  const pool = new pg.Pool({ connectionString: testApp.url, max: 1, Client });
  try {
    const read = (state: string) =>
      pool.query('select * from pgboss.job where state::text = $1 and false', [state]);
    await read('created');
    const { rows } = await pool.query('select count(*)::integer as prepared from pg_prepared_statements');
    expect(rows).toEqual([{ prepared: 1 }]);
    await pool.query('deallocate all');
    expect((await read('created')).rows).toEqual([]);
    await expect(pool.query('select 1 / $1::int', [0])).rejects.toThrow('division by zero');
  } finally {
    await pool.end();
  }
});

test('a refused statement leaves its transaction and connection usable', async () => {
  const db = connect({ usesBeforeName: 1 });
  const divide = (by: number) => sql`select 1 / ${by}::int as share`.execute(db);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect((await divide(1)).rows).toEqual([{ share: 1 }]);
  await expect(divide(0)).rejects.toThrow('division by zero');
});

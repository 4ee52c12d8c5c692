import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { buildUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { compileOnce } from './compile-once.ts';
import { createQuickLanes, type QuickLanes } from './quick-lanes.ts';

const testApp = startTestApp();
const open: QuickLanes[] = [];

function createLanes(settings = ''): QuickLanes {
  const lanes = createQuickLanes({ connection: { connectionString: testApp.url, options: settings } });
  open.push(lanes);
  return lanes;
}

const run = (lanes: QuickLanes, text: string, ...values: unknown[]) =>
  lanes.run({ text, values, nameOfColumn: (column) => column });

afterEach(async () => {
  await Promise.all(open.splice(0).map((lanes) => lanes.end()));
});

test('statements that leave together are answered each with its own rows', async () => {
  const lanes = createLanes();
  const asked = Array.from({ length: 60 }, (_, index) => index);
  const answers = await Promise.all(asked.map((value) => run(lanes, 'select $1::int as value', value)));
  expect(answers).toEqual(asked.map((value) => [{ value }]));
});

test('an error of one statement does not reach its neighbors', async () => {
  const lanes = createLanes();
  const answers = await Promise.all(
    [4, 0, 2].map((value) => run(lanes, 'select 8 / $1::int as value', value)),
  );
  expect(answers).toEqual([[{ value: 2 }], undefined, [{ value: 4 }]]);
});

test('a statement that takes too long is left to the ordinary way, and the lane goes on', async () => {
  const lanes = createLanes('-c statement_timeout=50');
  expect(await run(lanes, 'select pg_sleep($1)', 20)).toBeUndefined();
  expect(await run(lanes, 'select 1 as value')).toEqual([{ value: 1 }]);
});

test('a lost connection is opened again', async () => {
  const lanes = createLanes();
  const [first] = (await run(lanes, 'select pg_backend_pid() as pid')) ?? [];
  await sql`select pg_terminate_backend(${first?.pid})`.execute(testApp.context.db);
  await expect.poll(() => run(lanes, 'select 1 as value'), { timeout: 5_000 }).toEqual([{ value: 1 }]);
});

test('a database that cannot be reached is left to the ordinary way at once', async () => {
  const lanes = createQuickLanes({ connection: { connectionString: 'postgres://nobody@127.0.0.1:1/none' } });
  open.push(lanes);
  expect(await run(lanes, 'select 1')).toBeUndefined();
  expect(await run(lanes, 'select 1')).toBeUndefined();
});

test('lanes that have ended carry out nothing', async () => {
  const lanes = createLanes();
  await lanes.end();
  expect(await run(lanes, 'select 1')).toBeUndefined();
});

test('a quick statement of a transaction stays in it, and others do not see what it has not committed', async () => {
  const { db } = testApp.context;
  const { id } = await buildUser(testApp);
  const find = compileOnce(
    (tx, { userId }: { userId: number }) =>
      tx.selectFrom('users').select(['firstName']).where('id', '=', userId),
    { isQuick: true },
  );
  await db.transaction().execute(async (tx) => {
    await tx.updateTable('users').set({ firstName: 'Changed' }).where('id', '=', id).execute();
    expect(await find(tx, { userId: id })).toEqual([{ firstName: 'Changed' }]);
    expect(await find(db, { userId: id })).not.toEqual([{ firstName: 'Changed' }]);
  });
  expect(await find(db, { userId: id })).toEqual([{ firstName: 'Changed' }]);
});

import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { reportAlbumPayments } from './album-payments.ts';
import { keepNext } from './kept/keep-figures.queries.ts';

const testApp = startTestApp();
const YEAR = { start_date: '2024-03-10', end_date: '2024-07-20', time_zone: 'Asia/Kolkata' };
const STARTS = [1, 7, 60, 199, 200, 201, 400, 455, 460, 1000];

/** An order in every seven hours, of one or two albums; some are paid at the same moment. */
beforeAll(async () => {
  const { id: userId } = await buildUser(testApp);
  const albums = [(await buildAlbum(testApp)).id, (await buildAlbum(testApp)).id];
  await testApp.context.db.transaction().execute(async (db) => {
    await sql`
      insert into orders (key, user_id, state, is_pool, sub_total_cents, total_cents, created_at, paid_at)
      select lpad(n::text, 32, '0'), ${userId}, 'paid', false, 0, 0, at, at
      from (select n, timestamptz '2024-03-09' + make_interval(hours => 7 * (n - n % 2)) as at
        from generate_series(1, 460) n) paid`.execute(db);
    await sql`
      insert into order_lines (order_id, album_id, price_cents, total_cents)
      select orders.id, album, 0, 0 from orders, unnest(${sql.val(albums)}::int[]) album
      where album = ${albums[0]} or orders.id % 5 = 0`.execute(db);
  });
});

const keepAt = async (moment: string) => {
  while (await keepNext(testApp.context.db, new Date(moment)));
};

const read = async (start: number, limit: number) =>
  (await reportAlbumPayments(testApp.context, { ...YEAR, _start: start, _limit: limit })).map(({ id }) => id);

async function expectPages(): Promise<void> {
  const all = await read(0, 5000);
  expect(all.length).toBeGreaterThan(400);
  for (const start of STARTS) expect(await read(start, 10)).toEqual(all.slice(start, start + 10));
}

test('a page from anywhere in the report continues the pages before it, however much is kept', async () => {
  await expectPages();
  await keepAt('2024-05-14T12:00:00Z');
  await expectPages();
  await keepAt('2024-08-02T12:00:00Z');
  await expectPages();
});

test('an order whose moment of payment changes, and lines that change, move the pages after them at once', async () => {
  const { db } = testApp.context;
  const first = sql`select order_id from order_lines order by order_id, id offset 200 limit 1`;
  for (const change of [
    sql`update orders set paid_at = paid_at + interval '40 days' where id = (${first})`,
    sql`update orders set paid_at = '2024-07-19T10:00:00Z' where id = (${first})`,
    sql`delete from order_lines where id in (select id from order_lines order by id offset 100 limit 3)`,
    sql`insert into order_lines (order_id, album_id, price_cents, total_cents)
      select order_id, (select max(id) from albums), 0, 0 from order_lines line
      where order_id % 5 <> 0 order by id limit 4`,
  ]) {
    await change.execute(db);
    await expectPages();
    await keepAt('2024-08-02T12:00:00Z');
    await expectPages();
  }
});

test('the lines of kept months are not counted again', async () => {
  const before = await read(300, 10);
  const { db } = testApp.context;
  await sql`update kept_payments set lines = lines + 1 where span = '2024-06'`.execute(db);
  expect(await read(300, 10)).not.toEqual(before);
  await sql`update kept_payments set lines = lines - 1 where span = '2024-06'`.execute(db);
  expect(await read(300, 10)).toEqual(before);
});

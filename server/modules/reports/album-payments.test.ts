import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Actor } from '#server/platform/http/access.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { reportAlbumPayments } from './album-payments.ts';

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
    await sql`
      insert into payment_attempts (order_id, user_id, mode, state, amount_cents, settled_at)
      select id, user_id, ${testApp.context.payments.mode}, 'succeeded', 0, paid_at from orders`.execute(db);
  });
});

const ANALYST: Actor = { userId: 0, role: 'analyst', sessionId: 'test', isVerified: true };
const read = async (start: number, limit: number) =>
  (await reportAlbumPayments(testApp.context, ANALYST, { ...YEAR, _start: start, _limit: limit })).map(
    ({ id }) => id,
  );

async function expectPages(): Promise<void> {
  const all = await read(0, 5000);
  expect(all.length).toBeGreaterThan(400);
  for (const start of STARTS) expect(await read(start, 10)).toEqual(all.slice(start, start + 10));
}

test('a page from anywhere in the report continues the pages before it', expectPages);

test('payments of a rehearsal are in no report once real cards pay', async () => {
  const payments = { ...testApp.context.payments, mode: 'live' as const };
  const query = { ...YEAR, _start: 0, _limit: 5000 };
  expect(await reportAlbumPayments({ ...testApp.context, payments }, ANALYST, query)).toEqual([]);
});

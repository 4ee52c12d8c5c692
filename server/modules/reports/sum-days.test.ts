import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTestApp } from '#server/testing/test-app.ts';
import { sumHours } from './charts.queries.ts';
import { type Kept, keepNothing } from './kept/spans.rules.ts';
import { findPeriod } from './period.queries.ts';
import { sumDays } from './sales.queries.ts';
import { sumByDay } from './sums.rules.ts';

const testApp = startTestApp();
const MONTHS = ['2011-12', '2025-03', '2025-04', '2025-10', '2025-11'];

/** A line in every quarter of an hour of these months, each of another amount, so that none can stand for another. */
async function fillLedger(): Promise<void> {
  await testApp.context.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`
      insert into ledger_lines (entry_id, order_line_id, order_id, attempt_id, user_id, mode, kind, occurred_at, event_id,
        album_id, is_image, photos, producer_name, is_pool, facial, amount_cents, tax_cents, discount_cents, sales)
      select number, 1, 1, 1, 1, 'sandbox', case when number % 3 = 0 then 'refund' else 'charge' end, at, 1, 1, false, 1, '',
        false, false, case when number % 3 = 0 then -number else number end, 0, 0, 0
      from (
        select at, row_number() over (order by at) as number
        from unnest(${sql.val(MONTHS)}::text[]) month,
          generate_series(span_begins(month), span_ends(month) - interval '1 minute', interval '15 minutes') at) line`.execute(
      db,
    );
    for (const month of MONTHS) await sql`select keep_sales('sandbox', ${month})`.execute(db);
  });
}

/** Each day by itself, as if none of the months were over. */
async function keepAllDays(months: readonly string[]): Promise<Kept> {
  const { rows } = await sql<{ day: string }>`
    select day_of(at) as day from unnest(${sql.val(months)}::text[]) month,
      generate_series(span_begins(month), span_ends(month) - interval '1 hour', interval '1 day') at`.execute(
    testApp.context.db,
  );
  return { ...keepNothing(), days: rows.map(({ day }) => day) };
}

beforeAll(fillLedger, 60_000);

test('days of every time zone are the same from kept sums as from the lines', {
  timeout: 60_000,
}, async () => {
  const { db } = testApp.context;
  const zones = ['UTC', 'Europe/London', 'America/Chicago', 'Asia/Kolkata', 'Asia/Kathmandu'];
  for (const timeZone of [...zones, 'Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Kiritimati']) {
    for (const [startDate, endDate, months] of [
      ['2025-02-27', '2025-12-02', MONTHS.slice(1)],
      ['2011-11-29', '2012-01-02', MONTHS.slice(0, 1)],
    ] as const) {
      const days = { startDate, endDate, timeZone };
      const period = await findPeriod(db, days);
      const sum = async (kept: Kept) =>
        sumByDay(await sumDays(db, { mode: 'sandbox' }, kept, days), days).map(({ day, gross, refunds }) => [
          day,
          gross,
          refunds,
        ]);
      const exact = await sum(keepNothing(period));
      expect(exact.some(([, gross]) => Number(gross) > 0)).toBe(true);
      expect(await sum({ ...keepNothing(), months: [...months] })).toEqual(exact);
      expect(await sum(await keepAllDays(months))).toEqual(exact);
    }
  }
});

test('hours of the day are the same from kept sums as from the lines', { timeout: 60_000 }, async () => {
  const { db } = testApp.context;
  const range = { from: '2025-03-01T00:00:00.000Z', until: '2025-12-01T00:00:00.000Z' };
  for (const timeZone of ['UTC', 'Europe/London', 'America/Chicago', 'Pacific/Kiritimati', 'Asia/Tokyo']) {
    const sum = async (kept: Kept) =>
      (await sumHours(db, { mode: 'sandbox' }, kept, timeZone)).toSorted((a, b) => a.hour - b.hour);
    const exact = await sum(keepNothing(range));
    expect(exact).toHaveLength(24);
    expect(await sum({ ...keepNothing(), months: MONTHS.slice(1) })).toEqual(exact);
    expect(await sum(await keepAllDays(MONTHS.slice(1)))).toEqual(exact);
  }
});

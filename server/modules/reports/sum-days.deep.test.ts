import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { changeSettings } from '#server/testing/order-factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { findPeriod } from './period.queries.ts';
import { sumDays, sumEvents, sumHours } from './sales.queries.ts';
import { fillSalesDaily, findFilledDays } from './sales-daily.ts';

const testApp = startTestApp();
const ZONES = ['UTC', 'Europe/London', 'America/Chicago', 'Asia/Kolkata', 'Asia/Kathmandu'];
const ODD_ZONES = ['Australia/Lord_Howe', 'Pacific/Apia', 'Pacific/Kiritimati'];
const MONTHS = ['2011-12-01', '2025-03-01', '2025-04-01', '2025-10-01', '2025-11-01'];

/** A line in every quarter of an hour of these months, each of another amount, so that none can stand for another. */
async function fillLedger(): Promise<void> {
  await testApp.context.db.transaction().execute(async (db) => {
    await sql`set local session_replication_role = replica`.execute(db);
    await sql`
      insert into events (name, brand_name, producer_name, venue_name, city, state, start_date)
      values ('Open', '', '', '', '', '', '2025-03-01')`.execute(db);
    await sql`
      insert into ledger_lines (entry_id, order_line_id, order_id, attempt_id, user_id, mode, kind, occurred_at, event_id,
        album_id, is_image, photos, producer_name, is_pool, facial, amount_cents, tax_cents, discount_cents, sales,
        statement_month)
      select number, 1, 1, 1, 1, 'sandbox', case when number % 3 = 0 then 'refund' else 'charge' end, at, events.id, 1,
        false, 1, '', false, false, case when number % 3 = 0 then -number else number end, 0, 0, 0,
        date_trunc('month', at at time zone 'UTC')
      from events, (
        select at, row_number() over (order by at) as number
        from unnest(${sql.val(MONTHS)}::date[]) month, generate_series(month::timestamp at time zone 'UTC',
          (month + interval '1 month' - interval '1 minute') at time zone 'UTC', interval '15 minutes') at) line`.execute(
      db,
    );
    await sql`
      insert into ledger_line_shares (line_id, photographer, photos, amount_cents, tax_cents, rate_basis_points, earned_cents)
      select id, null, 1, amount_cents, 0, 3000, amount_cents * 3 / 10 from ledger_lines`.execute(db);
  });
}

async function fillIn(timeZone: string): Promise<void> {
  await changeSettings(testApp, { reporting_time_zone: timeZone });
  await fillSalesDaily(testApp.context);
}

const inOrder = <Row extends object>(rows: Row[]) =>
  rows.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));

beforeAll(fillLedger, 60_000);

test('days and events of every time zone are the same from the rollup as from the lines', {
  timeout: 120_000,
}, async () => {
  const { db } = testApp.context;
  for (const reportingZone of ['UTC', 'Asia/Kathmandu', ...ODD_ZONES]) {
    await fillIn(reportingZone);
    for (const timeZone of new Set([reportingZone, ...ZONES])) {
      for (const [startDate, endDate] of [
        ['2025-02-27', '2025-12-02'],
        ['2011-11-29', '2012-01-02'],
      ] as const) {
        const days = { start_date: startDate, end_date: endDate, time_zone: timeZone };
        const range = { ...(await findPeriod(db, days)), mode: 'sandbox' as const };
        const filled = await findFilledDays(db, range);
        expect(filled?.timeZone).toBe(reportingZone);
        const exact = inOrder(await sumDays(db, range, undefined, timeZone));
        expect(exact.length).toBeGreaterThan(50);
        expect(inOrder(await sumDays(db, range, filled, timeZone))).toEqual(exact);
        expect(inOrder(await sumEvents(db, range, filled))).toEqual(
          inOrder(await sumEvents(db, range, undefined)),
        );
      }
    }
  }
});

test('hours of the day are those of the time zone', { timeout: 60_000 }, async () => {
  const { db } = testApp.context;
  const range = {
    from: '2025-03-01T00:00:00.000Z',
    until: '2025-12-01T00:00:00.000Z',
    mode: 'sandbox' as const,
  };
  for (const timeZone of [...ZONES, ...ODD_ZONES]) {
    const { rows } = await sql`
      select extract(hour from occurred_at at time zone ${timeZone})::int as hour, sum(amount_cents)::bigint as cents
      from ledger_lines where occurred_at >= ${range.from} and occurred_at < ${range.until} group by 1`.execute(
      db,
    );
    expect(rows).toHaveLength(24);
    expect(inOrder(await sumHours(db, range, timeZone))).toEqual(inOrder(rows as object[]));
  }
});

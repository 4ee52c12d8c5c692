// The rollup of finished days. The ledger is only appended to, and money is booked on the day it moves, so a finished day
// never changes. Days that are not filled yet are read from the ledger itself.
import { type RawBuilder, sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Db } from '#server/platform/database/database.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import type { LedgerRange, Period } from './period.queries.ts';

/** A transaction that booked just before midnight has committed by then. */
const SETTLED_MINUTES = 60;

/** Fills every finished day that is not filled yet. A new time zone begins a new day elsewhere, so all days are filled again. */
export async function fillSalesDaily(context: Pick<Context, 'db' | 'clock' | 'log'>): Promise<void> {
  const { reporting_time_zone: timeZone } = await getSettings(context);
  const settledAt = minutesFrom(context.clock.now(), -SETTLED_MINUTES);
  await context.db.transaction().execute(async (db) => {
    await advisoryLock(db, 'sales daily');
    // The first time, years are filled at once.
    await sql`set local statement_timeout = 0`.execute(db);
    const { rows } = await sql<{ from: string; until: string }>`
      select coalesce((select next_day from sales_daily_fill where time_zone = ${timeZone}), '-infinity')::text as from,
        (${settledAt}::timestamptz at time zone ${timeZone})::date::text as until`.execute(db);
    const [days] = rows;
    if (days) await fillDays(db, timeZone, days);
  });
}

async function fillDays(
  db: Db,
  timeZone: string,
  { from, until }: { from: string; until: string },
): Promise<void> {
  const startOf = (day: string) => sql`${day}::date::timestamp at time zone ${timeZone}`;
  await sql`delete from sales_daily where day >= ${from}::date`.execute(db);
  await sql`
    insert into sales_daily (mode, day, event_id, photographer, is_image, facial, kind, amount_cents, tax_cents,
      earned_cents, sales)
    select line.mode, (line.occurred_at at time zone ${timeZone})::date, line.event_id, share.photographer, line.is_image,
      line.facial, line.kind, sum(share.amount_cents), sum(share.tax_cents), sum(share.earned_cents), sum(line.sales)
    from ledger_lines line join ledger_line_shares share on share.line_id = line.id
    where line.occurred_at >= ${startOf(from)} and line.occurred_at < ${startOf(until)}
    group by 1, 2, 3, 4, 5, 6, 7`.execute(db);
  await sql`
    insert into sales_daily_fill (time_zone, next_day) values (${timeZone}, ${until}::date)
    on conflict (only_row) do update set time_zone = excluded.time_zone, next_day = excluded.next_day`.execute(
    db,
  );
}

/** `from` and `until` are the moments at which the days begin and end; `endDay` is exclusive. */
export type FilledDays = Period & { firstDay: string; endDay: string; timeZone: string };

/** Finds the whole days of a period that the rollup has. */
export async function findFilledDays(db: Db, { from, until }: Period): Promise<FilledDays | undefined> {
  const { rows } = await sql<FilledDays>`
    select first_day::text, end_day::text, time_zone, first_day::timestamp at time zone time_zone as from,
      end_day::timestamp at time zone time_zone as until
    from sales_daily_fill, lateral (
      select (${from}::timestamptz at time zone time_zone) as begins, (${until}::timestamptz at time zone time_zone) as ends
    ) period, lateral (
      select case when begins = begins::date then begins::date else begins::date + 1 end as first_day,
        least(ends::date, next_day) as end_day) days
    where first_day < end_day`.execute(db);
  return rows[0];
}

const ofDays = ({ mode }: LedgerRange, filled: FilledDays | undefined) =>
  filled
    ? sql`mode = ${mode} and day >= ${filled.firstDay}::date and day < ${filled.endDay}::date`
    : sql`false`;

/** A condition on `line`, a row of the ledger, that no filled day has. */
function ofOtherDays({ mode, from, until }: LedgerRange, filled: FilledDays | undefined) {
  const between = (first: string, end: string) =>
    sql`line.occurred_at >= ${first} and line.occurred_at < ${end}`;
  const others = filled
    ? sql`(${between(from, filled.from)} or ${between(filled.until, until)})`
    : between(from, until);
  return sql`line.mode = ${mode} and ${others}`;
}

/** The sales of a period; `day` is a day of `timeZone`. */
export function salesIn(
  range: LedgerRange,
  filled: FilledDays | undefined,
  timeZone = 'UTC',
): RawBuilder<unknown> {
  return sql`(
    select day, event_id, is_image, facial, kind, amount_cents as cents from sales_daily where ${ofDays(range, filled)}
    union all
    select (line.occurred_at at time zone ${timeZone})::date, line.event_id, line.is_image, line.facial, line.kind,
      line.amount_cents
    from ledger_lines line where ${ofOtherDays(range, filled)})`;
}

/** The earnings of each photographer at these events, without sales tax. */
export function sharesIn(
  range: LedgerRange,
  filled: FilledDays | undefined,
  eventIds: readonly number[],
): RawBuilder<unknown> {
  return sql`(
    select event_id, photographer, is_image, kind, amount_cents - tax_cents as cents, earned_cents, sales from sales_daily
    where event_id = any(${eventIds}) and ${ofDays(range, filled)}
    union all
    select line.event_id, share.photographer, line.is_image, line.kind, share.amount_cents - share.tax_cents,
      share.earned_cents, line.sales
    from ledger_lines line join ledger_line_shares share on share.line_id = line.id
    where line.event_id = any(${eventIds}) and ${ofOtherDays(range, filled)})`;
}

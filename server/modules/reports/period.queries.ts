import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

/** `until` is exclusive. */
export type Period = { from: string; until: string };
export type LedgerRange = Period & { mode: PaymentMode };

export const ALL_TIME: Period = { from: '-infinity', until: 'infinity' };

export type Days = { startDate: string; endDate: string; timeZone: string };

/** A condition on `line`, a row of `ledger_lines`. */
export function inRange({ mode, from, until }: LedgerRange): RawBuilder<boolean> {
  return sql`line.mode = ${mode} and line.occurred_at >= ${from} and line.occurred_at < ${until}`;
}

export async function findPeriod(db: Db, { startDate, endDate, timeZone }: Days): Promise<Period> {
  const { rows } = await sql<Period>`
    select (${startDate}::date)::timestamp at time zone ${timeZone} as from,
      (${endDate}::date + 1)::timestamp at time zone ${timeZone} as until`.execute(db);
  return rows[0] as Period;
}

type StatementDays = {
  start_date?: string | undefined;
  end_date?: string | undefined;
  time_zone: string;
};

/** Statements are of all time unless days are named. */
export function findStatementPeriod(
  db: Db,
  { start_date: startDate, end_date: endDate, time_zone: timeZone }: StatementDays,
): Promise<Period> {
  return startDate && endDate ? findPeriod(db, { startDate, endDate, timeZone }) : Promise.resolve(ALL_TIME);
}

/** While the current period is in progress, the previous one is cut at the same point. */
export async function findComparedPeriods(db: Db, days: Days, now: Date) {
  const { rows } = await sql<{ startDate: string; endDate: string }>`
    select (${days.startDate}::date - (${days.endDate}::date - ${days.startDate}::date + 1)) as start_date,
      (${days.startDate}::date - 1) as end_date`.execute(db);
  const before = rows[0] as { startDate: string; endDate: string };
  const current = await findPeriod(db, days);
  const previous = await findPeriod(db, { ...before, timeZone: days.timeZone });
  const [from, until] = [Date.parse(current.from), Date.parse(current.until)];
  const isPartial = now.getTime() > from && now.getTime() < until;
  const cut = new Date(Date.parse(previous.from) + now.getTime() - from).toISOString();
  return {
    current,
    previous: { ...previous, ...before, ...(isPartial ? { until: cut } : {}) },
    isPartial,
  };
}

import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';

/** `until` is exclusive. */
export type Period = { from: string; until: string };
export type LedgerRange = Period & { mode: PaymentMode };

export const ALL_TIME: Period = { from: '-infinity', until: 'infinity' };

export type Days = { start_date: string; end_date: string; time_zone: string };

/** A condition on `line`, a row of `ledger_lines`. */
export function inRange({ mode, from, until }: LedgerRange): RawBuilder<boolean> {
  return sql`line.mode = ${mode} and line.occurred_at >= ${from} and line.occurred_at < ${until}`;
}

export async function findPeriod(db: Db, { start_date, end_date, time_zone }: Days): Promise<Period> {
  const { rows } = await sql<Period>`
    select (${start_date}::date)::timestamp at time zone ${time_zone} as from,
      (${end_date}::date + 1)::timestamp at time zone ${time_zone} as until`.execute(db);
  return rows[0] as Period;
}

/** Statements are of all time unless days are named. */
export async function findStatementPeriod(
  db: Db,
  { start_date, end_date, time_zone }: { [Key in keyof Days]?: string | undefined } & { time_zone: string },
): Promise<Period> {
  return start_date && end_date ? findPeriod(db, { start_date, end_date, time_zone }) : ALL_TIME;
}

/** While the current period is in progress, the previous one is cut at the same point. */
export async function findComparedPeriods(db: Db, days: Days, now: Date) {
  const { rows } = await sql<Omit<Days, 'time_zone'>>`
    select (${days.start_date}::date - (${days.end_date}::date - ${days.start_date}::date + 1)) as start_date,
      (${days.start_date}::date - 1) as end_date`.execute(db.withoutPlugins());
  const before = rows[0] as Omit<Days, 'time_zone'>;
  const current = await findPeriod(db, days);
  const previous = await findPeriod(db, { ...before, time_zone: days.time_zone });
  const [from, until] = [Date.parse(current.from), Date.parse(current.until)];
  const isPartial = now.getTime() > from && now.getTime() < until;
  const cut = new Date(Date.parse(previous.from) + now.getTime() - from).toISOString();
  return {
    current,
    previous: { ...previous, ...before, ...(isPartial ? { until: cut } : {}) },
    isPartial,
  };
}

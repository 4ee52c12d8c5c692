import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import { localDate } from '#server/platform/time/clock.ts';

// Money is booked into the month in which it moves, or into the first open month if that one is closed.

const LOCK = 'statement months';

/** The first day of a month, as YYYY-MM-01. */
export const monthOf = (moment: Date | string, timeZone: string): string =>
  `${localDate(new Date(moment), timeZone).slice(0, 7)}-01`;

export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}

/**
 * Returns the month whose statements get an entry. No month closes before the transaction ends, so that a closed month has
 * all of its lines.
 */
export async function holdMonths(tx: Pick<Tx, 'db' | 'log'>) {
  const { reporting_time_zone: timeZone } = await getSettings(tx);
  await advisoryLock(tx.db, LOCK, 'shared');
  const closed = await listLastClosed(tx.db);
  return ({ mode, createdAt }: { mode: string; createdAt: string }): string => {
    const last = closed.get(mode);
    const own = monthOf(createdAt, timeZone);
    return last === undefined || own > last ? own : monthAfter(last);
  };
}

/** Returns whether the month of a line is still open; it counts while the transaction holds the months. */
export async function openMonths(db: Db) {
  const closed = await listLastClosed(db);
  return ({ mode, statementMonth }: { mode: string; statementMonth: string }): boolean =>
    statementMonth > (closed.get(mode) ?? '');
}

async function listLastClosed(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('closedMonths')
    .select(({ fn }) => ['mode', fn.max('month').as('month')])
    .groupBy('mode')
    .execute();
  return new Map(rows.map(({ mode, month }) => [mode, month]));
}

/** The first month that is not closed, or null if none is. */
export async function findFirstOpen(db: Db, mode: PaymentMode): Promise<string | null> {
  const last = (await listLastClosed(db)).get(mode);
  return last === undefined ? null : monthAfter(last);
}

/** Waits for running bookings; new ones wait until the transaction ends. */
export async function lockMonths(db: Db): Promise<void> {
  await advisoryLock(db, LOCK);
}

/** The caller holds the lock. */
export async function insertClosedMonth(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
  { mode, month, closedBy }: { mode: PaymentMode; month: string; closedBy: number },
): Promise<void> {
  const { site_name: siteName } = await getSettings(tx);
  const closedAt = tx.clock.now();
  await tx.db.insertInto('closedMonths').values({ mode, month, closedBy, closedAt, siteName }).execute();
}

import type { SalesReport } from '#contract/endpoints/reports.ts';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import type { LedgerRange } from './ledger-range.queries.ts';
import { type Days, findComparedPeriods } from './period.queries.ts';
import { toWireSales } from './reports.wire.ts';
import { findLastEntryId } from './rows.queries.ts';
import {
  countBuyers,
  countPools,
  countViewers,
  listCouponUse,
  sumAccountFees,
  sumDays,
  sumEvents,
  sumLedger,
} from './sales.queries.ts';
import { addUp, type Sum } from './sums.rules.ts';

/** Money counts on the day it moved, so a refund never changes past figures. */
export async function reportSales(
  { db, payments, clock }: Pick<Tx, 'db' | 'payments' | 'clock'>,
  days: Days,
): Promise<SalesReport> {
  const { current, previous, isPartial } = await findComparedPeriods(db, days, clock.now());
  const range = { ...current, mode: payments.mode };
  // Two connections are used at once, because a report over years keeps one busy for long.
  const [money, people] = await Promise.all([
    readMoney(db, range, { timeZone: days.timeZone, previous: { ...previous, mode: payments.mode } }),
    readPeople(db, range),
  ]);
  const { sums, ...parts } = money;
  return toWireSales({
    ...parts,
    ...people,
    days,
    previous,
    isPartial,
    totals: describeTotals(sums, people.buyers),
  });
}

async function readMoney(
  db: Db,
  range: LedgerRange,
  { timeZone, previous }: { timeZone: string; previous: LedgerRange },
) {
  return {
    through: await findLastEntryId(db),
    sums: await sumLedger(db, range),
    byDay: await sumDays(db, range, timeZone),
    byEvent: await sumEvents(db, range),
    accountFeesCents: await sumAccountFees(db, range),
    previousTotals: await totalUp(db, previous),
  };
}

async function readPeople(db: Db, range: LedgerRange) {
  return {
    buyers: await countBuyers(db, range),
    coupons: await listCouponUse(db, range),
    pools: await countPools(db, range),
    viewers: await countViewers(db, range),
  };
}

type Buyers = Awaited<ReturnType<typeof countBuyers>>;

const describeTotals = (sums: Sum[], { orders, customers }: Buyers) => ({
  ...addUp(sums),
  orders,
  customers,
});

export async function totalUp(db: Db, range: LedgerRange): Promise<SalesReport['totals']> {
  return describeTotals(await sumLedger(db, range), await countBuyers(db, range));
}

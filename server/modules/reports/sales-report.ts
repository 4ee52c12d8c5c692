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
import { addUp } from './sums.rules.ts';

/** Money counts on the day it moved, so a refund never changes past figures. */
export async function reportSales(
  { db, payments, clock }: Pick<Tx, 'db' | 'payments' | 'clock'>,
  days: Days,
): Promise<SalesReport> {
  const { current, previous, isPartial } = await findComparedPeriods(db, days, clock.now());
  const range = { ...current, mode: payments.mode };
  return toWireSales({
    through: await findLastEntryId(db),
    days,
    previous,
    isPartial,
    totals: await totalUp(db, range),
    previousTotals: await totalUp(db, { ...previous, mode: payments.mode }),
    accountFeesCents: await sumAccountFees(db, range),
    byDay: await sumDays(db, range, days.timeZone),
    byEvent: await sumEvents(db, range),
    coupons: await listCouponUse(db, range),
    buyers: await countBuyers(db, range),
    pools: await countPools(db, range),
    viewers: await countViewers(db, range),
  });
}

export async function totalUp(db: Db, range: LedgerRange): Promise<SalesReport['totals']> {
  const { orders, customers } = await countBuyers(db, range);
  return { ...addUp(await sumLedger(db, range)), orders, customers };
}

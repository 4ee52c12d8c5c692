import type { SalesReport } from '#contract/endpoints/reports.ts';
import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import { atOneMoment, findKept } from './kept/spans.queries.ts';
import type { LedgerRange } from './ledger-range.queries.ts';
import { type Days, findComparedPeriods } from './period.queries.ts';
import { toWireSales } from './reports.wire.ts';
import { findLastEntryId } from './rows.queries.ts';
import {
  countOrders,
  countPeople,
  countPools,
  type OrderCount,
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
  const { mode } = payments;
  const { current, previous, isPartial } = await findComparedPeriods(db, days, clock.now());
  const range = { ...current, mode };
  // Two connections are used at once, because a report over years keeps one busy for long.
  const [money, people] = await Promise.all([
    atOneMoment(db, (tx) => readMoney(tx, range, { days, previous: { ...previous, mode } })),
    atOneMoment(db, (tx) => readPeople(tx, range)),
  ]);
  const { totals, ...parts } = money;
  const { orders, customers, viewers, ...rest } = people;
  return toWireSales({
    ...parts,
    ...rest,
    orders,
    viewers,
    days,
    previous,
    isPartial,
    totals: { ...totals, orders: numberOf(orders), customers },
  });
}

async function readMoney(
  db: Db,
  range: LedgerRange,
  { days, previous }: { days: Days; previous: LedgerRange },
) {
  const kept = await findKept(db, 'sales', range);
  return {
    through: await findLastEntryId(db),
    totals: addUp(await sumLedger(db, range, kept)),
    byDay: await sumDays(db, range, kept, days),
    byEvent: await sumEvents(db, range, kept),
    accountFeesCents: await sumAccountFees(db, range),
    previousTotals: await totalUp(db, previous),
  };
}

async function readPeople(db: Db, range: LedgerRange) {
  const [buyers, views] = [await findKept(db, 'buyers', range), await findKept(db, 'views', range)];
  return {
    orders: await countOrders(db, range, buyers),
    pools: await countPools(db, views),
    ...(await countPeople(db, range, { buyers, views })),
  };
}

const numberOf = (counts: OrderCount[]) => counts.reduce((sum, { orders }) => sum + orders, 0);

export async function totalUp(db: Db, range: LedgerRange): Promise<SalesReport['totals']> {
  return atOneMoment(db, async (tx) => {
    const sums = await sumLedger(tx, range, await findKept(tx, 'sales', range));
    const buyers = await findKept(tx, 'buyers', range);
    const orders = numberOf(await countOrders(tx, range, buyers));
    const { customers } = await countPeople(tx, range, { buyers });
    return { ...addUp(sums), orders, customers };
  });
}

import type { ReportMoney, SalesReport } from '#contract/endpoints/reports.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/database.ts';
import type { EntryKind, LedgerRange } from './ledger-parts.queries.ts';
import { type Days, findComparedPeriods } from './period.queries.ts';
import {
  countBuyers,
  countPools,
  countViewers,
  listCouponUse,
  listMoneyCells,
  type MoneyCell,
  sumLedger,
} from './sales.queries.ts';

/** Money counts on the day it moved, so a refund never changes past figures. */
export async function reportSales(
  { db, payments, clock }: Pick<Context, 'db' | 'payments' | 'clock'>,
  days: Days,
): Promise<SalesReport> {
  const { current, previous, isPartial } = await findComparedPeriods(db, days, clock.now());
  const range = { ...current, mode: payments.mode };
  const cells = await listMoneyCells(db, range, days.timeZone);
  const buyers = await countBuyers(db, range);
  const { startDate, endDate, ...before } = previous;
  const pools = await countPools(db, range);
  return {
    totals: await totalUp(db, range),
    previous: {
      ...(await totalUp(db, { ...before, mode: payments.mode })),
      start_date: startDate,
      end_date: endDate,
      is_partial: isPartial,
    },
    by_day: byDay(cells, days),
    by_event: groupCells(cells, (cell) => cell.eventId).map(([event, own]) => ({
      event,
      name: own[0]?.eventName ?? '',
      brand: own[0]?.brandName ?? '',
      ...addUp(own),
    })),
    by_brand: groupCells(cells, (cell) => cell.brandName).map(([brand, own]) => ({ brand, ...addUp(own) })),
    by_product: (['album', 'image'] as const).map((product) => ({
      product,
      ...addUp(cells.filter((cell) => cell.isImage === (product === 'image'))),
    })),
    coupons: (await listCouponUse(db, range)).map((coupon) => ({
      coupon: coupon.id,
      code: coupon.code,
      orders: coupon.orders,
      discount: coupon.discountCents,
      sales: coupon.salesCents,
    })),
    facial: { gross: addUp(cells.filter((cell) => cell.isFacial)).gross, orders: buyers.facialOrders },
    pools: { ...pools, open: pools.opened - pools.filled - pools.released },
    conversion: { viewed: await countViewers(db, range), bought: buyers.customers },
  };
}

export async function totalUp(db: Db, range: LedgerRange): Promise<SalesReport['totals']> {
  const { orders, customers } = await countBuyers(db, range);
  return { ...addUp(await sumLedger(db, range)), orders, customers };
}

export function addUp(entries: readonly { kind: EntryKind; cents: number }[]): ReportMoney {
  const sum = (...kinds: EntryKind[]) =>
    entries.reduce((total, entry) => (kinds.includes(entry.kind) ? total + entry.cents : total), 0);
  const gross = sum('charge');
  const [refunds, disputes] = [sum('refund', 'refund_failed'), sum('dispute', 'dispute_won')];
  // Subtracting from zero avoids -0.
  return { gross, refunds: 0 - refunds, disputes: 0 - disputes, net: gross + refunds + disputes };
}

/** Sorted by net, then gross, in descending order. */
function groupCells<Key>(cells: MoneyCell[], keyOf: (cell: MoneyCell) => Key): [Key, MoneyCell[]][] {
  const groups = [...Map.groupBy(cells, keyOf)];
  const worth = new Map(groups.map(([key, own]) => [key, addUp(own)]));
  const rank = (key: Key) => worth.get(key) as ReportMoney;
  return groups.sort(([a], [b]) => rank(b).net - rank(a).net || rank(b).gross - rank(a).gross);
}

const DAY_MS = 86_400_000;

function byDay(cells: MoneyCell[], { startDate, endDate }: Days): SalesReport['by_day'] {
  const groups = Map.groupBy(cells, (cell) => cell.day);
  const [first, last] = [Date.parse(startDate), Date.parse(endDate)];
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, position) => {
    const day = new Date(first + position * DAY_MS).toISOString().slice(0, 10);
    return { day, ...addUp(groups.get(day) ?? []) };
  });
}

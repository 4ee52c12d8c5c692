import type { Overview } from '#contract/endpoints/overview.ts';
import type { SalesCharts, SalesReport } from '#contract/endpoints/reports.ts';
import type { Tx } from '#server/context.ts';
import { atOneMoment } from '#server/platform/database/database.ts';
import { type Days, findComparedPeriods } from './period.queries.ts';
import {
  countFound,
  countOrders,
  countPeople,
  countPools,
  type EventMoney,
  findLastEntryId,
  listBestTeams,
  numberOf,
  sumAccountFees,
  sumDays,
  sumEvents,
  sumHours,
  sumLedger,
} from './sales.queries.ts';
import { findFilledDays } from './sales-daily.ts';
import { addUp, groupByMoney, sumByDay } from './sums.rules.ts';

const MAX_TEAMS = 20;

type ReportTx = Pick<Tx, 'db' | 'payments' | 'clock'>;

/** Money counts on the day it moved, so a refund never changes past totals. */
export async function reportSales(
  { db, payments: { mode }, clock }: ReportTx,
  days: Days,
): Promise<SalesReport> {
  const { current, previous, isPartial } = await findComparedPeriods(db, days, clock.now());
  const range = { ...current, mode };
  // Two connections are used at once, because a report over years keeps one busy for long.
  const [money, people] = await Promise.all([
    atOneMoment(db, async (tx) => {
      const filled = await findFilledDays(tx, range);
      return {
        through: await findLastEntryId(tx),
        totals: addUp(await sumLedger(tx, range)),
        previous: addUp(await sumLedger(tx, { ...previous, mode })),
        byDay: await sumDays(tx, range, filled, days.time_zone),
        byEvent: await sumEvents(tx, range, filled),
        accountFees: await sumAccountFees(tx, range),
        ...(await countOrders(tx, range, previous)),
      };
    }),
    atOneMoment(db, async (tx) => ({
      ...(await countPeople(tx, range, previous)),
      pools: await countPools(tx, range),
    })),
  ]);
  const { byDay, byEvent, byCoupon } = money;
  const { customers, pools } = people;
  return {
    through: money.through,
    totals: { ...money.totals, orders: numberOf(byCoupon), customers },
    account_fees: money.accountFees,
    previous: {
      ...money.previous,
      orders: money.previousOrders,
      customers: people.previousCustomers,
      start_date: previous.start_date,
      end_date: previous.end_date,
      is_partial: isPartial,
    },
    by_day: sumByDay(byDay, days),
    ...splitByEvent(byEvent),
    coupons: byCoupon.flatMap(({ couponId, code, ...count }) =>
      couponId === null || code === null
        ? []
        : [
            {
              coupon: couponId,
              code,
              orders: count.orders,
              discount: count.discountCents,
              sales: count.salesCents,
            },
          ],
    ),
    facial: {
      gross: addUp(byEvent.filter((cell) => cell.isFacial)).gross,
      orders: byCoupon.reduce((sum, { facialOrders }) => sum + facialOrders, 0),
    },
    pools: { ...pools, open: pools.opened - pools.filled - pools.released },
    conversion: { viewed: people.viewers, bought: customers },
  };
}

function splitByEvent(cells: EventMoney[]): Pick<SalesReport, 'by_event' | 'by_brand' | 'by_product'> {
  return {
    by_event: groupByMoney(cells, (cell) => cell.eventId).map(([event, own]) => ({
      event,
      name: own[0]?.eventName ?? '',
      brand: own[0]?.brandName ?? '',
      ...addUp(own),
    })),
    by_brand: groupByMoney(cells, (cell) => cell.brandName).map(([brand, own]) => ({
      brand,
      ...addUp(own),
    })),
    by_product: (['album', 'image'] as const).map((product) => ({
      product,
      ...addUp(cells.filter((cell) => cell.isImage === (product === 'image'))),
    })),
  };
}

/** The net sales and orders of a day so far, and of the day before up to the same time. */
export async function compareDay(
  { db, payments: { mode }, clock }: ReportTx,
  { day, timeZone }: { day: string; timeZone: string },
): Promise<NonNullable<Overview['today']>> {
  const days = { start_date: day, end_date: day, time_zone: timeZone };
  const { current, previous } = await findComparedPeriods(db, days, clock.now());
  return atOneMoment(db, async (tx) => {
    const { byCoupon, previousOrders } = await countOrders(tx, { ...current, mode }, previous);
    return {
      net: addUp(await sumLedger(tx, { ...current, mode })).net,
      orders: numberOf(byCoupon),
      previous_net: addUp(await sumLedger(tx, { ...previous, mode })).net,
      previous_orders: previousOrders,
    };
  });
}

/** The charts beside the sales report. A separate call, so that the totals need not wait for it. */
export async function chartSales(
  { db, payments: { mode }, clock }: ReportTx,
  days: Days,
): Promise<SalesCharts> {
  const { current, previous } = await findComparedPeriods(db, days, clock.now());
  const [range, before] = [
    { ...current, mode },
    { ...previous, mode },
  ];
  const [{ hours, teams, daysBefore }, found] = await Promise.all([
    atOneMoment(db, async (tx) => ({
      hours: await sumHours(tx, range, days.time_zone),
      teams: await listBestTeams(tx, range, MAX_TEAMS),
      daysBefore: await sumDays(tx, before, await findFilledDays(tx, before), days.time_zone),
    })),
    countFound(db, range),
  ]);
  const byHour = new Map(hours.map(({ hour, cents }) => [hour, cents]));
  return {
    by_hour: Array.from({ length: 24 }, (_, hour) => byHour.get(hour) ?? 0),
    before_by_day: sumByDay(daysBefore, previous).map(({ net }) => net),
    by_team: teams,
    found,
  };
}

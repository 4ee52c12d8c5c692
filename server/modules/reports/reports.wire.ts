import type { AlbumPaymentRow, PhotographerRow, SalesReport } from '#contract/endpoints/reports.ts';
import type { ReportRow } from '#contract/entities/staff-rows.ts';
import { toIso } from '#server/platform/timestamps.ts';
import type { AlbumPayment } from './album-payments.queries.ts';
import { commissionCents } from './commission.rules.ts';
import type { ComparedPeriods, Days } from './period.queries.ts';
import type { listEventPage } from './photographers.queries.ts';
import type { MoneyRow } from './rows.queries.ts';
import type { countPools, DayMoney, EventMoney, OrderCount } from './sales.queries.ts';
import { addUp, groupByMoney, sumByDay } from './sums.rules.ts';

const albumName = (album: { programName: string; teamName: string }) =>
  `${album.programName} ${album.teamName}`.trim();

export function toWireRow(row: MoneyRow): ReportRow {
  return {
    key: `${row.entryId}-${row.lineId}`,
    at: toIso(row.createdAt),
    kind: row.kind,
    amount: row.amountCents,
    order: row.orderId,
    line: row.lineId,
    product: row.isImage ? 'image' : 'album',
    album: row.albumId,
    album_name: albumName(row),
    image: row.imageId,
    event: row.eventId,
    event_name: row.eventName,
    brand: row.brandName,
    customer: row.userId,
    customer_name: row.userName,
    facial: row.facial,
    pool: row.isPool,
    coupon: row.couponCode,
  };
}

export function toWireAlbumPayment(row: AlbumPayment): AlbumPaymentRow {
  return {
    id: row.id,
    order: row.orderId,
    album: row.albumId,
    album_name: albumName(row),
    event: row.eventId,
    event_name: row.eventName,
    customer: row.userId,
    customer_name: row.userName,
    amount: row.totalCents,
    refunded: row.refundedCents,
    facial: row.facial,
    pool: row.isPool,
    coupon: row.couponCode,
    paid_at: toIso(row.paidAt),
  };
}

type SalesParts = {
  through: number;
  days: Days;
  previous: ComparedPeriods['previous'];
  isPartial: boolean;
  totals: SalesReport['totals'];
  accountFeesCents: number;
  previousTotals: SalesReport['totals'];
  byDay: DayMoney[];
  byEvent: EventMoney[];
  orders: OrderCount[];
  pools: Awaited<ReturnType<typeof countPools>>;
  viewers: number;
};

export function toWireSales({
  days,
  previous,
  isPartial,
  byDay,
  byEvent,
  orders,
  pools,
  ...parts
}: SalesParts): SalesReport {
  return {
    through: parts.through,
    is_complete: addUp(byDay).net === parts.totals.net,
    totals: parts.totals,
    account_fees: parts.accountFeesCents,
    previous: {
      ...parts.previousTotals,
      start_date: previous.startDate,
      end_date: previous.endDate,
      is_partial: isPartial,
    },
    by_day: sumByDay(byDay, days),
    by_event: groupByMoney(byEvent, (cell) => cell.eventId).map(([event, own]) => ({
      event,
      name: own[0]?.eventName ?? '',
      brand: own[0]?.brandName ?? '',
      ...addUp(own),
    })),
    by_brand: groupByMoney(byEvent, (cell) => cell.brandName).map(([brand, own]) => ({
      brand,
      ...addUp(own),
    })),
    by_product: (['album', 'image'] as const).map((product) => ({
      product,
      ...addUp(byEvent.filter((cell) => cell.isImage === (product === 'image'))),
    })),
    coupons: orders.flatMap(({ couponId, code, ...count }) =>
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
      orders: orders.reduce((sum, { facialOrders }) => sum + facialOrders, 0),
    },
    pools: { ...pools, open: pools.opened - pools.filled - pools.released },
    conversion: { viewed: parts.viewers, bought: parts.totals.customers },
  };
}

type PhotographerFigures = Omit<
  PhotographerRow,
  'event' | 'event_name' | 'event_date' | 'commission_rate_basis_points' | 'commission'
>;

export function toWirePhotographer(
  figures: PhotographerFigures,
  event: Awaited<ReturnType<typeof listEventPage>>[number],
  rateBasisPoints: number,
): PhotographerRow {
  return {
    ...figures,
    event: event.id,
    event_name: event.name,
    event_date: event.startDate,
    commission_rate_basis_points: rateBasisPoints,
    commission: commissionCents(figures.revenue - figures.refunds, rateBasisPoints),
  };
}

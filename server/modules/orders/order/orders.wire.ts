import type { OrderOfUser } from '#contract/endpoints/user-administration.ts';
import type { Order, Payment, PaymentSource, Pool, Refund } from '#contract/entities/order.ts';
import { ERRORS } from '#contract/errors.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import type { Person } from '#server/modules/accounts/list-people.ts';
import type { AlbumWithEvent } from '#server/modules/catalogue/browse-albums.ts';
import type { CouponRow } from '#server/modules/orders/coupons/coupons.queries.ts';
import { toWireUsedCoupon } from '#server/modules/orders/coupons/coupons.wire.ts';
import type { SourceRow } from '#server/modules/orders/payments/cards.queries.ts';
import type { PaymentProgress } from '#server/modules/orders/payments/progress.ts';
import type { RefundRow } from '#server/modules/orders/refunds/refunds.queries.ts';
import type {
  ListedAttempt,
  ListedRefund,
  RefundedLine,
} from '#server/modules/orders/sales/customer-orders.queries.ts';
import type { StandingRow } from '#server/modules/orders/sales/line-standings.queries.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import type { LineRow, OrderRow } from './orders.queries.ts';

export type OrderParts = {
  ownerFirstName: string;
  pool: Pool | null;
  albums: ReadonlyMap<number, AlbumWithEvent>;
  coupon: CouponRow | undefined;
};

export function toWireOrder(
  row: OrderRow,
  lines: LineRow[],
  { albums, coupon, ownerFirstName, pool }: OrderParts,
  userId: number,
): Order {
  return {
    id: row.id,
    key: row.key,
    is_pool: row.isPool,
    is_mine: row.userId === userId,
    owner_first_name: ownerFirstName,
    pool,
    coupon: toWireUsedCoupon(coupon),
    status: row.state,
    total: row.totalCents,
    sub_total: row.subTotalCents,
    credit: row.creditCents,
    discount: row.discountCents,
    tax: row.taxCents,
    refunded: row.refundedCents,
    items: lines.flatMap((line) => {
      const found = albums.get(line.albumId);
      if (!found) return [];
      return [
        {
          id: line.id,
          price: line.priceCents,
          credit: line.creditCents,
          total: line.totalCents,
          image: line.imageId,
          album: { ...found.album, events: [found.event] },
        },
      ];
    }),
    created_at: toIso(row.createdAt),
    paid_at: toIsoOrNull(row.paidAt),
  };
}

type MoneyRows = {
  attempts: ListedAttempt[];
  refunds: ListedRefund[];
  refundedLines: RefundedLine[];
  standings: StandingRow[];
  albums: ReadonlyMap<number, AlbumWithEvent>;
  people: ReadonlyMap<number, Person>;
};

/** A line stands for what it was bought as, until it is swapped. */
function standingOf(order: Order, item: Order['items'][number], { standings, albums }: MoneyRows) {
  const standing = standings.find(({ orderLineId }) => orderLineId === item.id);
  const found = albums.get(standing?.albumId ?? 0);
  const album = found?.album ?? item.album;
  return {
    can_swap: standing !== undefined && standing.state !== 'ended' && !order.is_pool,
    now: {
      album: album.id,
      event: (found?.event ?? item.album.events[0])?.id ?? 0,
      title: teamLine(album),
      image: standing ? standing.imageId : item.image,
      price: standing?.swappedToCents ?? item.price,
    },
  };
}

export function toWireOrderOfUser(order: Order, rows: MoneyRows): OrderOfUser {
  const { attempts, refunds, refundedLines, people } = rows;
  const refundedOf = new Map(refundedLines.map((line) => [line.orderLineId, Number(line.amountCents)]));
  return {
    ...order,
    items: order.items.map((item) => ({
      ...item,
      refunded: refundedOf.get(item.id) ?? 0,
      is_refunded: refundedOf.has(item.id),
      ...standingOf(order, item, rows),
    })),
    payments: attempts
      .filter((attempt) => attempt.orderId === order.id)
      .map((attempt) => ({
        id: attempt.id,
        amount: attempt.amountCents,
        status: attempt.state,
        failure: attempt.failureCode,
        created_at: toIso(attempt.createdAt),
        card: attempt.brand && attempt.last4 ? { brand: attempt.brand, last4: attempt.last4 } : null,
        payer: { id: attempt.userId, name: people.get(attempt.userId)?.name ?? '' },
      })),
    refunds: refunds
      .filter((refund) => refund.orderId === order.id)
      .map((refund) => ({
        id: refund.id,
        amount: refund.amountCents,
        status: refund.state,
        memo: refund.memo,
        created_at: toIso(refund.createdAt),
      })),
  };
}

export function toWireSource(row: SourceRow): PaymentSource {
  return {
    id: row.id,
    brand: row.brand,
    last4: row.last4,
    exp_month: row.expMonth,
    exp_year: row.expYear,
  };
}

export function toWirePayment({ attempt, orderKey, clientSecret, nextActionUrl }: PaymentProgress): Payment {
  const isWaiting = attempt.state === 'requires_action';
  return {
    id: attempt.id,
    order_key: orderKey,
    status: attempt.state,
    amount: attempt.amountCents,
    facial: attempt.facial,
    client_secret: isWaiting ? clientSecret : null,
    next_action_url: isWaiting ? nextActionUrl : null,
    failure: attempt.failureCode
      ? { code: attempt.failureCode, message: ERRORS[attempt.failureCode].message }
      : null,
  };
}

export function toWireRefund(refund: RefundRow, orderKey: string, lineIds: number[]): Refund {
  return {
    id: refund.id,
    order_key: orderKey,
    status: refund.state,
    amount: refund.amountCents,
    lines: lineIds,
  };
}

import type { Order, Payment, PaymentSource, Pool, Refund } from '#contract/entities/order.ts';
import { ERRORS } from '#contract/errors.ts';
import type { AlbumWithEvent } from '#server/modules/catalogue/browse-albums.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import type { CouponRow } from './coupons.queries.ts';
import { toWireUsedCoupon } from './coupons.wire.ts';
import type { LineRow, OrderRow } from './orders.queries.ts';
import type { PaymentProgress } from './payment-progress.ts';
import type { SourceRow } from './payment-sources.queries.ts';
import type { RefundRow } from './refunds.queries.ts';

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

import type { Payment, PaymentSource, Quote } from '#contract/entities/order.ts';
import { ERRORS } from '#contract/errors.ts';
import { toWireUsedCoupon } from '#server/modules/orders/coupons/coupons.wire.ts';
import type { CouponRow } from '#server/modules/orders/coupons/use.ts';
import type { Terms } from '#server/modules/orders/order/prices.ts';
import type { CardRow } from './cards.queries.ts';
import type { PaymentProgress } from './progress.ts';

export function toWireCard(row: CardRow): PaymentSource {
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

export function toWireQuote({ terms, coupon }: { terms: Terms; coupon: CouponRow | undefined }): Quote {
  const { totals, taxName } = terms;
  return {
    sub_total: totals.subTotalCents,
    credit: totals.creditCents,
    discount: totals.discountCents,
    tax: totals.taxCents,
    tax_name: taxName,
    total: totals.totalCents,
    coupon: toWireUsedCoupon(coupon),
  };
}

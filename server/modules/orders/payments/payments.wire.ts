import type { CardSetup, Payment, PaymentSource, Quote } from '#contract/entities/order.ts';
import { ERRORS } from '#contract/errors.ts';
import { CARD_CONSENTS } from '#contract/rules/card-consent.ts';
import { toWireUsedCoupon } from '#server/modules/orders/coupons/coupons.wire.ts';
import type { CouponRow } from '#server/modules/orders/coupons/use.ts';
import type { ProviderSetup } from '#server/platform/payments/payment-types.ts';
import { toIso } from '#server/platform/timestamps.ts';
import type { CardRow } from './cards.queries.ts';
import type { PaymentProgress } from './progress.ts';
import type { ItemTerms } from './single-item.ts';

type ShownCard = Pick<
  CardRow,
  'id' | 'brand' | 'last4' | 'expMonth' | 'expYear' | 'consentVersion' | 'consentAt'
>;

export function toWireCard(row: ShownCard): PaymentSource {
  return {
    id: row.id,
    brand: row.brand,
    last4: row.last4,
    exp_month: row.expMonth,
    exp_year: row.expYear,
    consent: row.consentAt
      ? { words: CARD_CONSENTS[row.consentVersion ?? 0] ?? '', at: toIso(row.consentAt) }
      : null,
  };
}

export function toWireSetup(setup: ProviderSetup, card: CardRow | null): CardSetup {
  return {
    status: card ? 'kept' : 'requires_action',
    setup: setup.setupId,
    client_secret: card ? null : setup.clientSecret,
    next_action_url: card ? null : setup.nextActionUrl,
    card: card && toWireCard(card),
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

export function toWireQuote({ terms, coupon }: { terms: ItemTerms; coupon: CouponRow | undefined }): Quote {
  const { totals, taxName, items } = terms;
  return {
    album: items[0]?.albumId ?? 0,
    sub_total: totals.subTotalCents,
    credit: totals.creditCents,
    discount: totals.discountCents,
    tax: totals.taxCents,
    tax_name: taxName,
    total: totals.totalCents,
    coupon: toWireUsedCoupon(coupon),
    price_names: [...new Set(items.flatMap((item) => item.priceName ?? []))],
    images: items.flatMap((item) => item.imageId ?? []),
  };
}

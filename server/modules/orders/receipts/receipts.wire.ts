import type { Receipt } from '#contract/entities/order.ts';
import { giftInWords } from '#contract/rules/gift-words.ts';
import type { SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import type { CouponRow } from '#server/modules/orders/coupons/use.ts';
import type { LineRow, OrderRow } from '#server/modules/orders/orders.ts';
import { toIso } from '#server/platform/timestamps.ts';
import type { OwnPaymentRow, OwnRefundRow } from './receipts.queries.ts';

type Parts = {
  paidAt: string;
  buyer: { name: string; email: string };
  seller: Receipt['seller'];
  lines: LineRow[];
  albums: ReadonlyMap<number, SoldAlbum>;
  coupon: CouponRow | undefined;
  payments: OwnPaymentRow[];
  refunds: OwnRefundRow[];
};

export function toWireReceipt(order: OrderRow, parts: Parts): Receipt {
  return {
    number: order.id,
    order_key: order.key,
    status: order.state,
    is_pool: order.isPool,
    gift: order.isGift ? giftInWords(order.giftEmail) : null,
    paid_at: toIso(parts.paidAt),
    seller: parts.seller,
    buyer: { name: parts.buyer.name, email: parts.buyer.email },
    lines: parts.lines.map((line) => toWireLine(line, parts.albums.get(line.albumId))),
    sub_total: order.subTotalCents,
    credit: order.creditCents,
    discount: order.discountCents,
    coupon_code: parts.coupon?.code ?? null,
    tax: order.taxCents,
    tax_name: order.taxName,
    total: order.totalCents,
    payments: parts.payments.flatMap(toWireOwnPayment),
    refunds: parts.refunds.map((refund) => ({
      amount: refund.amountCents,
      created_at: toIso(refund.createdAt),
      status: refund.state,
      is_paid_another_way: refund.outcome === 'paid_another_way',
    })),
  };
}

function toWireLine(line: LineRow, album: SoldAlbum | undefined): Receipt['lines'][number] {
  return {
    id: line.id,
    description: line.imageId === null ? 'Digital Performance Album' : 'Single photo',
    team: album?.title ?? '',
    event: album?.eventTitle ?? '',
    price: line.priceCents,
    price_name: line.priceName,
    refunded: line.refundedCents,
  };
}

/** Leaves out payments of zero: a coupon or credit covered them. */
function toWireOwnPayment(row: OwnPaymentRow): Receipt['payments'] {
  if (row.amountCents === 0 || row.settledAt === null) return [];
  return [
    {
      amount: row.amountCents,
      shares: row.capture === 'manual' ? (row.shares ?? 0) : null,
      paid_at: toIso(row.settledAt),
      card: row.brand === null || row.last4 === null ? null : { brand: row.brand, last4: row.last4 },
    },
  ];
}

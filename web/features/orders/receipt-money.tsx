import type { Receipt } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { formatDate } from '#web/lib/formats.ts';
import { cardName } from './card-facts.ts';
import { sharesInWords } from './pool-words.ts';

type Line = { key: string; name: string; cents: number; isStrong?: boolean; isRuled?: boolean };

const REFUND_NOTES = {
  reserved: ', pending',
  pending: ', pending',
  succeeded: ', sent to your bank',
  failed: ', returned by your bank',
};

type Refund = Receipt['refunds'][number];

const noteOf = ({ status, is_paid_another_way }: Refund) =>
  is_paid_another_way ? ', paid another way' : REFUND_NOTES[status];

function paymentName(payment: Receipt['payments'][number]): string {
  const card = payment.card ? cardName(payment.card) : 'Card';
  const shares = payment.shares === null ? '' : `, ${sharesInWords(payment.shares)} of 7`;
  return `${card}${shares}, ${formatDate(payment.paid_at)}`;
}

/** For a pool, these are the reader's own payments. */
export function linesOf(receipt: Receipt): Line[] {
  const { sub_total, credit, discount, coupon_code, tax, tax_name, total, payments, refunds } = receipt;
  const changes: Line[] = [
    { key: 'credit', name: 'Photos already bought', cents: -credit },
    { key: 'discount', name: coupon_code ? `Code ${coupon_code}` : 'Discount', cents: -discount },
    { key: 'tax', name: tax_name || 'Tax', cents: tax },
  ].filter(({ cents }) => cents !== 0);
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0);
  const returned = refunds
    .filter(({ status, is_paid_another_way }) => status !== 'failed' || is_paid_another_way)
    .reduce((sum, { amount }) => sum + amount, 0);
  return [
    ...(changes.length > 0 ? [{ key: 'sub', name: 'Subtotal', cents: sub_total }] : []),
    ...changes,
    {
      key: 'total',
      name: receipt.is_pool ? 'Total of the shared order' : 'Total',
      cents: total,
      isStrong: true,
      isRuled: changes.length > 0,
    },
    ...payments.map((payment, index) => ({
      key: `paid-${index}`,
      name: paymentName(payment),
      cents: payment.amount,
      isRuled: index === 0,
    })),
    ...refunds.map((refund, index) => ({
      key: `refund-${index}`,
      name: `Refund, ${formatDate(refund.created_at)}${noteOf(refund)}`,
      cents: -refund.amount,
    })),
    ...(receipt.is_pool || refunds.length > 0
      ? [
          {
            key: 'mine',
            name: receipt.is_pool ? 'Your part' : 'Total paid',
            cents: paid - returned,
            isStrong: true,
            isRuled: true,
          },
        ]
      : []),
  ];
}

export function ReceiptMoney({ receipt }: { receipt: Receipt }) {
  return (
    <dl className="ml-auto grid w-full max-w-[440px] gap-2 text-15">
      {linesOf(receipt).map(({ key, name, cents, isStrong, isRuled }) => (
        <div
          key={key}
          className={`flex items-baseline justify-between gap-6 ${isStrong ? 'text-18 font-bold' : 'text-ink-2'} ${isRuled ? 'border-line border-t pt-2.5' : ''}`}
        >
          <dt className="min-w-0">{name}</dt>
          <dd className="tabular-nums">{formatCents(cents)}</dd>
        </div>
      ))}
    </dl>
  );
}

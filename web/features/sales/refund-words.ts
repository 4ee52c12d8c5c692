import type { Refund } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';

/** The bank may still return a refund that the card provider accepted. */
export function sentRefundWords({
  amount,
  status,
  not_refunded = [],
}: Pick<Refund, 'amount' | 'status'> & Partial<Pick<Refund, 'not_refunded'>>): string {
  if (amount === 0 && not_refunded.length === 0)
    return 'What was ordered has ended. Nothing was paid for it.';
  const sent =
    status === 'reserved'
      ? `The refund of ${formatCents(amount)} waits for the card provider. We keep trying.`
      : `The bank was asked to send back ${formatCents(amount)}`;
  if (not_refunded.length === 0) return sent;
  const people = not_refunded.map((one) => `${one.name} (${formatCents(one.amount)})`).join(', ');
  return `${sent.replace(/\.$/, '')}. Not refunded, because the card provider refused: ${people}.`;
}

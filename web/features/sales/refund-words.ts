import type { Refund } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';

/** The bank may still return a refund that the card provider accepted. */
export function sentRefundWords(amount: number, status: Refund['status']): string {
  if (amount === 0) return 'What was ordered has ended. Nothing was paid for it.';
  return status === 'reserved'
    ? `The refund of ${formatCents(amount)} waits for the card provider. We keep trying.`
    : `The bank was asked to send back ${formatCents(amount)}`;
}

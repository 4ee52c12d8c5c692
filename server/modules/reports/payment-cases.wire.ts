import type { PaymentCase } from '#contract/entities/order-of-user.ts';
import { toIso } from '#server/platform/timestamps.ts';
import type { PaymentCaseRecord } from './payment-cases.queries.ts';

export function toWirePaymentCase(record: PaymentCaseRecord): PaymentCase {
  return {
    key: record.key,
    trouble: record.trouble,
    order: record.orderId,
    customer: record.userId,
    customer_name: record.userName,
    amount: record.amountCents,
    since: toIso(record.since),
  };
}

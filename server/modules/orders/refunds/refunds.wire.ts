import type { Refund } from '#contract/entities/order.ts';
import type { RefundProgress } from './refund-order.ts';

export function toWireRefund({ refund, orderKey, lineIds }: RefundProgress): Refund {
  return {
    id: refund.id,
    order_key: orderKey,
    status: refund.state,
    amount: refund.amountCents,
    lines: lineIds,
  };
}

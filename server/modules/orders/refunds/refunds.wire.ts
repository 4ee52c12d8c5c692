import type { Refund, RequestedRefund } from '#contract/entities/order.ts';
import type { RefundAwaited, RefundProgress } from './refund-order.ts';

export function toWireRefund({ refund, orderKey, lineIds, refused }: RefundProgress): Refund {
  return {
    id: refund.id,
    order_key: orderKey,
    status: refund.state,
    amount: refund.amountCents,
    lines: lineIds,
    not_refunded: refused.map(({ userId, name, amountCents }) => ({ id: userId, name, amount: amountCents })),
  };
}

export function toWireRequestedRefund({ request, orderKey }: RefundAwaited): RequestedRefund {
  return {
    id: request.id,
    order_key: orderKey,
    status: 'waiting',
    amount: request.amountCents,
    lines: request.lineIds,
  };
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderOfUser } from '#contract/endpoints/user-administration.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { formatDate, teamName } from '#web/lib/formats.ts';
import { Nothing, Panel } from './panel.tsx';
import { RefundSheet } from './refund-sheet.tsx';
import { userOrdersQuery } from './users.query.ts';

const STATUS: Record<OrderOfUser['status'], { words: string; look: string }> = {
  open: { words: 'Open', look: 'bg-sunk text-ink-2' },
  paid: { words: 'Paid', look: 'bg-ok-bg text-ok' },
  partly_refunded: { words: 'Partly refunded', look: 'bg-warn-bg text-warn' },
  refunded: { words: 'Refunded', look: 'bg-warn-bg text-warn' },
  cancelled: { words: 'Cancelled', look: 'bg-sunk text-ink-2' },
  expired: { words: 'Expired', look: 'bg-sunk text-ink-2' },
};

export function OrdersPanel({ userId }: { userId: number }) {
  const answer = useQuery(userOrdersQuery(userId));
  const [refunding, setRefunding] = useState<OrderOfUser>();
  return (
    <Panel title="Orders and payments" answer={answer}>
      {(orders) => (
        <>
          {orders.length === 0 && <Nothing>No orders yet.</Nothing>}
          <ul className="grid">
            {orders.map((order) => (
              <li key={order.id} className="grid gap-2 border-line px-4 py-3 not-last:border-b">
                <OrderHead order={order} onRefund={() => setRefunding(order)} />
                <OrderLines order={order} />
                <MoneyLines order={order} />
              </li>
            ))}
          </ul>
          {refunding && (
            <RefundSheet userId={userId} order={refunding} onClose={() => setRefunding(undefined)} />
          )}
        </>
      )}
    </Panel>
  );
}

function OrderHead({ order, onRefund }: { order: OrderOfUser; onRefund: () => void }) {
  const { words, look } = STATUS[order.status];
  const canRefund = ['paid', 'partly_refunded'].includes(order.status) && order.total > order.refunded;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
      <b className="font-[650]">Order {order.id}</b>
      <span className={`rounded-full px-2 text-12 leading-5 font-[650] ${look}`}>{words}</span>
      {order.is_pool && <span className="text-12 text-ink-2">Pool</span>}
      <time dateTime={order.created_at} className="text-13 text-ink-2">
        {formatDate(order.created_at)}
      </time>
      <span className="ml-auto font-[650] tabular-nums">{formatCents(order.total)}</span>
      {canRefund && (
        <Button kind="line" size="small" onClick={onRefund} aria-label={`Refund order ${order.id}`}>
          Refund
        </Button>
      )}
    </div>
  );
}

function OrderLines({ order }: { order: OrderOfUser }) {
  return (
    <ul aria-label={`Lines of order ${order.id}`} className="grid gap-1 text-13 text-ink-2">
      {order.items.map((item) => (
        <li key={item.id} className="flex justify-between gap-3">
          <span className="min-w-0 truncate">
            {teamName(item.album)}
            {item.image !== null && `, photo ${item.image}`}
            {item.is_refunded && <b className="font-[650] text-warn"> Refunded</b>}
          </span>
          <span className="tabular-nums">{formatCents(item.total)}</span>
        </li>
      ))}
    </ul>
  );
}

function MoneyLines({ order: { payments, refunds } }: { order: OrderOfUser }) {
  if (payments.length + refunds.length === 0) return null;
  return (
    <ul aria-label="Payments and refunds" className="grid gap-0.5 text-12 text-ink-2">
      {payments.map((payment) => (
        <li key={payment.id}>
          Payment {payment.id}, {formatCents(payment.amount)}
          {payment.card && `, ${payment.card.brand} ${payment.card.last4}`}, {payment.status}
          {payment.failure && ` (${payment.failure})`}, {formatDate(payment.created_at)}
        </li>
      ))}
      {refunds.map((refund) => (
        <li key={refund.id} className="break-words">
          Refund {refund.id}, {formatCents(refund.amount)}, {refund.status}, {formatDate(refund.created_at)}
          {refund.memo && `: ${refund.memo}`}
        </li>
      ))}
    </ul>
  );
}

import type { ReactNode } from 'react';
import type { Order, ShopItem } from '#contract/entities/order.ts';
import { SectionCard } from '#web/components/section-card.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { CheckoutSummary } from './checkout-summary.tsx';
import { LeftOutNotice } from './left-out-notice.tsx';
import { OrderItems } from './order-items.tsx';

type CheckoutLinesProps = {
  order: Order;
  title?: string;
  hasTotal?: boolean;
  actionOf?: (item: ShopItem) => ReactNode;
};

export function CheckoutLines({ order, title = 'Your order', hasTotal, actionOf }: CheckoutLinesProps) {
  return (
    <SectionCard
      title={title}
      aside={<span className="text-15 text-ink-2 tabular-nums">{countOf(order.items.length, 'item')}</span>}
    >
      {order.items.length > 0 && (
        <ul className="-my-4 grid divide-y divide-line">
          <OrderItems items={order.items} actionOf={actionOf} />
        </ul>
      )}
      <LeftOutNotice leftOut={order.left_out} />
      {hasTotal && (
        <div className="border-line border-t pt-4">
          <CheckoutSummary order={order} />
        </div>
      )}
    </SectionCard>
  );
}

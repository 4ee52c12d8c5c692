import type { Order } from '#contract/entities/order.ts';
import { SectionCard } from '#web/components/section-card.tsx';
import { countOf } from '#web/lib/formats.ts';
import { OrderItemRow } from './order-item-row.tsx';

export function CheckoutLines({ order, title = 'Your order' }: { order: Order; title?: string }) {
  return (
    <SectionCard
      title={title}
      aside={<span className="text-15 text-ink-2 tabular-nums">{countOf(order.items.length, 'item')}</span>}
    >
      <ul className="-my-4 grid divide-y divide-line">
        {order.items.map((item) => (
          <OrderItemRow key={item.id} item={item} />
        ))}
      </ul>
    </SectionCard>
  );
}

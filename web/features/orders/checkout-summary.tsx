import type { Order } from '#contract/entities/order.ts';
import { OrderSummary } from './order-summary.tsx';

export function CheckoutSummary({ order }: { order: Order }) {
  const { sub_total, credit, discount, tax, tax_name, total, coupon } = order;
  return <OrderSummary {...{ sub_total, credit, discount, tax, tax_name, total, coupon }} />;
}

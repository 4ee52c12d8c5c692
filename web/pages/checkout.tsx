import { DownloadPurchase } from '#web/features/downloads/download-purchase.tsx';
import { OrderInvites } from '#web/features/invites/order-invites.tsx';
import { CheckoutScreen } from '#web/features/orders/checkout-screen.tsx';
import { usePathParams } from '#web/lib/use-path-params.ts';

export function CheckoutPage() {
  const { orderId } = usePathParams('/checkout/:orderId');
  return (
    <div className="wrap py-8 desk:py-12">
      <CheckoutScreen
        key={orderId}
        orderKey={orderId}
        download={(order) => <DownloadPurchase items={order.items} />}
        invites={(order) => <OrderInvites orderId={order.id} orderKey={order.key} />}
      />
    </div>
  );
}

import { ReceiptScreen } from '#web/features/orders/receipt-screen.tsx';
import { usePathParams } from '#web/lib/navigation.tsx';

export function ReceiptPage() {
  const { orderKey } = usePathParams('/receipt/:orderKey');
  return (
    <div className="wrap py-8 desk:py-12 print:max-w-none print:p-0">
      <div className="mx-auto max-w-[860px] print:max-w-none">
        <ReceiptScreen orderKey={orderKey} />
      </div>
    </div>
  );
}

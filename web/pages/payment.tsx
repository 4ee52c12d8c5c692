import { PageHeading } from '#web/components/page-heading.tsx';
import { DownloadPurchase } from '#web/features/downloads/download-purchase.tsx';
import { OrderItemRow } from '#web/features/orders/order-item-row.tsx';
import { usePurchaseDetails } from '#web/features/orders/purchase-details.ts';
import { PurchaseSuccess } from '#web/features/orders/purchase-success.tsx';
import { SinglePayment } from '#web/features/orders/single-payment.tsx';
import { paths } from '#web/lib/paths.ts';
import { Navigate } from '#web/lib/router/navigate.tsx';

/** Without purchase details there is nothing to pay. */
export function PaymentPage() {
  const details = usePurchaseDetails('album');
  if (!details) return <Navigate to={paths.home} replace />;
  const { album, amount, paidOrder } = details;
  return (
    <div className="wrap grid gap-6 py-6 desk:max-w-[1120px] desk:gap-8 desk:py-12">
      {paidOrder ? (
        <PurchaseSuccess
          album={album}
          photos={null}
          orderKey={paidOrder}
          download={<DownloadPurchase items={[{ album, image: null }]} />}
        />
      ) : (
        <>
          <PageHeading title="Payment" />
          <SinglePayment
            details={details}
            item={
              <ul className="-my-4">
                <OrderItemRow item={{ album, price: amount }} />
              </ul>
            }
          />
        </>
      )}
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '#web/components/page-heading.tsx';
import { OrderItemRow } from '#web/features/orders/order-items.tsx';
import { usePurchaseDetails } from '#web/features/orders/purchase-details.ts';
import { PurchaseDone } from '#web/features/orders/purchase-done.tsx';
import { SinglePayment } from '#web/features/orders/single-payment.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { paymentChoiceSearch, useSearchState } from '#web/lib/search-params.ts';
import { boughtParts } from './bought-parts.tsx';
import { chosenAlbumQuery, NoPurchase } from './chosen-purchase.tsx';

export function PaymentPage() {
  const { album: chosen, facial } = useSearchState(paymentChoiceSearch).search;
  const kept = usePurchaseDetails('album');
  const details = chosen === undefined || kept?.albumId === chosen ? kept : undefined;
  const choice = useQuery({
    ...chosenAlbumQuery(chosen ?? 0, facial === 'true'),
    enabled: chosen !== undefined && !details,
  });
  if (!details)
    return <NoPurchase title={i18n.t('Payment')} choice={chosen === undefined ? undefined : choice} />;
  const { album, amount, paidOrder } = details;
  return (
    <div className="wrap grid gap-6 py-6 desk:max-w-[1120px] desk:gap-8 desk:py-12">
      {paidOrder ? (
        <PurchaseDone orderKey={paidOrder} parts={boughtParts} hasTitle />
      ) : (
        <>
          <PageHeading title={i18n.t('Payment')} />
          <SinglePayment
            key={album.id}
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

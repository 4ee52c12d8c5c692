import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '#web/components/page-heading.tsx';
import { usePurchaseDetails } from '#web/features/orders/purchase-details.ts';
import { PurchaseDone } from '#web/features/orders/purchase-done.tsx';
import { PhotoPurchaseItem, SinglePayment } from '#web/features/orders/single-payment.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { paymentChoiceSearch, useSearchState } from '#web/lib/search-params.ts';
import { boughtParts } from './bought-parts.tsx';
import { chosenImageQuery, NoPurchase } from './chosen-purchase.tsx';

export function ImagePaymentPage() {
  const { image: chosen, facial } = useSearchState(paymentChoiceSearch).search;
  const kept = usePurchaseDetails('image');
  const details = chosen === undefined || kept?.imageId === chosen ? kept : undefined;
  const choice = useQuery({
    ...chosenImageQuery(chosen ?? 0, facial === 'true'),
    enabled: chosen !== undefined && !details,
  });
  if (!details)
    return <NoPurchase title={i18n.t('Photo payment')} choice={chosen === undefined ? undefined : choice} />;
  const { paidOrder } = details;
  return (
    <div className="wrap grid gap-6 py-6 desk:max-w-[1120px] desk:gap-8 desk:py-12">
      {paidOrder ? (
        <PurchaseDone orderKey={paidOrder} parts={boughtParts} hasTitle />
      ) : (
        <>
          <PageHeading title={i18n.t('Photo payment')} />
          <SinglePayment
            key={details.imageId}
            details={details}
            item={<PhotoPurchaseItem details={details} />}
          />
        </>
      )}
    </div>
  );
}

import { Navigate } from '@tanstack/react-router';
import { Notice } from '#web/components/notice.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { PhotoPurchaseItem } from '#web/features/orders/photo-purchase-item.tsx';
import { usePurchaseDetails } from '#web/features/orders/purchase-details.ts';
import { PurchaseSuccess } from '#web/features/orders/purchase-success.tsx';
import { SinglePayment } from '#web/features/orders/single-payment.tsx';
import { paths } from '#web/lib/paths.ts';

/** Without purchase details there is nothing to pay. */
export function ImagePaymentPage() {
  const details = usePurchaseDetails('image');
  if (!details) return <Navigate to={paths.home} replace />;
  const { album, paidOrder, waiting = [], paidBefore = 0 } = details;
  const photos = paidBefore + 1 + waiting.length;
  return (
    <div className="wrap grid gap-6 py-6 desk:max-w-[1120px] desk:gap-8 desk:py-12">
      {paidOrder ? (
        <PurchaseSuccess album={album} type="image" photos={photos} orderKey={paidOrder} />
      ) : (
        <>
          <PageHeading title={photos === 1 ? 'Photo payment' : `Photo ${paidBefore + 1} of ${photos}`} />
          {paidBefore > 0 && (
            <Notice tone="ok">
              {paidBefore === 1 ? 'One photo is yours' : `${paidBefore} photos are yours`} already. You can
              stop here. <TextLink to={paths.myAlbums}>Go to my photos</TextLink>
            </Notice>
          )}
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

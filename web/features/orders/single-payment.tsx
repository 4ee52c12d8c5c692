import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { PayingCard } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { eventLine, teamLine } from '#contract/rules/sentences.ts';
import { Photo } from '#web/components/photo.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { CouponField } from './coupon-field.tsx';
import { OrderSummary, ViewAlbumLink } from './order-summary.tsx';
import { quoteQuery } from './orders.query.ts';
import { PaymentForm } from './payment-form.tsx';
import { type ImagePurchase, keepPurchaseDetails, type PurchaseDetails } from './purchase-details.ts';

type SinglePaymentProps = { details: PurchaseDetails; item: ReactNode };

const wantedOf = (details: PurchaseDetails) =>
  details.type === 'album' ? { albumId: details.albumId } : { imageId: details.imageId };

export function SinglePayment({ details, item }: SinglePaymentProps) {
  const client = useQueryClient();
  const quote = useQuery(quoteQuery(wantedOf(details), details.coupon));
  const [isUnviewed, setIsUnviewed] = useState(false);

  const applyCoupon = async (coupon: string) => {
    const priced = await client.fetchQuery(quoteQuery(wantedOf(details), coupon));
    keepPurchaseDetails({ ...details, coupon, amount: priced.total });
  };
  const pay = async (card: PayingCard) => {
    const { facial, coupon } = details;
    setIsUnviewed(false);
    const price = { ...card, amount: quote.data?.total ?? details.amount, facial, coupon };
    try {
      return details.type === 'album'
        ? await callApi(paymentEndpoints.payForAlbum, { body: { albumId: details.albumId, ...price } })
        : await callApi(paymentEndpoints.payForImage, { body: { imageId: details.imageId, ...price } });
    } catch (error) {
      // The new price is visible before anyone can press the button again.
      if (isApiError(error, 'price_changed')) await quote.refetch();
      setIsUnviewed(isApiError(error, 'view_before_purchase'));
      throw error;
    }
  };

  return (
    <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,1fr)_400px] desk:gap-10">
      <section
        aria-label={i18n.t('Your order')}
        className="grid gap-4 rounded-sheet border border-line bg-surface p-5 desk:sticky desk:top-[112px] desk:order-2 desk:p-7"
      >
        {item}
        {quote.data ? (
          <>
            <CouponField
              code={quote.data.coupon?.code}
              onApply={applyCoupon}
              onRemove={() => keepPurchaseDetails({ ...details, coupon: undefined })}
            />
            <div className="border-line border-t pt-4">
              <OrderSummary {...quote.data} />
            </div>
          </>
        ) : (
          !quote.error && <Skeleton label={i18n.t('Loading the price')} className="h-24" />
        )}
      </section>
      <div className="min-w-0 desk:rounded-sheet desk:border desk:border-line desk:bg-surface desk:p-8">
        <QueryState
          query={quote}
          loading={<Skeleton label={i18n.t('Loading the card form')} className="h-[280px]" />}
        >
          {({ total }) => (
            <PaymentForm
              amountCents={total}
              payLabel={(amount) => (total === 0 ? i18n.t('Get it now') : i18n.t('Pay {amount}', { amount }))}
              pay={pay}
              help={
                isUnviewed && <ViewAlbumLink album={details.albumId} event={details.album.events[0]?.id} />
              }
              onDone={({ order_key }) => keepPurchaseDetails({ ...details, paidOrder: order_key })}
            />
          )}
        </QueryState>
      </div>
    </div>
  );
}

export function PhotoPurchaseItem({ details: { album, image, imageToken } }: { details: ImagePurchase }) {
  const [event] = album.events;
  const ratio = image.width && image.height ? image.width / image.height : 1.5;
  return (
    <div className="grid gap-3">
      <div className="grid justify-items-center overflow-hidden rounded-card bg-sunk">
        <div style={{ aspectRatio: ratio, maxHeight: 260 }} className="grid w-full max-w-full">
          <Photo
            albumUuid={album.uuid}
            image={image}
            token={imageToken}
            isEager
            alt={i18n.t('The photo you are buying')}
            className="size-full [&>img]:object-contain"
          />
        </div>
      </div>
      <div className="text-14 leading-[1.45] text-ink-2">
        <p className="text-15 font-bold text-ink">{i18n.t('Digital Photo')}</p>
        <p>{teamLine(album)}</p>
        {event && <p>{eventLine(event)}</p>}
      </div>
    </div>
  );
}

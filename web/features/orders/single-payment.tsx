import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayingCard } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Album, Image } from '#contract/entities/album.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { eventLine, teamLine } from '#contract/rules/sentences.ts';
import { Photo } from '#web/components/photo.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { CouponField } from './coupon-field.tsx';
import { OrderItemRow } from './order-items.tsx';
import { OrderSummary, ViewAlbumLink } from './order-summary.tsx';
import { quoteQuery } from './orders.query.ts';
import { PaymentForm } from './payment-form.tsx';

type ChosenPhoto = { image: Image; token: string | null };

type SinglePaymentProps = {
  album: Album;
  /** Undefined if the whole album is bought. */
  photo: ChosenPhoto | undefined;
  /** True when the buyer came from a photo of their athlete. */
  facial: boolean;
  onPaid: (orderKey: string) => void;
};

export function SinglePayment({ album, photo, facial, onPaid }: SinglePaymentProps) {
  const client = useQueryClient();
  const [coupon, setCoupon] = useState<string>();
  const [isUnviewed, setIsUnviewed] = useState(false);
  const wanted = photo ? { imageId: photo.image.id } : { albumId: album.id };
  const quote = useQuery(quoteQuery(wanted, coupon));

  const applyCoupon = async (code: string) => {
    await client.fetchQuery(quoteQuery(wanted, code));
    setCoupon(code);
  };
  const pay = async (card: PayingCard) => {
    setIsUnviewed(false);
    const terms = { ...card, amount: quote.data?.total ?? 0, facial, coupon };
    try {
      return photo
        ? await callApi(paymentEndpoints.payForImage, { body: { imageId: photo.image.id, ...terms } })
        : await callApi(paymentEndpoints.payForAlbum, { body: { albumId: album.id, ...terms } });
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
        {photo ? (
          <PhotoItem album={album} photo={photo} />
        ) : (
          <ul className="-my-4">
            <OrderItemRow item={{ album, price: quote.data?.sub_total ?? albumPriceOf(album.events[0]) }} />
          </ul>
        )}
        {quote.data ? (
          <>
            <CouponField
              code={quote.data.coupon?.code}
              onApply={applyCoupon}
              onRemove={() => setCoupon(undefined)}
            />
            <div className="border-line border-t pt-4">
              <OrderSummary order={quote.data} />
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
              pay={pay}
              help={isUnviewed && <ViewAlbumLink album={album.id} event={album.events[0]?.id} />}
              onDone={({ order_key }) => onPaid(order_key)}
            />
          )}
        </QueryState>
      </div>
    </div>
  );
}

function PhotoItem({ album, photo: { image, token } }: { album: Album; photo: ChosenPhoto }) {
  const [event] = album.events;
  const ratio = image.width && image.height ? image.width / image.height : 1.5;
  return (
    <div className="grid gap-3">
      <div className="grid justify-items-center overflow-hidden rounded-card bg-sunk">
        <div style={{ aspectRatio: ratio, maxHeight: 260 }} className="grid w-full max-w-full">
          <Photo
            albumUuid={album.uuid}
            image={image}
            token={token}
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

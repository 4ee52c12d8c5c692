import { useState } from 'react';
import type { PayingCard } from '#contract/endpoints/orders.ts';
import type { Album, Image } from '#contract/entities/album.ts';
import type { ShopItem } from '#contract/entities/order.ts';
import { albumPriceOf } from '#contract/rules/pricing.ts';
import { Skeleton } from '#web/components/states.tsx';
import { isApiError } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { CouponField } from './coupon-field.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderSummary, ViewAlbumLink } from './order-summary.tsx';
import { PaymentForm } from './payment-form.tsx';
import type { PurchaseChoice } from './purchase-choices.tsx';
import { PriceFailed, TaxPlaceNote } from './tax-place.tsx';
import { usePurchase } from './use-purchase.ts';

type SinglePaymentProps = {
  album: Album;
  /** Undefined if the whole album is bought. */
  imageId: number | undefined;
  /** Undefined for a photo that the buyer may not see now. */
  photo: { image: Image; token: string } | undefined;
  /** True when the buyer came from a photo of their athlete. */
  facial: boolean;
  onPaid: (orderKey: string) => void;
};

export function SinglePayment({ album, imageId, photo, facial, onPaid }: SinglePaymentProps) {
  const [isUnviewed, setIsUnviewed] = useState(false);
  const words = { title: '', note: '', picture: undefined };
  const choice: PurchaseChoice =
    imageId === undefined
      ? { kind: 'album', key: 'album', ...words }
      : { kind: 'photos', key: 'photo', imageIds: [imageId], ...words };
  const { quote, coupon, ...purchase } = usePurchase({ album, choice, facial });
  const item: ShopItem = {
    id: album.id,
    price: quote.data?.sub_total ?? albumPriceOf(album.events[0]),
    price_name: null,
    album,
    image: imageId ?? null,
    picture: photo?.image ?? null,
    image_auth: photo?.token ?? null,
  };
  const pay = async (card: PayingCard) => {
    setIsUnviewed(false);
    try {
      return await purchase.pay(card);
    } catch (error) {
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
        <ul className="-my-4">
          <OrderItems items={[item]} />
        </ul>
        {quote.data ? (
          <>
            <CouponField code={quote.data.coupon?.code} onApply={coupon.apply} onRemove={coupon.remove} />
            <div className="border-line border-t pt-4">
              <OrderSummary order={quote.data} />
              {quote.data.tax > 0 && <TaxPlaceNote />}
            </div>
          </>
        ) : (
          !quote.error && <Skeleton label={i18n.t('Loading the price')} className="h-24" />
        )}
      </section>
      <div className="min-w-0 desk:rounded-sheet desk:border desk:border-line desk:bg-surface desk:p-8">
        {quote.data ? (
          <PaymentForm
            amountCents={quote.data.total}
            pay={pay}
            help={isUnviewed && <ViewAlbumLink album={album.id} event={album.events[0]?.id} />}
            onDone={({ order_key }) => onPaid(order_key)}
          />
        ) : quote.error ? (
          <PriceFailed error={quote.error} onRetry={() => void quote.refetch()} />
        ) : (
          <Skeleton label={i18n.t('Loading the card form')} className="h-[280px]" />
        )}
      </div>
    </div>
  );
}

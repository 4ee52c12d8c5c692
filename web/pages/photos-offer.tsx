import { useQuery } from '@tanstack/react-query';
import { formatCents } from '#contract/rules/money.ts';
import { MAX_CART_ITEMS } from '#contract/rules/orders.ts';
import { Button } from '#web/components/button.tsx';
import { myAlbumsQuery } from '#web/features/found-albums/my-albums.query.ts';
import { quoteQuery } from '#web/features/orders/orders.query.ts';
import { priceNameOf } from '#web/features/orders/price-name.ts';
import { i18n } from '#web/lib/i18n.ts';

type PhotosOfferProps = {
  imageIds: readonly number[];
  /** A name for the photos, such as "my favorites". */
  labelOf: (photos: number) => string;
  onBuy: () => void;
};

/** Offers several photos for one payment. Photos that are owned already are left out. */
export function PhotosOffer({ imageIds, labelOf, onBuy }: PhotosOfferProps) {
  const { data: mine } = useQuery(myAlbumsQuery);
  const owned = new Set(mine?.owned_images.map(({ image }) => image));
  const missing = imageIds.filter((imageId) => !owned.has(imageId)).slice(0, MAX_CART_ITEMS);
  const quote = useQuery({ ...quoteQuery({ imageIds: missing }, undefined), enabled: missing.length > 0 });
  if (missing.length === 0) return null;
  const names = quote.isPlaceholderData ? [] : (quote.data?.price_names ?? []);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 px-4 pt-4 desk:px-6">
      <Button kind="buy" aria-haspopup="dialog" className="h-[50px]!" onClick={onBuy}>
        {labelOf(missing.length)}
        {quote.data && !quote.isPlaceholderData && (
          <span className="tabular-nums">{formatCents(quote.data.total)}</span>
        )}
      </Button>
      <p className="text-14 text-ink-2">
        {i18n.t('{count, plural, one {# photo} other {# photos}}, full size, no watermark', {
          count: missing.length,
        })}
        {names.length > 0 && (
          <span className="block font-medium text-ok">{names.map(priceNameOf).join('. ')}</span>
        )}
      </p>
    </div>
  );
}

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Album } from '#contract/entities/album.ts';
import { QueryState } from '#web/components/query-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { CouponField } from './coupon-field.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PurchaseActions } from './purchase-actions.tsx';
import { quoteQuery } from './quote.query.ts';

type AlbumPriceProps = {
  album: Album;
  /** True when the buyer came from a photo of their athlete. */
  facial?: boolean;
  /** Replaces the buttons while the album cannot be bought. */
  blocked: ReactNode;
};

export function AlbumPrice({ album, facial = false, blocked }: AlbumPriceProps) {
  const client = useQueryClient();
  const [coupon, setCoupon] = useState<string>();
  const wanted = { albumId: album.id };
  const quote = useQuery(quoteQuery(wanted, coupon));
  const applyCoupon = async (code: string) => {
    await client.fetchQuery(quoteQuery(wanted, code));
    setCoupon(code);
  };
  return (
    <QueryState query={quote} loading={<Skeleton label="Loading the price" className="h-[320px]" />}>
      {(price) => (
        <section
          aria-label="Price"
          className="grid gap-4 rounded-sheet border border-line bg-surface p-5 desk:p-7"
        >
          <OrderSummary {...price} />
          {price.credit > 0 && (
            <p className="flex items-start gap-2 text-14 text-ok">
              <Check aria-hidden size={18} strokeWidth={2.2} className="flex-none" />
              Photos you already bought from this album are credited.
            </p>
          )}
          {blocked || (
            <>
              <CouponField
                code={price.coupon?.code}
                onApply={applyCoupon}
                onRemove={() => setCoupon(undefined)}
              />
              {price.coupon && (
                <p className="-mt-2 text-13 text-ink-2">
                  The code applies to “Buy now”. For the cart, enter it at checkout.
                </p>
              )}
              <PurchaseActions album={album} quote={price} facial={facial} />
            </>
          )}
        </section>
      )}
    </QueryState>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { useState } from 'react';
import type { Album } from '#contract/entities/album.ts';
import type { Quote } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { Notice } from '#web/components/notice.tsx';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { countOf } from '#web/lib/count-words.ts';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { openCart } from './cart-dialog-state.ts';
import { keepPurchaseDetails } from './purchase-details.ts';
import { useAddToCart } from './use-cart.ts';
import { useShareCost } from './use-share-cost.ts';
import { ViewAlbumLink } from './view-album-link.tsx';

type PurchaseActionsProps = { album: Album; quote: Quote; facial: boolean };

export function PurchaseActions({ album, quote, facial }: PurchaseActionsProps) {
  const navigate = useNavigate();
  const items = useUser().cart?.items ?? [];
  const isInCart = items.some((item) => item.image === null && item.album.id === album.id);
  const otherCount = items.length - (isInCart ? 1 : 0);
  // The album takes the place of its own photos.
  const hasPhotos = items.some((item) => item.image !== null && item.album.id !== album.id);
  const add = useAddToCart();
  const share = useShareCost((orderKey) => void navigate({ to: paths.checkout(orderKey) }));
  const [isAsking, setIsAsking] = useState(false);
  const problem = add.error ?? share.error;

  const buyNow = () => {
    keepPurchaseDetails({
      type: 'album',
      albumId: album.id,
      amount: quote.total,
      album,
      facial,
      coupon: quote.coupon?.code,
    });
    void navigate({ to: paths.payment });
  };
  return (
    <div className="grid gap-2">
      <Button kind="buy" className="h-[54px]! text-16!" onClick={buyNow}>
        Buy now <span className="tabular-nums">{formatCents(quote.total)}</span>
      </Button>
      <Button
        kind="line"
        className="h-[50px]!"
        isBusy={add.isPending}
        onClick={() => (isInCart ? openCart() : add.mutate({ album: album.id }, { onSuccess: openCart }))}
      >
        {isInCart ? 'In your cart' : 'Add to cart'}
      </Button>
      <Button
        kind="ghost"
        className="h-[50px]!"
        isBusy={share.isPending}
        disabled={hasPhotos}
        onClick={() => (otherCount > 0 ? setIsAsking(true) : share.mutate(album.id))}
      >
        <Users aria-hidden size={20} strokeWidth={1.8} />
        Share the cost with your team
      </Button>
      {hasPhotos && (
        <p className="text-center text-13 text-ink-2">
          Only albums can be shared. Check out or remove the photos in your cart first.
        </p>
      )}
      {problem && (
        <Notice tone="bad">
          <p>{messageOf(problem)}</p>
          {isApiError(problem, 'view_before_purchase') && (
            <ViewAlbumLink album={album.id} event={album.events[0]?.id} />
          )}
        </Notice>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Share the whole cart?"
          sentence={`Your cart has ${countOf(otherCount, 'other item')}. ${otherCount === 1 ? 'It becomes' : 'They become'} part of the shared order.`}
          confirmLabel="Share everything"
          isBusy={share.isPending}
          onConfirm={() => share.mutate(album.id, { onSettled: () => setIsAsking(false) })}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

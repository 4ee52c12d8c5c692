import { ShoppingBag } from 'lucide-react';
import type { Album } from '#contract/entities/album.ts';
import { Button } from '#web/components/button.tsx';
import { Notice } from '#web/components/notice.tsx';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { useUser } from '#web/lib/session.ts';
import { openCart } from './cart-dialog-state.ts';
import type { PurchaseChoice } from './purchase-choice.ts';
import { useAddToCart, useBuyPhotos } from './use-cart.ts';
import { ViewAlbumLink } from './view-album-link.tsx';

type AddChoiceProps = { album: Album; choice: PurchaseChoice };

/** For buyers who want more than this in one payment, or a gift. */
export function AddChoiceToCart({ album, choice }: AddChoiceProps) {
  const items = useUser().cart?.items ?? [];
  const isInCart = items.some((item) => item.image === null && item.album.id === album.id);
  const add = useAddToCart();
  const photos = useBuyPhotos();
  const error = add.error ?? photos.error;
  const put = () => {
    if (choice.kind === 'photos') return photos.buy(choice.imageIds);
    return isInCart ? openCart() : add.mutate({ album: album.id }, { onSuccess: openCart });
  };
  return (
    <>
      <Button kind="ghost" isBusy={add.isPending || photos.isPending} onClick={put}>
        <ShoppingBag aria-hidden size={20} strokeWidth={1.8} />
        {choice.kind === 'album' && isInCart ? 'In your cart' : 'Add to cart'}
      </Button>
      {error && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
          {isApiError(error, 'view_before_purchase') && (
            <ViewAlbumLink album={album.id} event={album.events[0]?.id} />
          )}
        </Notice>
      )}
    </>
  );
}

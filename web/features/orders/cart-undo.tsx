import type { CartItem } from '#contract/entities/order.ts';
import { Button } from '#web/components/button.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { teamName } from '#web/lib/formats.ts';
import { useAddToCart } from './use-cart.ts';

type CartUndoProps = { removed: CartItem | undefined; onUndone: () => void };

/** Undo is inside the dialog, because nothing outside of it can be reached. */
export function CartUndo({ removed, onUndone }: CartUndoProps) {
  const add = useAddToCart();
  return (
    <div role="status">
      {removed && (
        <p className="mb-2 flex items-center gap-3 rounded-ctl bg-sunk py-1 pr-1 pl-4 text-14">
          <span className="min-w-0 flex-1 py-1.5">
            {add.error
              ? messageOf(add.error)
              : `${removed.image === null ? teamName(removed.album) : `A photo of ${teamName(removed.album)}`} was removed.`}
          </span>
          <Button
            kind="ghost"
            size="small"
            isBusy={add.isPending}
            onClick={() =>
              add.mutate(removed.image === null ? { album: removed.album.id } : { images: [removed.image] }, {
                onSuccess: onUndone,
              })
            }
          >
            Undo
          </Button>
        </p>
      )}
    </div>
  );
}

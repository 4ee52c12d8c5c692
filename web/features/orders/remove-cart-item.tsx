import { Trash2, X } from 'lucide-react';
import type { CartItem } from '#contract/entities/order.ts';
import { Button } from '#web/components/button.tsx';
import { useRemoveFromCart } from './use-cart.ts';

type RemoveCartItemProps = { item: CartItem; name: string; onRemoved: () => void };

/** The button of a photo lies in the corner of its picture. */
export function RemoveCartItem({ item, name, onRemoved }: RemoveCartItemProps) {
  const remove = useRemoveFromCart(onRemoved);
  const isPhoto = item.image !== null;
  const Icon = isPhoto ? X : Trash2;
  return (
    <Button
      kind="ghost"
      size="icon"
      className={isPhoto ? '-top-1.5 -right-1.5 absolute hover:bg-transparent!' : '-mr-2.5'}
      isBusy={remove.isPending}
      aria-label={`Remove ${name} from the cart`}
      onClick={() => remove.mutate(item.id)}
    >
      {!remove.isPending && (
        <span
          className={
            isPhoto ? 'grid size-6 place-items-center rounded-full bg-surface text-ink shadow-1' : ''
          }
        >
          <Icon aria-hidden size={isPhoto ? 16 : 20} strokeWidth={isPhoto ? 2.2 : 1.8} />
        </span>
      )}
    </Button>
  );
}

import { Trash2 } from 'lucide-react';
import type { Cart } from '#contract/entities/order.ts';
import { Button } from '#web/components/button.tsx';
import { teamName } from '#web/lib/formats.ts';
import { CartItemProblem } from './cart-item-problem.tsx';
import { OrderItemRow } from './order-item-row.tsx';
import { useRemoveFromCart } from './use-cart.ts';

type CartItemRowProps = { item: Cart['items'][number]; onRemoved: () => void };

export function CartItemRow({ item, onRemoved }: CartItemRowProps) {
  const remove = useRemoveFromCart(onRemoved);
  return (
    <OrderItemRow
      item={item}
      note={<CartItemProblem item={item} />}
      action={
        <Button
          kind="ghost"
          size="icon"
          className="-mr-2.5"
          isBusy={remove.isPending}
          aria-label={`Remove ${teamName(item.album)} from the cart`}
          onClick={() => remove.mutate(item.id)}
        >
          {!remove.isPending && <Trash2 aria-hidden size={20} strokeWidth={1.8} />}
        </Button>
      }
    />
  );
}

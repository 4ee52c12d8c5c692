import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { SheetClose } from '#web/components/sheet-close.tsx';
import { useUser } from '#web/lib/session.ts';
import { closeCart } from './cart-dialog-state.ts';
import { CartItemRow } from './cart-item-row.tsx';

export function CartDialog() {
  const { cart } = useUser();
  const items = cart?.items ?? [];
  return (
    <Sheet
      title="Your Shopping Cart"
      onClose={closeCart}
      footer={
        <>
          <SheetClose kind="line">Close</SheetClose>
          <Button kind="buy" disabled title={items.length > 0 ? 'Checkout opens soon' : undefined}>
            Checkout
          </Button>
        </>
      }
    >
      {cart && items.length > 0 ? (
        <>
          <ul className="grid divide-y divide-line">
            {items.map((item) => (
              <CartItemRow key={item.id} item={item} />
            ))}
          </ul>
          <p className="flex items-baseline justify-between border-line border-t pt-4 pb-1 text-18 font-bold">
            Total <span className="text-22 tracking-[-0.02em] tabular-nums">{formatCents(cart.total)}</span>
          </p>
        </>
      ) : (
        <p className="py-8 text-center text-ink-2">Your cart is empty!</p>
      )}
    </Sheet>
  );
}

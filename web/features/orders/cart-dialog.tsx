import { useState } from 'react';
import type { CartItem } from '#contract/entities/order.ts';
import { Button } from '#web/components/button.tsx';
import { buttonStyle } from '#web/components/button-style.ts';
import { Notice } from '#web/components/notice.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { SheetClose } from '#web/components/sheet-close.tsx';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { Link, useNavigate } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { useUser } from '#web/lib/session.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';
import { closeCart } from './cart-dialog-state.ts';
import { CartItemProblem } from './cart-item-problem.tsx';
import { CartUndo } from './cart-undo.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderSummary } from './order-summary.tsx';
import { RemoveCartItem } from './remove-cart-item.tsx';
import { useCheckOut } from './use-cart.ts';

export function CartDialog() {
  const { cart } = useUser();
  const items = cart?.items ?? [];
  const canCheckOut = items.some(({ problem }) => !problem);
  const [removed, setRemoved] = useState<CartItem>();
  const isOnline = useIsOnline();
  const navigate = useNavigate();
  const checkOut = useCheckOut((orderKey) => {
    closeCart();
    void navigate({ to: paths.checkout(orderKey) });
  });
  // The empty cart already has its own message.
  const problem = checkOut.error && !isApiError(checkOut.error, 'cart_empty') ? checkOut.error : undefined;
  return (
    <Sheet
      title="Your Shopping Cart"
      onClose={closeCart}
      footer={
        <>
          <SheetClose kind="line">Close</SheetClose>
          <Button
            kind="buy"
            disabled={!canCheckOut || !isOnline}
            isBusy={checkOut.isPending}
            onClick={() => cart && checkOut.mutate({ id: cart.id, total: cart.total })}
          >
            Checkout
          </Button>
        </>
      }
    >
      <CartUndo removed={removed} onUndone={() => setRemoved(undefined)} />
      {cart && items.length > 0 ? (
        <>
          <ul className="grid divide-y divide-line">
            <OrderItems
              items={items}
              noteOf={(group) => <CartItemProblem items={group} />}
              actionOf={(item, name) => (
                <RemoveCartItem item={item} name={name} onRemoved={() => setRemoved(item)} />
              )}
            />
          </ul>
          <div className="border-line border-t pt-4 pb-1">
            <OrderSummary {...cart} discount={0} />
          </div>
        </>
      ) : (
        <EmptyCart />
      )}
      {problem && (
        <div className="pt-3">
          <Notice tone="bad">{messageOf(problem)}</Notice>
        </div>
      )}
      {!isOnline && items.length > 0 && (
        <p role="status" className="pt-3 text-14 font-medium text-warn">
          You are offline. You can check out once you are connected again.
        </p>
      )}
    </Sheet>
  );
}

function EmptyCart() {
  return (
    <div className="grid justify-items-center gap-4 py-8 text-center">
      <p className="text-ink-2">Your cart is empty!</p>
      <Link to={paths.searchAlbums} onClick={closeCart} className={buttonStyle()}>
        Find albums
      </Link>
    </div>
  );
}

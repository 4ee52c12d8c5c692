import { ShoppingBag } from 'lucide-react';
import { buttonStyle } from '#web/components/button.tsx';
import { CountBadge } from '#web/components/count-badge.tsx';
import { openCart } from '#web/features/orders/cart-dialog-state.ts';
import { useSession } from '#web/lib/session.ts';

export function CartButton() {
  const count = useSession().user?.cart?.items.length ?? 0;
  return (
    <button
      type="button"
      className={`${buttonStyle('ghost', 'icon')} relative`}
      aria-haspopup="dialog"
      aria-label={`Shopping cart, ${count} ${count === 1 ? 'item' : 'items'}`}
      onClick={openCart}
    >
      <ShoppingBag aria-hidden size={22} strokeWidth={1.8} />
      <CountBadge count={count} tone="spot" className="absolute top-0.5 -right-0.5" />
    </button>
  );
}

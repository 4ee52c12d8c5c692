import { useQuery } from '@tanstack/react-query';
import { Trash2, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { CartItem, Order } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import type { LeftOutReason } from '#contract/rules/orders.ts';
import { Button, buttonStyle } from '#web/components/button.tsx';
import { Sheet, SheetClose } from '#web/components/sheet.tsx';
import { ErrorNotice } from '#web/components/states.tsx';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths, useNavigate } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';
import { closeCart } from './cart-dialog-state.ts';
import { usePutBack } from './checkout-changes.tsx';
import { OrderItems, orderTitle } from './order-items.tsx';
import { OrderSummary, ViewAlbumLink } from './order-summary.tsx';
import { cartPriceQuery, openOrdersQuery } from './orders.query.ts';
import { needsTaxPlace, TaxPlaceForm, TaxPlaceNote } from './tax-place.tsx';
import { useAddToCart, useCheckOut, useRemoveFromCart } from './use-cart.ts';

export function CartDialog() {
  const own = useUser().cart ?? null;
  const priced = useQuery(cartPriceQuery(own));
  const cart = own?.is_tax_known === false ? (priced.data ?? own) : own;
  const items = own?.items ?? [];
  const unpaid = useUnpaidOrders();
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
      title={i18n.t('Your Shopping Cart')}
      onClose={closeCart}
      footer={
        <>
          <SheetClose kind="line">{i18n.t('Close')}</SheetClose>
          <Button
            kind="buy"
            disabled={!canCheckOut || !isOnline}
            isBusy={checkOut.isPending || priced.isLoading}
            onClick={() => cart && checkOut.mutate({ id: cart.id, total: cart.total })}
          >
            {i18n.t('Checkout')}
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
            <OrderSummary order={{ ...cart, discount: 0 }} />
            <TaxPlaceNote />
          </div>
        </>
      ) : (
        unpaid.length === 0 && <EmptyCart />
      )}
      <UnpaidOrders orders={unpaid} />
      {problem && (
        <div className="pt-3">
          {needsTaxPlace(problem) ? (
            <TaxPlaceForm error={problem} onSaved={checkOut.reset} />
          ) : (
            <ErrorNotice error={problem} />
          )}
        </div>
      )}
      {!isOnline && items.length > 0 && (
        <p role="status" className="pt-3 text-14 font-medium text-warn">
          {i18n.t('You’re offline. You can check out once you’re connected again.')}
        </p>
      )}
    </Sheet>
  );
}

function EmptyCart() {
  return (
    <div className="grid justify-items-center gap-4 py-8 text-center">
      <p className="text-ink-2">{i18n.t('Your cart is empty!')}</p>
      <Link to={paths.searchAlbums} onClick={closeCart} className={buttonStyle()}>
        {i18n.t('Find albums')}
      </Link>
    </div>
  );
}

/** Checkout empties the cart, so what was not paid then is offered here. Group orders wait for others. */
function useUnpaidOrders(): Order[] {
  const { data = [] } = useQuery(openOrdersQuery);
  return data.filter(({ is_mine, is_pool }) => is_mine && !is_pool);
}

function UnpaidOrders({ orders }: { orders: Order[] }) {
  if (orders.length === 0) return null;
  return (
    <ul className="mt-4 grid gap-3">
      {orders.map((order) => (
        <UnpaidOrder key={order.key} order={order} />
      ))}
    </ul>
  );
}

function UnpaidOrder({ order }: { order: Order }) {
  const titleId = useId();
  const putBack = usePutBack(order);
  return (
    <li className="grid gap-3 rounded-card bg-sunk p-4">
      <p id={titleId} className="flex items-baseline justify-between gap-3 text-15 font-[650]">
        <span className="min-w-0">{orderTitle(order)}</span>
        <span className="tabular-nums">{formatCents(order.total)}</span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Link
          to={paths.checkout(order.key)}
          onClick={closeCart}
          aria-describedby={titleId}
          className={buttonStyle('ink', 'small')}
        >
          {i18n.t('Finish your order')}
        </Link>
        <Button
          kind="line"
          size="small"
          aria-describedby={titleId}
          isBusy={putBack.isPending}
          onClick={() => putBack.mutate(undefined)}
        >
          {i18n.t('Put back')}
        </Button>
      </div>
    </li>
  );
}

const WORDS: Record<LeftOutReason, string> = {
  not_viewed: /*i18n*/ 'Open this album once before you buy it. It stays in your cart.',
  not_for_sale: /*i18n*/ 'No longer for sale, so it’s not in the total.',
  owned: /*i18n*/ 'You already own this, so it’s not in the total.',
  in_pool: /*i18n*/ 'You’re already in a group order for this, so it’s not in the total.',
};

/** Says why an album, or some photos of one, cannot be bought now. */
function CartItemProblem({ items }: { items: readonly CartItem[] }) {
  const id = useId();
  const [first] = items.filter((item) => item.problem);
  if (!first?.problem) return null;
  const { album, problem } = first;
  const isPart = items.some((item) => item.problem !== problem);
  return (
    <div className="grid pt-1.5">
      <p id={id} className="text-14 font-medium text-warn">
        {isPart
          ? i18n.t('Some of these photos can’t be bought right now, so they’re not in the total.')
          : i18n.t(WORDS[problem])}
      </p>
      {problem === 'not_viewed' && (
        <ViewAlbumLink album={album.id} event={album.events[0]?.id} describedBy={id} />
      )}
    </div>
  );
}

type CartUndoProps = { removed: CartItem | undefined; onUndone: () => void };

/** Undo is inside the dialog, because nothing outside of it can be reached. */
function CartUndo({ removed, onUndone }: CartUndoProps) {
  const add = useAddToCart();
  return (
    <div role="status">
      {removed && (
        <p className="mb-2 flex items-center gap-3 rounded-ctl bg-sunk py-1 pr-1 pl-4 text-14">
          <span className="min-w-0 flex-1 py-1.5">
            {add.error
              ? messageOf(add.error)
              : i18n.t('{kind, select, album {Removed: {team}} other {Removed: a photo of {team}}}', {
                  kind: removed.image === null ? 'album' : 'photo',
                  team: teamName(removed.album),
                })}
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
            {i18n.t('Undo')}
          </Button>
        </p>
      )}
    </div>
  );
}

type RemoveCartItemProps = { item: CartItem; name: string; onRemoved: () => void };

/** The button of a photo is in the corner of its picture. */
function RemoveCartItem({ item, name, onRemoved }: RemoveCartItemProps) {
  const remove = useRemoveFromCart(onRemoved);
  const isPhoto = item.image !== null;
  const Icon = isPhoto ? X : Trash2;
  return (
    <Button
      kind="ghost"
      size="icon"
      className={isPhoto ? '-top-1.5 -right-1.5 absolute hover:bg-transparent!' : '-mr-2.5'}
      isBusy={remove.isPending}
      aria-label={i18n.t('Remove {name} from the cart', { name })}
      onClick={() => remove.mutate(item.id)}
    >
      {!remove.isPending && (
        <span
          className={
            isPhoto ? 'grid size-6 place-items-center rounded-full bg-surface text-ink shadow-1' : ''
          }
        >
          <Icon size={isPhoto ? 16 : 20} strokeWidth={isPhoto ? 2.2 : 1.8} />
        </span>
      )}
    </Button>
  );
}

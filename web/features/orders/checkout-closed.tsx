import type { Order } from '#contract/entities/order.ts';
import { buttonStyle } from '#web/components/button-style.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { CheckoutLines } from './checkout-lines.tsx';
import { endedInWords } from './pool-words.ts';

type Ending = { title: string; sentence: string };

const MISSING: Ending = {
  title: 'Order not found',
  sentence: 'The link may be incomplete. Ask for it again, or check your open orders.',
};

/** Returns undefined while the order can still be paid. Somebody who returns from the bank first learns how that went. */
export function endingOf(order: Order, isReturning = false): Ending | undefined {
  const owner = order.owner_first_name || 'Someone else';
  if (order.status === 'cancelled' && order.items.length === 0) {
    return {
      title: 'This order was canceled',
      sentence: `Nothing in it could be bought any more. ${order.pool ? endedInWords(order.pool) : 'Nothing was charged.'}`,
    };
  }
  if (order.status === 'cancelled') {
    return {
      title: 'This order was canceled',
      sentence: order.is_pool
        ? `${order.pool ? endedInWords(order.pool) : ''} You can still buy the albums.`.trim()
        : 'You were not charged for it. You can still buy the albums.',
    };
  }
  if (order.status === 'expired') {
    return {
      title: order.is_pool ? 'This pool has ended' : 'This order has expired',
      sentence: order.is_pool
        ? `Not all shares were paid in time. ${order.pool ? endedInWords(order.pool) : ''} You can still buy the albums.`
        : 'It was open too long. You were not charged for it, and you can still buy the albums.',
    };
  }
  if (order.is_mine) return undefined;
  if (isFull(order) && !(isReturning && order.status === 'open')) {
    return {
      title: 'This group order is full',
      sentence: `All shares of ${owner}’s group order are taken. You can still buy the albums yourself.`,
    };
  }
  if (!order.is_pool) {
    return {
      title: 'This order belongs to someone else',
      sentence: `${owner} has not shared it. Once it is shared, you can join with this link.`,
    };
  }
  return undefined;
}

/** Somebody who comes too late has no share and finds none left. */
function isFull({ status, pool }: Order): boolean {
  if ((pool?.mine ?? 0) > 0) return false;
  return status !== 'open' || (pool !== null && pool.shares_left.length === 0);
}

type CheckoutClosedProps = { ending?: Ending; order?: Order };

export function CheckoutClosed({ ending = MISSING, order }: CheckoutClosedProps) {
  return (
    <div className="grid gap-8">
      <PageHeading title="Checkout" />
      <EmptyState {...ending} link={{ to: paths.home, label: 'Find albums' }}>
        <Link to={paths.openOrders} className={buttonStyle('line')}>
          Open orders
        </Link>
      </EmptyState>
      {order && (
        <CheckoutLines
          order={order}
          title="Items in this order"
          actionOf={({ album, image }) =>
            image === null &&
            order.left_out.every((line) => line.album !== album.id) && (
              <Link to={paths.purchaseAlbum(album.uuid)} className={buttonStyle('line', 'small')}>
                Buy this album
              </Link>
            )
          }
        />
      )}
    </div>
  );
}

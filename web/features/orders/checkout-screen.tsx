import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { Order } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { countOf } from '#web/lib/formats.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { BACK_FROM_BANK, paymentSearch, useSearchState } from '#web/lib/search-params.ts';
import { useUser } from '#web/lib/session.ts';
import { CheckoutLines } from './checkout-lines.tsx';
import { CheckoutOpen } from './checkout-open.tsx';
import { orderQuery } from './orders.query.ts';
import { describeEnded, describeShares } from './pool-messages.ts';
import { PoolView } from './pool-view.tsx';

type CheckoutParts = {
  invites: (order: Order) => ReactNode;
  download: (order: Order) => ReactNode;
};
type CheckoutScreenProps = CheckoutParts & { orderKey: string };

export function CheckoutScreen({ orderKey, ...parts }: CheckoutScreenProps) {
  const order = useQuery(orderQuery(orderKey));
  return (
    <QueryState query={order} missing={<CheckoutClosed />} loading={<LoadingOrder />}>
      {(loaded) => <CheckoutOrder order={loaded} {...parts} />}
    </QueryState>
  );
}

function LoadingOrder() {
  return (
    <div className="grid gap-6 desk:gap-8">
      <PageHeading title="Checkout" />
      <div className="grid gap-5 desk:grid-cols-[minmax(0,1fr)_440px] desk:gap-8">
        <Skeleton label="Loading your order" className="h-[320px]" />
        <Skeleton label="" className="h-[420px]" />
      </div>
    </div>
  );
}

function introOf({ is_mine, owner_first_name, pool }: Order): string | undefined {
  if (is_mine || (pool?.mine ?? 0) > 0) return undefined;
  return `${owner_first_name || 'Someone'} is sharing the cost of these albums with the team. Take a share: once all seven are taken, the albums are yours too.`;
}

function CheckoutOrder({ order, invites, download }: CheckoutParts & { order: Order }) {
  const { search } = useSearchState(paymentSearch);
  const ending = endingOf(order, search.payment !== undefined);
  if (ending)
    return <CheckoutClosed ending={ending} order={order.is_pool || order.is_mine ? order : undefined} />;
  if (order.status !== 'open') return <CheckoutPaid order={order} download={download} />;
  return (
    <div className="grid gap-6 desk:gap-8">
      {order.pool ? (
        <PageHeading title="Share the cost">{introOf(order)}</PageHeading>
      ) : (
        <PageHeading title="Checkout" />
      )}
      {order.pool ? (
        <PoolView order={order} pool={order.pool} invites={invites(order)} />
      ) : (
        <CheckoutOpen order={order} />
      )}
    </div>
  );
}

type Ending = { title: string; sentence: string };

const MISSING: Ending = {
  title: 'Order not found',
  sentence: 'The link may be incomplete. Ask for it again, or check your open orders.',
};

/** Returns undefined while the order can still be paid. Somebody who returns from the bank first learns how that went. */
function endingOf(order: Order, isReturning = false): Ending | undefined {
  const owner = order.owner_first_name || 'Someone else';
  if (order.status === 'cancelled' && order.items.length === 0) {
    return {
      title: 'This order was canceled',
      sentence: `Nothing in it could be bought any more. ${order.pool ? describeEnded(order.pool) : 'Nothing was charged.'}`,
    };
  }
  if (order.status === 'cancelled') {
    return {
      title: 'This order was canceled',
      sentence: order.is_pool
        ? `${order.pool ? describeEnded(order.pool) : ''} You can still buy the albums.`.trim()
        : 'You were not charged for it. You can still buy the albums.',
    };
  }
  if (order.status === 'expired') {
    return {
      title: order.is_pool ? 'This pool has ended' : 'This order has expired',
      sentence: order.is_pool
        ? `Not all shares were paid in time. ${order.pool ? describeEnded(order.pool) : ''} You can still buy the albums.`
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

function CheckoutClosed({ ending = MISSING, order }: CheckoutClosedProps) {
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

/** In a pool every member is refunded alone. */
const refundedTo = ({ pool, refunded }: Order) => (pool && pool.my_charged > 0 ? pool.my_refunded : refunded);
const isRefunded = (order: Order) =>
  refundedTo(order) >= (order.pool?.my_charged || order.total) && order.status !== 'paid';

function sentenceOf(order: Order, email: string): string {
  if (isRefunded(order))
    return `We sent the refund. Banks usually take 5 to 10 days to show it. ${order.gift ? 'The gift has ended.' : 'The albums are no longer yours.'}`;
  const refunded = refundedTo(order);
  if (refunded > 0) {
    return `We sent a refund of ${formatCents(refunded)}. Banks usually take 5 to 10 days to show it.`;
  }
  const what = order.items.every(({ image }) => image === null)
    ? countOf(order.items.length, 'album')
    : countOf(order.items.length, 'item');
  if (order.gift) {
    return `${what} for ${order.gift.email ?? 'the recipient'}, who gets an email from us. We sent the receipt to ${email}.`;
  }
  const pool = order.pool;
  const own =
    pool && pool.my_charged > 0
      ? `You paid ${formatCents(pool.my_charged)} for ${describeShares(pool.mine)}. `
      : '';
  const whose = order.is_pool ? `All shares are paid. ${own}` : '';
  return `${whose}${what} without watermark, ready to download. We sent the receipt to ${email}.`;
}

function titleOf(order: Order): string {
  if (isRefunded(order)) return 'This order was refunded';
  if (order.gift) return 'Your gift is on its way';
  return order.items.length === 1 ? 'It’s yours' : 'They’re yours';
}

type CheckoutPaidProps = {
  order: Order;
  /** Downloads what was bought. */
  download: (order: Order) => ReactNode;
};

function CheckoutPaid({ order, download }: CheckoutPaidProps) {
  const { email } = useUser();
  const { search, change } = useSearchState(paymentSearch);
  const isBack = search.payment !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is cleaned once
  useEffect(() => {
    if (isBack) void change(BACK_FROM_BANK);
  }, [isBack]);
  const isOver = isRefunded(order);
  return (
    <div className="mx-auto grid w-full max-w-[720px] gap-8">
      <section role="status" className="grid justify-items-center gap-3 pt-4 text-center desk:pt-8">
        <span
          aria-hidden
          className={`grid size-24 place-items-center rounded-full ${isOver ? 'bg-sunk text-ink-2' : 'bg-ok-bg text-ok'}`}
        >
          <Check size={52} strokeWidth={2.4} />
        </span>
        <h1
          tabIndex={-1}
          className="text-28 leading-tight font-extrabold tracking-[-0.03em] text-balance desk:text-36"
        >
          {titleOf(order)}
        </h1>
        <p className="max-w-[52ch] text-ink-2">{sentenceOf(order, email)}</p>
        <div className="grid w-full max-w-[360px] gap-2 pt-3">
          {!isOver && order.gift === null && download(order)}
          <Link to={paths.receipt(order.key)} className={buttonStyle('line')}>
            Receipt
          </Link>
        </div>
      </section>
      <CheckoutLines order={order} title="What you bought" />
    </div>
  );
}

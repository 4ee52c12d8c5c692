import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { Order } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
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
      <PageHeading title={i18n.t('Checkout')} />
      <div className="grid gap-5 desk:grid-cols-[minmax(0,1fr)_440px] desk:gap-8">
        <Skeleton label={i18n.t('Loading your order')} className="h-[320px]" />
        <Skeleton label="" className="h-[420px]" />
      </div>
    </div>
  );
}

function introOf({ is_mine, owner_first_name, pool }: Order): string | undefined {
  if (is_mine || (pool?.mine ?? 0) > 0) return undefined;
  return i18n.t(
    '{ownerFirstName} is sharing the cost of these albums with the team. Take a share: once all seven are taken, the albums are yours too.',
    { ownerFirstName: owner_first_name || i18n.t('Someone') },
  );
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
        <PageHeading title={i18n.t('Share the cost')}>{introOf(order)}</PageHeading>
      ) : (
        <PageHeading title={i18n.t('Checkout')} />
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
  title: /*i18n*/ 'Order not found',
  sentence: /*i18n*/ 'The link may be incomplete. Ask for it again, or check your open orders.',
};

/** Returns undefined while the order can still be paid. Somebody who returns from the bank first learns how that went. */
function endingOf(order: Order, isReturning = false): Ending | undefined {
  const owner = order.owner_first_name || i18n.t('Someone else');
  if (order.status === 'cancelled' && order.items.length === 0) {
    return {
      title: i18n.t('This order was canceled'),
      sentence: i18n.t('Nothing in it could be bought any more. {value}', {
        value: order.pool ? describeEnded(order.pool) : i18n.t('Nothing was charged.'),
      }),
    };
  }
  if (order.status === 'cancelled') {
    return {
      title: i18n.t('This order was canceled'),
      sentence: order.is_pool
        ? i18n
            .t('{value} You can still buy the albums.', {
              value: order.pool ? describeEnded(order.pool) : '',
            })
            .trim()
        : i18n.t('You were not charged for it. You can still buy the albums.'),
    };
  }
  if (order.status === 'expired') {
    return {
      title: order.is_pool ? i18n.t('This pool has ended') : i18n.t('This order has expired'),
      sentence: order.is_pool
        ? i18n.t('Not all shares were paid in time. {value} You can still buy the albums.', {
            value: order.pool ? describeEnded(order.pool) : '',
          })
        : i18n.t('It was open too long. You were not charged for it, and you can still buy the albums.'),
    };
  }
  if (order.is_mine) return undefined;
  if (isFull(order) && !(isReturning && order.status === 'open')) {
    return {
      title: i18n.t('This group order is full'),
      sentence: i18n.t(
        'All shares of {owner}’s group order are taken. You can still buy the albums yourself.',
        { owner },
      ),
    };
  }
  if (!order.is_pool) {
    return {
      title: i18n.t('This order belongs to someone else'),
      sentence: i18n.t('{owner} has not shared it. Once it is shared, you can join with this link.', {
        owner,
      }),
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
      <PageHeading title={i18n.t('Checkout')} />
      <EmptyState {...ending} link={{ to: paths.home, label: i18n.t('Find albums') }}>
        <Link to={paths.openOrders} className={buttonStyle('line')}>
          {i18n.t('Open orders')}
        </Link>
      </EmptyState>
      {order && (
        <CheckoutLines
          order={order}
          title={i18n.t('Items in this order')}
          actionOf={({ album, image }) =>
            image === null &&
            order.left_out.every((line) => line.album !== album.id) && (
              <Link to={paths.purchaseAlbum(album.uuid)} className={buttonStyle('line', 'small')}>
                {i18n.t('Buy this album')}
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
    return i18n.t('We sent the refund. Banks usually take 5 to 10 days to show it. {value}', {
      value: order.gift ? i18n.t('The gift has ended.') : i18n.t('The albums are no longer yours.'),
    });
  const refunded = refundedTo(order);
  if (refunded > 0) {
    return i18n.t('We sent a refund of {refunded}. Banks usually take 5 to 10 days to show it.', {
      refunded: formatCents(refunded),
    });
  }
  const what = order.items.every(({ image }) => image === null)
    ? i18n.t('{count, plural, one {# album} other {# albums}}', { count: order.items.length })
    : i18n.t('{count, plural, one {# item} other {# items}}', { count: order.items.length });
  if (order.gift) {
    return i18n.t('{what} for {email}, who gets an email from us. We sent the receipt to {email2}.', {
      what,
      email: order.gift.email ?? 'the recipient',
      email2: email,
    });
  }
  const pool = order.pool;
  const own =
    pool && pool.my_charged > 0
      ? i18n.t('You paid {myCharged} for {mine}. ', {
          myCharged: formatCents(pool.my_charged),
          mine: describeShares(pool.mine),
        })
      : '';
  const whose = order.is_pool ? i18n.t('All shares are paid. {own}', { own }) : '';
  return i18n.t('{whose}{what} without watermark, ready to download. We sent the receipt to {email}.', {
    whose,
    what,
    email,
  });
}

function titleOf(order: Order): string {
  if (isRefunded(order)) return i18n.t('This order was refunded');
  if (order.gift) return i18n.t('Your gift is on its way');
  return order.items.length === 1 ? i18n.t('It’s yours') : i18n.t('They’re yours');
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
            {i18n.t('Receipt')}
          </Link>
        </div>
      </section>
      <CheckoutLines order={order} title={i18n.t('What you bought')} />
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import type { Order } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState, Notice, QueryState, Skeleton } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { BACK_FROM_BANK, paymentSearch, useSearchState } from '#web/lib/search-params.ts';
import { useUser } from '#web/lib/session.ts';
import { PutBackOrder } from './checkout-changes.tsx';
import { CheckoutLines } from './checkout-lines.tsx';
import { CheckoutOpen } from './checkout-open.tsx';
import { orderQuery } from './orders.query.ts';
import { describeClosed, describeEnded } from './pool-messages.ts';
import { PoolView } from './pool-view.tsx';
import { Bought, type BoughtParts } from './purchase-done.tsx';

type CheckoutParts = {
  invites: (order: Order) => ReactNode;
  bought: BoughtParts;
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

function introOf({ is_mine, owner_first_name: owner, pool }: Order): string | undefined {
  if (is_mine || (pool?.mine ?? 0) > 0) return undefined;
  return owner
    ? i18n.t(
        '{owner} started a group order for these photos. Once all seven shares are taken, they’re yours too.',
        { owner },
      )
    : i18n.t('This is a group order for these photos. Once all seven shares are taken, they’re yours too.');
}

function CheckoutOrder({ order, invites, bought }: CheckoutParts & { order: Order }) {
  const { search } = useSearchState(paymentSearch);
  const ending = endingOf(order, search.payment !== undefined);
  if (ending)
    return <CheckoutClosed ending={ending} order={order.is_pool || order.is_mine ? order : undefined} />;
  if (order.status !== 'open') return <CheckoutPaid order={order} bought={bought} />;
  return (
    <div className="grid gap-6 desk:gap-8">
      {order.pool ? (
        <PageHeading title={i18n.t('Group order')}>{introOf(order)}</PageHeading>
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

const missing = (): Ending => ({
  title: i18n.t('Order not found'),
  sentence: i18n.t('The link may be incomplete. Ask for it again, or look through your orders.'),
});

const sentences = (...parts: (string | false)[]) => parts.filter(Boolean).join(' ');

/** Returns undefined while the order can still be paid. Somebody who returns from the bank first learns how that went. */
function endingOf(order: Order, isReturning = false): Ending | undefined {
  const owner = order.owner_first_name;
  const ended = order.pool ? describeEnded(order.pool) : i18n.t('You weren’t charged.');
  const rest = sentences(
    order.items.length === 0 && i18n.t('Nothing in it is for sale anymore.'),
    ended,
    order.items.length > 0 && i18n.t('You can still buy the photos.'),
  );
  if (order.status === 'cancelled') {
    return order.is_pool
      ? describeClosed('canceled', { owner, rest })
      : { title: i18n.t('This order was canceled'), sentence: rest };
  }
  if (order.status === 'expired') {
    return order.is_pool
      ? describeClosed('ended', { owner, rest })
      : {
          title: i18n.t('This order has expired'),
          sentence: sentences(i18n.t('It wasn’t paid in time.'), rest),
        };
  }
  if (order.is_mine) return undefined;
  if (isFull(order) && !(isReturning && order.status === 'open'))
    return describeClosed('full', { owner, rest: i18n.t('You can still buy the photos yourself.') });
  if (!order.is_pool) {
    return {
      title: i18n.t('This order belongs to someone else'),
      sentence: i18n.t('If it becomes a group order, you can join with this link.'),
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

function CheckoutClosed({ ending = missing(), order }: CheckoutClosedProps) {
  return (
    <div className="grid gap-8">
      <PageHeading title={order?.is_pool ? i18n.t('Group order') : i18n.t('Checkout')} />
      <EmptyState {...ending} link={{ to: paths.home, label: i18n.t('Find albums') }}>
        {order?.is_mine && order.items.length > 0 ? (
          <PutBackOrder order={order} />
        ) : (
          <Link to={paths.openOrders} className={buttonStyle('line')}>
            {i18n.t('See my orders')}
          </Link>
        )}
      </EmptyState>
      {order && (
        <CheckoutLines
          order={order}
          title={i18n.t('In this order')}
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

/** Replaces the photos for a gift or after a refund. */
function messageOf(order: Order, email: string): Ending | undefined {
  const banks = i18n.t('Banks usually take 5 to 10 days to show it.');
  if (isRefunded(order)) {
    return {
      title: i18n.t('This order was refunded'),
      sentence: sentences(
        order.gift
          ? i18n.t('We sent the money back, and the gift has ended.')
          : i18n.t('We sent the money back, and the photos are no longer yours.'),
        banks,
      ),
    };
  }
  if (!order.gift) return undefined;
  const { email: recipient } = order.gift;
  return {
    title: i18n.t('Your gift is on its way'),
    sentence: recipient
      ? i18n.t('We’re emailing the photos to {recipient}. Your receipt goes to {email}.', {
          recipient,
          email,
        })
      : i18n.t('Your receipt goes to {email}.', { email }),
  };
}

type CheckoutPaidProps = { order: Order; bought: BoughtParts };

function CheckoutPaid({ order, bought }: CheckoutPaidProps) {
  const { email } = useUser();
  const { search, change } = useSearchState(paymentSearch);
  const isBack = search.payment !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is cleaned once
  useEffect(() => {
    if (isBack) void change(BACK_FROM_BANK);
  }, [isBack]);
  const message = messageOf(order, email);
  const refunded = refundedTo(order);
  return (
    <div className="mx-auto grid w-full max-w-[720px] gap-8">
      {message ? (
        <section role="status" className="grid justify-items-center gap-3 pt-4 text-center desk:pt-8">
          <h1
            tabIndex={-1}
            className="text-28 leading-tight font-extrabold tracking-[-0.03em] text-balance desk:text-36"
          >
            {message.title}
          </h1>
          <p className="max-w-[52ch] text-ink-2">{message.sentence}</p>
          <Link to={paths.receipt(order.key)} className={buttonStyle('line')}>
            {i18n.t('View receipt')}
          </Link>
        </section>
      ) : (
        <section
          ref={showFromTop}
          className="grid scroll-mt-[calc(var(--header-height)+16px)] grid-rows-[min(52dvh,560px)_auto] overflow-hidden rounded-sheet border border-line bg-[#050409]"
        >
          <Bought order={order} parts={bought} />
        </section>
      )}
      {!message && refunded > 0 && (
        <Notice tone="info">
          {i18n.t('We refunded {amount}. Banks usually take 5 to 10 days to show it.', {
            amount: formatCents(refunded),
          })}
        </Notice>
      )}
      <CheckoutLines order={withPaidPrices(order)} title={i18n.t('What you bought')} />
    </div>
  );
}

/** The pay button was further down, and the photo is what people want to see. */
function showFromTop(element: HTMLElement | null): void {
  requestAnimationFrame(() => element?.scrollIntoView?.({ block: 'start' }));
}

/** After the payment an item shows what was paid for it, without credit and discount. */
const withPaidPrices = (order: Order): Order => ({
  ...order,
  items: order.items.map((item) => ({ ...item, price: item.total })),
});

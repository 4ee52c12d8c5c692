import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Order } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { eventLine, teamLine } from '#contract/rules/sentences.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { formatDate, formatLongMoment } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { CancelOrder } from './checkout-changes.tsx';
import { openOrdersQuery } from './orders.query.ts';
import { describeShares, describeTimeLeft } from './pool-messages.ts';
import { PoolShares } from './pool-shares.tsx';

export function OpenOrdersList() {
  return (
    <QueryState
      query={useQuery(openOrdersQuery)}
      loading={<Skeleton label={i18n.t('Loading your orders')} className="h-[320px]" />}
      empty={
        <EmptyState
          title={i18n.t('No open orders')}
          sentence={i18n.t('Orders you have not paid yet and orders you share appear here.')}
          link={{ to: paths.home, label: i18n.t('Find albums') }}
        >
          <Link to={paths.myAlbums} className={buttonStyle('line')}>
            {i18n.t('My purchases')}
          </Link>
        </EmptyState>
      }
    >
      {(orders) => (
        <ul className="grid gap-5">
          {orders.map((order) => (
            <li key={order.key}>
              <OpenOrder order={order} />
            </li>
          ))}
        </ul>
      )}
    </QueryState>
  );
}

function titleOf({ items }: Order): string {
  const [first] = items;
  if (!first) return i18n.t('Order');
  const albums = new Set(items.map((item) => item.album.id)).size;
  const photos = items.filter((item) => item.image !== null).length;
  const title =
    albums === 1
      ? teamLine(first.album)
      : i18n.t('{teamLine} and {albums} more', { teamLine: teamLine(first.album), albums: albums - 1 });
  return photos > 0 && photos === items.length
    ? `${i18n.t('{count, plural, one {# photo} other {# photos}}', { count: photos })}: ${title}`
    : title;
}

function OpenOrder({ order }: { order: Order }) {
  const titleId = useId();
  const event = order.items[0]?.album.events[0];
  return (
    <article
      aria-labelledby={titleId}
      className="grid gap-5 rounded-sheet border border-line bg-surface p-5 desk:p-8"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 flex-1 basis-[18rem] text-14 leading-[1.45] text-ink-2">
          <h2 id={titleId} className="text-18 leading-tight font-[750] tracking-[-0.02em] text-ink">
            {titleOf(order)}
          </h2>
          {event && <p>{eventLine(event)}</p>}
          <p>
            {i18n.t('Order {id}, started {createdAt}', {
              id: order.id,
              createdAt: formatDate(order.created_at),
            })}
            {!order.is_mine && ` by ${order.owner_first_name}`}
          </p>
        </div>
        <p className="text-right text-14 text-ink-2">
          <b className="block text-22 font-[750] tracking-[-0.02em] text-ink tabular-nums">
            {formatCents(order.pool && order.pool.mine > 0 ? order.pool.my_amount : order.total)}
          </b>
          {order.pool && order.pool.mine > 0
            ? i18n.t('Your {mine}, of {total} in total', {
                mine: describeShares(order.pool.mine),
                total: formatCents(order.total),
              })
            : order.pool && i18n.t('In total')}
        </p>
      </div>
      {order.pool && (
        <div className="grid gap-3">
          <p className="text-15">
            <b className="font-[650] tabular-nums">
              {i18n.t('{taken} of {shares} shares', { taken: order.pool.taken, shares: order.pool.shares })}
            </b>
            {i18n.t('. Closes')}{' '}
            <time dateTime={order.pool.deadline}>{formatLongMoment(order.pool.deadline)}</time>;{' '}
            <span className="text-ink-2">{describeTimeLeft(order.pool.deadline)}</span>
          </p>
          <PoolShares pool={order.pool} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to={paths.checkout(order.key)} aria-describedby={titleId} className={buttonStyle()}>
          {i18n.t('Continue')}
        </Link>
        {order.is_mine && <CancelOrder order={order} describedBy={titleId} />}
      </div>
    </article>
  );
}

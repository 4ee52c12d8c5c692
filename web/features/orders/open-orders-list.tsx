import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { Order } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { eventLine } from '#contract/rules/sentences.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { EmptyState, QueryState, Skeleton } from '#web/components/states.tsx';
import { Trans } from '#web/components/trans.tsx';
import { formatDate, formatLongMoment } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { CancelOrder, PutBackOrder } from './checkout-changes.tsx';
import { orderTitle } from './order-items.tsx';
import { openOrdersQuery } from './orders.query.ts';
import { describeTimeLeft } from './pool-messages.ts';
import { PoolShares } from './pool-shares.tsx';

export function OpenOrdersList() {
  return (
    <QueryState
      query={useQuery(openOrdersQuery)}
      loading={<Skeleton label={i18n.t('Loading your orders')} className="h-[320px]" />}
      empty={
        <EmptyState
          title={i18n.t('You’re all caught up')}
          sentence={i18n.t('Orders you haven’t paid yet and your group orders show up here.')}
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

function OpenOrder({ order }: { order: Order }) {
  const titleId = useId();
  const event = order.items[0]?.album.events[0];
  return (
    <article
      aria-labelledby={titleId}
      className="grid grid-cols-[minmax(0,1fr)] gap-5 rounded-sheet border border-line bg-surface p-5 desk:p-8"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0 flex-1 basis-[18rem] text-14 leading-[1.45] wrap-anywhere text-ink-2">
          <h2 id={titleId} className="text-18 leading-tight font-[750] tracking-[-0.02em] text-ink">
            {orderTitle(order)}
          </h2>
          {event && <p>{eventLine(event)}</p>}
          <p>
            {order.is_mine || !order.owner_first_name
              ? i18n.t('Order {id}, started {date}', { id: order.id, date: formatDate(order.created_at) })
              : i18n.t('Order {id}, started {date} by {owner}', {
                  id: order.id,
                  date: formatDate(order.created_at),
                  owner: order.owner_first_name,
                })}
          </p>
        </div>
        <p className="text-14 text-ink-2 desk:text-right">
          <b className="block text-22 font-[750] tracking-[-0.02em] text-ink tabular-nums">
            {formatCents(order.pool && order.pool.mine > 0 ? order.pool.my_amount : order.total)}
          </b>
          {order.pool && order.pool.mine > 0
            ? i18n.t('{count, plural, one {for your share} other {for your # shares}}, {total} in total', {
                count: order.pool.mine,
                total: formatCents(order.total),
              })
            : order.pool && i18n.t('in total')}
        </p>
      </div>
      {order.pool && (
        <div className="grid gap-3">
          <p className="text-15">
            <Trans
              id="<b>Group order: {taken} of {shares} shares taken.</b> Open until <time>{deadline}</time>, <left>{timeLeft}</left>"
              values={{
                taken: order.pool.taken,
                shares: order.pool.shares,
                deadline: formatLongMoment(order.pool.deadline),
                timeLeft: describeTimeLeft(order.pool.deadline),
              }}
              components={{
                b: <b className="font-[650] tabular-nums" />,
                time: <time dateTime={order.pool.deadline} />,
                left: <span className="whitespace-nowrap text-ink-2" />,
              }}
            />
          </p>
          <PoolShares pool={order.pool} />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to={paths.checkout(order.key)} aria-describedby={titleId} className={buttonStyle()}>
          {order.pool ? i18n.t('Open') : i18n.t('Check out')}
        </Link>
        {order.is_mine &&
          (order.pool ? (
            <CancelOrder order={order} describedBy={titleId} />
          ) : (
            <PutBackOrder order={order} describedBy={titleId} />
          ))}
      </div>
    </article>
  );
}

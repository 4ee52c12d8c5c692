import type { ReactNode } from 'react';
import type { Order, Pool } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { SectionCard } from '#web/components/section-card.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { teamName } from '#web/lib/formats.ts';
import { CheckoutBar } from './checkout-bar.tsx';
import { CancelOrder } from './checkout-cancel.tsx';
import { CheckoutLines } from './checkout-lines.tsx';
import { CheckoutShareSwitch } from './checkout-share-switch.tsx';
import { PoolJoin } from './pool-join.tsx';
import { PoolLink } from './pool-link.tsx';
import { PoolProgress } from './pool-progress.tsx';

type PoolViewProps = {
  order: Order;
  pool: Pool;
  invites: ReactNode;
};

function whatIsShared({ items }: Order): string {
  const [first] = items;
  return first && items.length === 1
    ? `the album of ${teamName(first.album)}`
    : countOf(items.length, 'album');
}

export function PoolView({ order, pool, invites }: PoolViewProps) {
  const isOpen = pool.phase === 'filling' || pool.phase === 'covering';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 desk:grid-cols-[minmax(0,1fr)_440px] desk:grid-rows-[auto_1fr] desk:gap-x-8">
      <PoolProgress pool={pool} />
      {pool.mine === 0 && pool.shares_left.length > 0 && (
        <CheckoutBar
          amount={formatCents(pool.shares_left[0] ?? 0)}
          what="a share"
          action="Join"
          target="take-shares"
        />
      )}
      <div className="desk:sticky desk:top-[88px] desk:col-start-2 desk:row-span-2 desk:row-start-1">
        <PoolJoin order={order} pool={pool} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5 desk:col-start-1 desk:row-start-2">
        {isOpen && (order.is_mine || pool.mine > 0) && (
          <SectionCard
            title="Invite others"
            intro="Anyone with the link can join. They see only first names and shares."
          >
            <PoolLink orderKey={order.key} what={whatIsShared(order)} />
            {invites}
          </SectionCard>
        )}
        <CheckoutLines order={order} title={order.is_mine ? 'Your order' : 'Shared order'} hasTotal />
        {order.is_mine && pool.taken === 0 && <CheckoutShareSwitch order={order} />}
        {order.is_mine && pool.phase === 'filling' && (
          <div className="justify-self-center desk:-ml-[18px] desk:justify-self-start">
            <CancelOrder order={order} />
          </div>
        )}
      </div>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Order } from '#contract/entities/order.ts';
import { focusOnMount } from '#web/components/focus-on-mount.ts';
import { QueryState } from '#web/components/query-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { paths } from '#web/lib/paths.ts';
import { orderQuery } from './checkout-order.query.ts';
import { PoolLink } from './pool-link.tsx';
import { PoolShares } from './pool-shares.tsx';
import { standingInWords } from './pool-words.ts';
import { PurchaseSuccess, successTitle } from './purchase-success.tsx';

/** How many photos an order has, or null if it has a whole album. */
export const photosOf = ({ items }: Order) =>
  items.some(({ image }) => image === null) ? null : items.length;

export function useDoneTitle(orderKey: string | undefined): string {
  const { data: order } = useQuery({ ...orderQuery(orderKey ?? ''), enabled: orderKey !== undefined });
  if (!order) return 'Your purchase';
  if (order.status !== 'open') return successTitle(photosOf(order));
  return order.pool && order.pool.mine > 0 ? 'Your share is reserved' : 'Your purchase';
}

type PurchaseDoneProps = { orderKey: string; download: (order: Order) => ReactNode };

export function PurchaseDone({ orderKey, download }: PurchaseDoneProps) {
  const order = useQuery(orderQuery(orderKey));
  return (
    <QueryState query={order} loading={<Skeleton label="Loading your purchase" className="h-[280px]" />}>
      {(loaded) => {
        const [first] = loaded.items;
        if (loaded.status === 'open') return <ReservedShare order={loaded} />;
        if (!first) return null;
        return (
          <PurchaseSuccess
            album={first.album}
            photos={photosOf(loaded)}
            orderKey={orderKey}
            download={download(loaded)}
            isTitleHidden
          />
        );
      }}
    </QueryState>
  );
}

/** A pool is open until its last share is taken. */
function ReservedShare({ order }: { order: Order }) {
  const { pool } = order;
  if (!pool) return <p>This payment is not complete yet.</p>;
  return (
    <div className="grid gap-5 pb-4">
      <p ref={focusOnMount} tabIndex={-1} role="status" className="text-ink-2 outline-none">
        {standingInWords(pool)}
      </p>
      <PoolShares pool={pool} />
      <div className="grid gap-2">
        <p className="text-15 font-[650]">Invite others to take the rest</p>
        <PoolLink orderKey={order.key} what="the album" />
      </div>
      <TextLink to={paths.checkout(order.key)}>Open the pool</TextLink>
    </div>
  );
}

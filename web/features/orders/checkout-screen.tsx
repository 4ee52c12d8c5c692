import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Order } from '#contract/entities/order.ts';
import { PageHeading } from '#web/components/page-heading.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { paymentSearch } from '#web/lib/search-params.ts';
import { useSearchState } from '#web/lib/use-search-state.ts';
import { CheckoutClosed, endingOf } from './checkout-closed.tsx';
import { CheckoutOpen } from './checkout-open.tsx';
import { orderQuery } from './checkout-order.query.ts';
import { CheckoutPaid } from './checkout-paid.tsx';
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

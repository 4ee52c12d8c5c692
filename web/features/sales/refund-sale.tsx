import { useQuery } from '@tanstack/react-query';
import type { AlbumSale } from '#contract/endpoints/album-administration.ts';
import { FailedState } from '#web/components/failed-state.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { RefundSheet } from './refund-sheet.tsx';
import { buyerOrdersQuery } from './sales.query.ts';

/** A refund begins with the one sale, and shows what else is in its order. */
export function RefundSale({ sale, onClose }: { sale: AlbumSale; onClose: () => void }) {
  const { data: orders, error, refetch } = useQuery(buyerOrdersQuery(sale.buyer.id));
  const order = orders?.find(({ id }) => id === sale.order);
  if (order) {
    return <RefundSheet userId={sale.buyer.id} order={order} lineId={sale.id} onClose={onClose} />;
  }
  return (
    <Sheet title={`Refund order ${sale.order}`} onClose={onClose}>
      <div className="pb-3">
        {error ? (
          <FailedState error={error} onRetry={refetch} />
        ) : orders ? (
          <p className="text-15 text-ink-2">
            This order is too old for the list. Open the customer’s page to look for it.
          </p>
        ) : (
          <Skeleton label="Loading the order" className="h-48" />
        )}
      </div>
    </Sheet>
  );
}

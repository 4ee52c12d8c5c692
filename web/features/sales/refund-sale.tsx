import { useQuery } from '@tanstack/react-query';
import type { AlbumSale } from '#contract/endpoints/album-administration.ts';
import { FailedState } from '#web/components/failed-state.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { RefundSheet } from './refund-sheet.tsx';
import { buyerOrderQuery } from './sales.query.ts';

/** Selects the line of this sale first; staff can add other lines of its order. */
export function RefundSale({ sale, onClose }: { sale: AlbumSale; onClose: () => void }) {
  const { data: order, error, refetch } = useQuery(buyerOrderQuery(sale.buyer.id, sale.order));
  if (order) {
    return <RefundSheet userId={sale.buyer.id} order={order} lineId={sale.id} onClose={onClose} />;
  }
  return (
    <Sheet title={`Refund order ${sale.order}`} onClose={onClose}>
      <div className="pb-3">
        {error ? (
          <FailedState error={error} onRetry={refetch} />
        ) : (
          <Skeleton label="Loading the order" className="h-48" />
        )}
      </div>
    </Sheet>
  );
}

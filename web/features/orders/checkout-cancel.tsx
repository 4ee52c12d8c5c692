import { useState } from 'react';
import type { Order } from '#contract/entities/order.ts';
import { Button } from '#web/components/button.tsx';
import { LazyConfirmDialog } from '#web/components/lazy-confirm-dialog.tsx';
import { useCancelOrder } from './checkout-changes.ts';

type CancelOrderProps = { order: Order; describedBy?: string; isSmall?: boolean };

export function CancelOrder({ order, describedBy, isSmall }: CancelOrderProps) {
  const [isAsking, setIsAsking] = useState(false);
  const cancel = useCancelOrder(order.key, () => setIsAsking(false));
  return (
    <>
      <Button
        kind="ghost"
        size={isSmall ? 'small' : 'regular'}
        aria-haspopup="dialog"
        aria-describedby={describedBy}
        onClick={() => setIsAsking(true)}
      >
        Cancel order
      </Button>
      <LazyConfirmDialog
        isOpen={isAsking}
        title="Cancel this order?"
        sentence={
          order.pool && order.pool.taken > 0
            ? 'Holds are released, cards that were charged are refunded, and the link stops working. You can still buy the albums later.'
            : 'You will not be charged for it. You can still buy the albums later.'
        }
        confirmLabel="Cancel order"
        cancelLabel="Keep it"
        isBusy={cancel.isPending}
        onConfirm={() => cancel.mutate(undefined)}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

import { useState } from 'react';
import type { Order } from '#contract/entities/order.ts';
import { Button } from '#web/components/button.tsx';
import { LazyConfirmDialog } from '#web/components/lazy-confirm-dialog.tsx';
import { toast } from '#web/lib/toast.ts';
import { useLeavePool } from './checkout-changes.ts';

export function PoolLeave({ order }: { order: Order }) {
  const [isAsking, setIsAsking] = useState(false);
  const leave = useLeavePool(order.key, () => {
    setIsAsking(false);
    toast('You left the pool. The hold on your card is released.');
  });
  return (
    <>
      <Button kind="ghost" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        Leave the pool
      </Button>
      <LazyConfirmDialog
        isOpen={isAsking}
        title="Leave the pool?"
        sentence="Your shares become available to others, and the hold on your card is released. You can join again while shares are left."
        confirmLabel="Leave"
        cancelLabel="Stay"
        isBusy={leave.isPending}
        onConfirm={() => leave.mutate(undefined)}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

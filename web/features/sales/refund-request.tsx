import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatAge } from '#web/lib/formats.ts';
import { useUser } from '#web/lib/session.ts';
import { sentRefundWords } from './refund-words.ts';
import { useSaleAction } from './use-sale-action.ts';

type RefundRequestProps = { userId: number; request: NonNullable<OrderOfUser['refund_request']> };

/** A high refund that waits for someone other than the one who asked for it. */
export function RefundRequest({ userId, request }: RefundRequestProps) {
  const me = useUser();
  const isOwn = request.requested_by.id === me.id;
  const params = { id: request.id };
  const approve = useSaleAction(
    userId,
    () => callApi(refundEndpoints.approveRefund, { params }),
    (refund) => sentRefundWords(refund),
  );
  const decline = useSaleAction(
    userId,
    () => callApi(refundEndpoints.declineRefund, { params }),
    () => (isOwn ? 'Request withdrawn' : 'Refund declined'),
  );
  const isBusy = approve.isPending || decline.isPending;
  return (
    <div className="grid gap-2 rounded-ctl bg-warn-bg px-4 py-3 text-14">
      <p className="break-words">
        <b className="font-[650] text-warn">Refund of {formatCents(request.amount)} to approve.</b>{' '}
        {isOwn ? 'You asked' : `${request.requested_by.name} asked`} {formatAge(request.created_at)}:{' '}
        {request.memo}
      </p>
      {isOwn ? (
        <p className="text-ink-2">A colleague has to approve it.</p>
      ) : (
        <p className="text-ink-2">Approving sends the refund and ends what was bought.</p>
      )}
      <div className="flex flex-wrap gap-2">
        {!isOwn && (
          <Button size="small" kind="bad" isBusy={isBusy} onClick={() => approve.mutate()}>
            Approve refund
          </Button>
        )}
        <Button size="small" kind="line" isBusy={isBusy} onClick={() => decline.mutate()}>
          {isOwn ? 'Withdraw request' : 'Decline'}
        </Button>
      </div>
    </div>
  );
}

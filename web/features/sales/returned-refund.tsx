import { useState } from 'react';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { formatAge } from '#web/lib/formats.ts';
import { SettleReturnedSheet } from './settle-returned-sheet.tsx';

export type ReturnedRefund = OrderOfUser['returned_refunds'][number];

type ReturnedRefundsProps = { userId: number; order: OrderOfUser };

/** Money that we owe since a refund failed, and movements at the card provider that are not in our books. */
export function ReturnedRefunds({ userId, order }: ReturnedRefundsProps) {
  const [settling, setSettling] = useState<ReturnedRefund>();
  const owed = order.returned_refunds.filter(({ outcome }) => outcome === null);
  return (
    <>
      {owed.map((returned) => (
        <div key={returned.id} className="grid gap-2 rounded-ctl bg-bad-bg px-4 py-3 text-14">
          <p>
            <b className="font-[650] text-bad">
              {returned.was_refused ? 'The card provider refused' : 'The bank returned'} the refund of{' '}
              {formatCents(returned.amount)}
              {returned.payer.id !== userId && ` to ${returned.payer.name}`}.
            </b>{' '}
            That was <time dateTime={returned.owed_since}>{formatAge(returned.owed_since)}</time>, and we owe
            it to the buyer.{' '}
            {returned.has_goods
              ? 'The buyer has the purchase.'
              : 'The buyer has neither the purchase nor the money.'}
          </p>
          {returned.is_being_sent ? (
            <p className="text-ink-2">It is being sent again. The card provider has not answered yet.</p>
          ) : (
            <div>
              <Button
                size="small"
                kind="line"
                onClick={() => setSettling(returned)}
                aria-label={`Settle the ${returned.was_refused ? 'refused' : 'returned'} refund ${returned.refund}`}
              >
                Settle
              </Button>
            </div>
          )}
        </div>
      ))}
      {order.unbooked.map((item) => (
        <p key={item.id} className="rounded-ctl bg-bad-bg px-4 py-3 text-14">
          <b className="font-[650] text-bad">
            A {item.kind} of {formatCents(item.amount)} is not booked.
          </b>{' '}
          The card provider shows it. We noticed it{' '}
          <time dateTime={item.created_at}>{formatAge(item.created_at)}</time> and try again every 15 minutes.
        </p>
      ))}
      {settling && (
        <SettleReturnedSheet userId={userId} returned={settling} onClose={() => setSettling(undefined)} />
      )}
    </>
  );
}

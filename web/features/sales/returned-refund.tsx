import { useState } from 'react';
import { z } from 'zod';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { formatCents } from '#contract/rules/money.ts';
import { RETURNED_SETTLEMENTS, type ReturnedSettlement } from '#contract/rules/order-states.ts';
import { RadioCard, TextAreaField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatAge, formatMoment } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useContractForm, useUnsaved } from '#web/lib/use-contract-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';

type ReturnedRefund = OrderOfUser['returned_refunds'][number];

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
            We’ve owed it to the buyer since{' '}
            <time dateTime={returned.owed_since}>{formatMoment(returned.owed_since)}</time>.{' '}
            {returned.has_entitlements
              ? 'The buyer has the purchase.'
              : 'The buyer has neither the photos nor the money.'}
          </p>
          {returned.is_being_sent ? (
            <p className="text-ink-2">We’re sending it again. The card provider hasn’t answered yet.</p>
          ) : (
            <div>
              <StaffButton
                needs="refunds"
                size="small"
                kind="line"
                onClick={() => setSettling(returned)}
                aria-label={`Settle the ${returned.was_refused ? 'refused' : 'returned'} refund ${returned.refund}`}
              >
                Settle
              </StaffButton>
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
      {settling && <SettleReturnedSheet returned={settling} onClose={() => setSettling(undefined)} />}
    </>
  );
}

const CHOICES: Record<ReturnedSettlement, { title: string; sentence: string }> = {
  refund_again: {
    title: 'Send it to the card again',
    sentence: 'If this was the whole price, the purchase ends once the card provider accepts it.',
  },
  paid_another_way: {
    title: 'It was paid another way',
    sentence: 'If this was the whole price, the purchase ends. The card provider sends nothing.',
  },
  purchase_kept: { title: 'The buyer keeps the purchase', sentence: 'Nothing is owed anymore.' },
};

const DONE = {
  settled: 'The refund is settled',
  sent: 'The refund was sent to the bank again',
  waiting: 'The card provider has not answered yet. We’ll keep trying.',
};

const MAX_NOTE = 1_000;

const settlement = z.strictObject({
  how: z.enum(RETURNED_SETTLEMENTS),
  note: z.string().trim().min(1, 'Say what you did or agreed'),
});

type SettleReturnedSheetProps = { returned: ReturnedRefund; onClose: () => void };

function SettleReturnedSheet({ returned, onClose }: SettleReturnedSheetProps) {
  const form = useContractForm({ schema: settlement, defaultValues: { how: 'refund_again', note: '' } });
  const settle = useStaffAction(
    (body: z.output<typeof settlement>) =>
      callApi(refundEndpoints.settleReturnedRefund, { params: { id: returned.id }, body }),
    ({ status }) => toast(DONE[status]),
  );
  const choices = Object.entries(CHOICES) as [ReturnedSettlement, (typeof CHOICES)[ReturnedSettlement]][];
  return (
    <FormSheet
      title={`Settle ${formatCents(returned.amount)}`}
      description={
        returned.was_refused
          ? 'The card provider refused this refund, so the money is still with us.'
          : 'The bank returned this refund, so the money is with us again.'
      }
      submitLabel={
        form.watch('how') === 'refund_again' ? `Send ${formatCents(returned.amount)} again` : 'Settle'
      }
      isBusy={settle.isPending}
      onClose={onClose}
      guard={useUnsaved(form.formState.isDirty)}
      onSubmit={form.handleSubmit((body) => settle.mutate(body, { onSuccess: onClose }))}
    >
      <fieldset className="grid gap-2">
        <legend className="pb-1.5 text-14 font-[650]">How</legend>
        {choices
          .filter(([value]) => value !== 'purchase_kept' || returned.has_entitlements)
          .map(([value, { title, sentence }]) => (
            <RadioCard key={value} {...form.register('how')} value={value}>
              <span>
                <b className="block font-[650]">{title}</b>
                <span className="text-14 text-ink-2">{sentence}</span>
              </span>
            </RadioCard>
          ))}
      </fieldset>
      <TextAreaField
        {...fieldProps(form, 'note')}
        label="Note"
        hint="For our records. The customer doesn’t see it."
        maxLength={MAX_NOTE}
      />
    </FormSheet>
  );
}

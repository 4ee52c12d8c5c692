import { z } from 'zod';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import type { Refund } from '#contract/entities/order.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import {
  DISPUTE_REFUND_REASON_NAMES,
  DISPUTE_REFUND_REASONS,
  type DisputeRefundReason,
} from '#contract/rules/order-states.ts';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { CheckField, RadioCard, TextAreaField, TextField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { Notice } from '#web/components/states.tsx';
import { callApi, requestApi } from '#web/lib/api.ts';
import { formatAge, parseDollars, toDollars } from '#web/lib/formats.ts';
import { useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { fieldProps, useContractForm, useUnsaved } from '#web/lib/use-contract-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';

type RefundSheetProps = {
  order: OrderOfUser;
  /** The lines selected at first; all if left out. */
  lineId?: number | undefined;
  onClose: () => void;
};

const MAX_MEMO = 1_000;

const refundForm = z.strictObject({
  lines: z.array(z.coerce.number()).min(1, 'Choose at least one line'),
  amount: z
    .string()
    .transform((typed) => parseDollars(typed) ?? 0)
    .pipe(z.int().min(1, 'Enter an amount, like 12.50')),
  dispute_reason: z.enum(DISPUTE_REFUND_REASONS, 'Choose a reason').nullable(),
  memo: z.string().trim().min(1, 'Say why'),
});

export function RefundSheet({ order, lineId, onClose }: RefundSheetProps) {
  const open = order.items.filter((item) => !item.is_refunded);
  const dispute = order.disputes.find(({ status }) => status === 'open');
  const leftOn = (items: readonly OrderOfUser['items'][number][]) =>
    sumCents(items.map(({ total, refunded }) => total - refunded));
  // The bank has given back what was lost in a dispute.
  const lost = sumCents(order.disputes.map(({ status, kept }) => (status === 'lost' ? kept : 0)));
  const leftOf = (chosen: readonly string[]) =>
    Math.max(0, Math.min(leftOn(open.filter(({ id }) => chosen.includes(String(id)))), leftOn(open) - lost));
  const suggested = lineId === undefined ? open.map(({ id }) => String(id)) : [String(lineId)];
  const form = useContractForm({
    schema: refundForm
      .refine(({ dispute_reason }) => !dispute || dispute_reason !== null, {
        path: ['dispute_reason'],
        error: 'Choose a reason',
      })
      .superRefine(({ lines, amount }, context) => {
        const left = leftOf(lines.map(String));
        if (left > 0 && amount > left)
          context.addIssue({ code: 'custom', path: ['amount'], message: `${formatCents(left)} is left` });
      }),
    defaultValues: {
      lines: suggested,
      amount: toDollars(leftOf(suggested)),
      dispute_reason: null as DisputeRefundReason | null,
      memo: '',
    },
    toBody: (values) => (leftOf(values.lines) > 0 ? values : { ...values, amount: '1' }),
  });
  const [chosen, typed] = form.watch(['lines', 'amount']);
  const { errors, isDirty } = form.formState;
  const guard = useUnsaved(isDirty);
  const left = leftOf(chosen);
  const amount = left === 0 ? 0 : (parseDollars(typed) ?? 0);
  const refund = useStaffAction(
    ({ lines, dispute_reason, memo, amount: cents }: z.output<typeof refundForm>) =>
      requestApi(refundEndpoints.refundOrder, {
        params: { id: order.key },
        body: {
          memo,
          latest_refund: order.refunds.at(-1)?.id ?? null,
          ...(lines.length < open.length && { lines }),
          // What the button says is what goes back, also if a bank has decided meanwhile.
          ...(left > 0 && { amount: cents }),
          ...(dispute_reason && { dispute_reason }),
        },
      }),
    ({ status: answered, data }) => {
      guard.unsaved.isSaved.current = true;
      toast(
        answered === 202
          ? `A colleague has to approve this refund of ${formatCents(data.amount)}`
          : sentRefundMessage(data),
      );
    },
  );
  return (
    <FormSheet
      title={order.total === 0 ? `End order ${order.id}` : `Refund order ${order.id}`}
      description={
        order.total === 0
          ? 'Nothing was paid for it. Ending it can’t be undone.'
          : 'The money goes back to the card it came from. This can’t be undone.'
      }
      submitLabel={left === 0 ? 'End access' : `Refund ${formatCents(amount)}`}
      submitKind="bad"
      isBusy={refund.isPending}
      onSubmit={form.handleSubmit((body) => refund.mutate(body, { onSuccess: onClose }))}
      onClose={onClose}
      guard={guard}
    >
      {dispute && <Notice tone="bad">{disputeWarning(dispute)}</Notice>}
      <fieldset className="grid">
        <legend className="text-14 font-[650]">Lines</legend>
        {open.map((item) => (
          <CheckField
            key={item.id}
            {...form.register('lines', {
              onChange: () => form.setValue('amount', toDollars(leftOf(form.getValues('lines')))),
            })}
            value={item.id}
          >
            {item.now.title}
            {item.now.image !== null && `, photo ${item.now.image}`},{' '}
            {formatCents(item.total - item.refunded)}
            {item.refunded > 0 && ` left of ${formatCents(item.total)}`}
          </CheckField>
        ))}
        {errors.lines?.message && <p className="text-14 text-bad">{errors.lines.message}</p>}
      </fieldset>
      {left > 0 && (
        <TextField
          {...fieldProps(form, 'amount')}
          label="Amount"
          unit="$"
          maxLength={12}
          hint={`Up to ${formatCents(left)}${order.tax > 0 ? ', tax included' : ''}.${payersNote(order)}`}
        />
      )}
      <p role="status" className="text-14">
        {whatHappens(amount, left)}
      </p>
      {dispute && (
        <fieldset className="grid gap-2">
          <legend className="pb-2 text-14 font-[650]">Why refund it anyway?</legend>
          {DISPUTE_REFUND_REASONS.map((reason) => (
            <RadioCard key={reason} {...form.register('dispute_reason')} value={reason}>
              {DISPUTE_REFUND_REASON_NAMES[reason]}
            </RadioCard>
          ))}
          {errors.dispute_reason && <p className="text-14 text-bad">{errors.dispute_reason.message}</p>}
        </fieldset>
      )}
      <TextAreaField
        {...fieldProps(form, 'memo')}
        label="Reason"
        hint="For our records. The customer doesn’t see it."
        maxLength={MAX_MEMO}
      />
    </FormSheet>
  );
}

function whatHappens(amount: number, left: number): string {
  if (left === 0) return 'Access to the chosen lines ends.';
  return amount < left
    ? 'Part of the price: they keep everything they bought.'
    : 'The whole price: access to the chosen lines ends.';
}

function payersNote({ is_pool, payments }: OrderOfUser): string {
  const payers = new Set(
    payments.filter(({ status }) => status === 'succeeded').map(({ payer }) => payer.id),
  );
  return is_pool && payers.size > 1 ? ` It’s split among the ${payers.size} people who paid.` : '';
}

function disputeWarning({ amount, is_inquiry }: OrderOfUser['disputes'][number]): string {
  return is_inquiry
    ? `The buyer’s bank is asking about ${formatCents(amount)}. A refund usually settles that.`
    : `The buyer’s bank is holding ${formatCents(amount)} over a dispute. The card provider usually refuses a refund until the bank decides, and if it goes through, the buyer may be paid twice.`;
}

/** The bank may still return a refund that the card provider accepted. */
export function sentRefundMessage({
  amount,
  status,
  not_refunded = [],
}: Pick<Refund, 'amount' | 'status'> & Partial<Pick<Refund, 'not_refunded'>>): string {
  if (amount === 0 && not_refunded.length === 0) return 'Access has ended. Nothing was paid for it.';
  const sent =
    status === 'reserved'
      ? `The refund of ${formatCents(amount)} is waiting for the card provider. We’ll keep trying.`
      : `The bank was asked to send back ${formatCents(amount)}`;
  if (not_refunded.length === 0) return sent;
  const people = not_refunded.map((one) => `${one.name} (${formatCents(one.amount)})`).join(', ');
  return `${sent.replace(/\.$/, '')}. Not refunded, because the card provider refused: ${people}.`;
}

type RefundRequestProps = { request: NonNullable<OrderOfUser['refund_request']> };

/** A high refund that waits for someone other than the one who asked for it. */
export function RefundRequest({ request }: RefundRequestProps) {
  const me = useUser();
  const isOwn = request.requested_by.id === me.id;
  const params = { id: request.id };
  const approve = useStaffAction(
    () => callApi(refundEndpoints.approveRefund, { params }),
    (refund) => toast(sentRefundMessage(refund)),
  );
  const { ask, question } = useConfirmed(approve, () => ({
    title: `Refund ${formatCents(request.amount)}?`,
    sentence: `The money goes back to the card it came from${request.keeps_purchase ? '' : ', and access to what was bought ends'}. This can’t be undone.`,
    confirmLabel: 'Approve refund',
  }));
  const decline = useStaffAction(
    () => callApi(refundEndpoints.declineRefund, { params }),
    () => toast(isOwn ? 'Request withdrawn' : 'Refund declined'),
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
        <p className="text-ink-2">
          {request.keeps_purchase
            ? 'Approving sends the refund. They keep what they bought.'
            : 'Approving sends the refund and ends access to what was bought.'}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {!isOwn && (
          <StaffButton needs="refunds" size="small" kind="bad" isBusy={isBusy} onClick={() => ask()}>
            Approve refund
          </StaffButton>
        )}
        <StaffButton
          needs="refunds"
          size="small"
          kind="line"
          isBusy={isBusy}
          onClick={() => decline.mutate()}
        >
          {isOwn ? 'Withdraw request' : 'Decline'}
        </StaffButton>
      </div>
      {question}
    </div>
  );
}

import { z } from 'zod';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import type { Refund } from '#contract/entities/order.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { CheckField, TextAreaField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { callApi, requestApi } from '#web/lib/api.ts';
import { formatAge } from '#web/lib/formats.ts';
import { useUser } from '#web/lib/session.ts';
import { fieldProps, useContractForm } from '#web/lib/use-contract-form.ts';
import { useSaleAction } from './sales.query.ts';

type RefundSheetProps = {
  userId: number;
  order: OrderOfUser;
  /** The lines selected at first; all if left out. */
  lineId?: number | undefined;
  onClose: () => void;
};

const MAX_MEMO = 1_000;

const refundForm = z.strictObject({
  lines: z.array(z.coerce.number()).min(1, 'Choose at least one line'),
  memo: z.string().trim().min(1, 'Say why'),
});
type RefundBody = z.output<typeof refundForm>;

export function RefundSheet({ userId, order, lineId, onClose }: RefundSheetProps) {
  const open = order.items.filter((item) => !item.is_refunded);
  const lines = lineId === undefined ? open.map(({ id }) => String(id)) : [String(lineId)];
  const form = useContractForm({ schema: refundForm, defaultValues: { lines, memo: '' } });
  const chosen = form.watch('lines');
  const { errors } = form.formState;
  const isFree = order.total === 0;
  const refund = useSaleAction(
    userId,
    ({ lines: refunded, memo }: RefundBody) =>
      requestApi(refundEndpoints.refundOrder, {
        params: { id: order.key },
        body: { memo, ...(refunded.length === open.length ? {} : { lines: refunded }) },
      }),
    ({ status: answered, data }) => {
      if (answered === 202) return `A colleague has to approve this refund of ${formatCents(data.amount)}`;
      return sentRefundMessage(data);
    },
  );
  const total = open
    .filter(({ id }) => chosen.includes(String(id)))
    .reduce((sum, item) => sum + item.total - item.refunded, 0);
  return (
    <FormSheet
      title={isFree ? `End order ${order.id}` : `Refund order ${order.id}`}
      description={
        isFree
          ? 'Nothing was paid for it. What was ordered ends, and this cannot be undone.'
          : 'The money goes back to the card it came from. What was bought ends, and this cannot be undone.'
      }
      submitLabel={
        total === 0 ? 'End access' : `Refund ${formatCents(total)}${order.tax > 0 ? ' and its tax' : ''}`
      }
      submitKind="bad"
      isBusy={refund.isPending}
      onSubmit={form.handleSubmit((body) => refund.mutate(body, { onSuccess: onClose }))}
      onClose={onClose}
    >
      <fieldset className="grid">
        <legend className="text-14 font-[650]">Lines</legend>
        {open.map((item) => (
          <CheckField key={item.id} {...form.register('lines')} value={item.id}>
            {item.now.title}
            {item.now.image !== null && `, photo ${item.now.image}`},{' '}
            {formatCents(item.total - item.refunded)}
          </CheckField>
        ))}
      </fieldset>
      <TextAreaField
        {...fieldProps(form, 'memo')}
        label="Reason"
        hint="For the record; the customer does not see it."
        error={errors.lines?.message ?? errors.memo?.message}
        maxLength={MAX_MEMO}
      />
    </FormSheet>
  );
}

/** The bank may still return a refund that the card provider accepted. */
export function sentRefundMessage({
  amount,
  status,
  not_refunded = [],
}: Pick<Refund, 'amount' | 'status'> & Partial<Pick<Refund, 'not_refunded'>>): string {
  if (amount === 0 && not_refunded.length === 0)
    return 'What was ordered has ended. Nothing was paid for it.';
  const sent =
    status === 'reserved'
      ? `The refund of ${formatCents(amount)} waits for the card provider. We keep trying.`
      : `The bank was asked to send back ${formatCents(amount)}`;
  if (not_refunded.length === 0) return sent;
  const people = not_refunded.map((one) => `${one.name} (${formatCents(one.amount)})`).join(', ');
  return `${sent.replace(/\.$/, '')}. Not refunded, because the card provider refused: ${people}.`;
}

type RefundRequestProps = { userId: number; request: NonNullable<OrderOfUser['refund_request']> };

/** A high refund that waits for someone other than the one who asked for it. */
export function RefundRequest({ userId, request }: RefundRequestProps) {
  const me = useUser();
  const isOwn = request.requested_by.id === me.id;
  const params = { id: request.id };
  const approve = useSaleAction(
    userId,
    () => callApi(refundEndpoints.approveRefund, { params }),
    (refund) => sentRefundMessage(refund),
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

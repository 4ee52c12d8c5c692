import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { type DisputeEvidence, disputeEndpoints, evidenceNote } from '#contract/endpoints/refunds.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { type EvidencePart, MAX_EVIDENCE_NOTE } from '#contract/rules/dispute-evidence.ts';
import { formatCents } from '#contract/rules/money.ts';
import { TextAreaField } from '#web/components/form.tsx';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { Notice, QueryState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatAge, formatDay } from '#web/lib/formats.ts';
import { toast } from '#web/lib/toast.ts';
import { useContractForm, useUnsaved } from '#web/lib/use-contract-form.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { evidenceQuery } from './sales.query.ts';

type Dispute = OrderOfUser['disputes'][number];
type DisputesProps = { order: OrderOfUser };

const OUTCOMES = { open: '', won: 'We won this dispute.', lost: 'We lost this dispute.' };

/** Only what staff can still do something about, or have missed, is red. */
const isUrgent = ({ status, evidence }: Dispute) =>
  status === 'open' && (evidence === 'needed' || evidence === 'late');

/** Payments of an order that a bank disputes, and what was done about it. */
export function Disputes({ order }: DisputesProps) {
  const [openId, setOpenId] = useState<number>();
  const opened = order.disputes.find(({ id }) => id === openId);
  return (
    <>
      {order.disputes.map((dispute) => (
        <div
          key={dispute.id}
          className={`grid gap-2 rounded-ctl px-4 py-3 text-14 ${isUrgent(dispute) ? 'bg-bad-bg' : 'bg-sunk'}`}
        >
          <p>
            <b className={`font-[650] ${isUrgent(dispute) ? 'text-bad' : ''}`}>
              {dispute.is_inquiry ? 'The bank asks about' : 'The buyer disputes'}{' '}
              {formatCents(dispute.amount)}.
            </b>{' '}
            {reasonMessage(dispute.reason)} {OUTCOMES[dispute.status]}
          </p>
          <EvidenceLine dispute={dispute} />
          {dispute.evidence !== 'closed' && dispute.evidence !== 'late' && (
            <div>
              <StaffButton
                needs={dispute.evidence === 'needed' ? 'refunds' : 'customers'}
                size="small"
                kind="line"
                onClick={() => setOpenId(dispute.id)}
                aria-label={`${labelOf(dispute)} of payment ${dispute.payment}`}
              >
                {labelOf(dispute)}
              </StaffButton>
            </div>
          )}
        </div>
      ))}
      {opened && <EvidenceSheet dispute={opened} onClose={() => setOpenId(undefined)} />}
    </>
  );
}

const labelOf = ({ evidence }: Dispute) =>
  evidence === 'needed' ? 'Review and send evidence' : 'View evidence';

function EvidenceLine({ dispute }: { dispute: Dispute }) {
  const { evidence, due_by, was_refused, sent_at, sent_by, status } = dispute;
  const due = due_by && (
    <time dateTime={due_by}>
      {formatDay(due_by)}, {formatAge(due_by)}
    </time>
  );
  if (evidence === 'sent') {
    return (
      <p className="text-ink-2">
        Evidence sent by {sent_by} on {sent_at && <time dateTime={sent_at}>{formatDay(sent_at)}</time>}.
        {status === 'open' && ' The bank decides.'}
      </p>
    );
  }
  if (evidence === 'sending') {
    return <p className="text-ink-2">We’re sending the evidence. The card provider hasn’t answered yet.</p>;
  }
  if (evidence === 'late') return <p className="text-ink-2">Evidence was due on {due}.</p>;
  if (evidence === 'closed') {
    return status === 'open' ? <p className="text-ink-2">The bank no longer accepts evidence.</p> : null;
  }
  return (
    <p>
      {was_refused && 'The card provider did not accept the last evidence. '}
      {due ? <>Evidence is due on {due}.</> : 'The bank is waiting for evidence.'}
    </p>
  );
}

const DONE = {
  sent: 'The evidence was sent to the bank',
  waiting: 'The card provider has not answered yet. We’ll keep trying.',
};

type EvidenceSheetProps = { dispute: Dispute; onClose: () => void };

/** Shows what the bank gets before it is sent, and what it got afterwards. */
function EvidenceSheet({ dispute, onClose }: EvidenceSheetProps) {
  const query = useQuery(evidenceQuery(dispute.id));
  const form = useContractForm({ schema: evidenceNote, defaultValues: { note: '' } });
  const guard = useUnsaved(form.formState.isDirty);
  const send = useStaffAction(
    (body: { note: string }) => callApi(disputeEndpoints.sendEvidence, { params: { id: dispute.id }, body }),
    ({ status }) => toast(DONE[status]),
  );
  const title = `Evidence for ${formatCents(dispute.amount)}`;
  const preview = (
    <QueryState
      query={query}
      loading={<Skeleton label="Loading the evidence" className="h-60" />}
      missing={<Notice tone="info">This dispute no longer exists.</Notice>}
    >
      {(evidence) => <EvidenceParts evidence={evidence} />}
    </QueryState>
  );
  const isFixed = dispute.evidence !== 'needed';
  if (isFixed || !query.data) {
    return (
      <Sheet
        title={title}
        description={isFixed ? 'This is what we sent to the bank.' : undefined}
        onClose={onClose}
      >
        {preview}
      </Sheet>
    );
  }
  return (
    <FormSheet
      title={title}
      description="All of this goes to the bank. You can send it only once."
      submitLabel="Send to the bank"
      isBusy={send.isPending}
      onClose={onClose}
      guard={guard}
      onSubmit={form.handleSubmit((body) => send.mutate(body, { onSuccess: onClose }))}
    >
      <TextAreaField
        {...form.register('note')}
        label="Note"
        optional
        hint="The bank reads it first. Say what you know about this purchase."
        maxLength={MAX_EVIDENCE_NOTE}
      />
      {preview}
    </FormSheet>
  );
}

function EvidenceParts({ evidence: { status, note, parts } }: { evidence: DisputeEvidence }) {
  const isFixed = status === 'sending' || status === 'sent';
  if (parts.length === 0) return <Notice tone="info">Deleted with the account.</Notice>;
  return (
    <section aria-label="What the bank receives" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {isFixed && note && <Part name="Note" text={note} />}
      {parts.map(({ part, text }) => (
        <Part key={part} name={PART_NAMES[part]} text={text} />
      ))}
    </section>
  );
}

const SHORT = 160;

function Part({ name, text }: { name: string; text: string }) {
  const words = <p className="break-words whitespace-pre-wrap text-ink-2">{text}</p>;
  if (text.length <= SHORT) {
    return (
      <div className="grid gap-0.5 text-14">
        <h3 className="font-[650]">{name}</h3>
        {words}
      </div>
    );
  }
  return (
    <details className="group text-14">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 font-[650]">
        {name}
        <ChevronDown size={20} strokeWidth={1.8} className="flex-none text-ink-2 group-open:rotate-180" />
      </summary>
      {words}
    </details>
  );
}

const REASONS: Readonly<Record<string, string>> = {
  credit_not_processed: 'They say a refund did not arrive.',
  duplicate: 'They say they were charged twice.',
  fraudulent: 'They say they did not make this payment.',
  general: 'The bank gave no reason.',
  product_not_received: 'They say they did not get what they bought.',
  product_unacceptable: 'They say it is not what was promised.',
  subscription_canceled: 'They say they canceled.',
  unrecognized: 'They do not recognize this payment.',
};

/** The provider may add reasons that we do not know yet. */
function reasonMessage(reason: string | null): string {
  if (reason === null) return '';
  return REASONS[reason] ?? `Reason: ${reason.replaceAll('_', ' ')}.`;
}

const PART_NAMES: Record<EvidencePart, string> = {
  customer_name: 'Name',
  customer_email_address: 'Email address',
  customer_purchase_ip: 'Network address of the payment',
  service_date: 'Delivered on',
  product_description: 'Purchase',
  access_activity_log: 'Log-ins, views and downloads',
  refund_policy_disclosure: 'Terms and refund policy',
  uncategorized_text: 'Receipt',
};

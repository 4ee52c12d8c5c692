import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { type DisputeEvidence, disputeEndpoints } from '#contract/endpoints/disputes.ts';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { MAX_EVIDENCE_NOTE } from '#contract/rules/dispute-evidence.ts';
import { formatCents } from '#contract/rules/money.ts';
import { FormSheet } from '#web/components/form-sheet.tsx';
import { Notice } from '#web/components/notice.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { TextAreaField } from '#web/components/text-area-field.tsx';
import { callApi } from '#web/lib/api.ts';
import { PART_NAMES } from './dispute-words.ts';
import { evidenceQuery } from './sales.query.ts';
import { useSaleAction } from './use-sale-action.ts';

const DONE = {
  sent: 'The evidence was sent to the bank',
  waiting: 'The card provider has not answered yet. We keep trying.',
};

type EvidenceSheetProps = {
  userId: number;
  dispute: OrderOfUser['disputes'][number];
  onClose: () => void;
};

/** Shows what the bank gets before it is sent, and what it got afterwards. */
export function EvidenceSheet({ userId, dispute, onClose }: EvidenceSheetProps) {
  const query = useQuery(evidenceQuery(userId, dispute.id));
  const [note, setNote] = useState('');
  const send = useSaleAction(
    userId,
    () => callApi(disputeEndpoints.sendEvidence, { params: { id: dispute.id }, body: { note } }),
    ({ status }) => DONE[status],
  );
  const title = `Evidence for ${formatCents(dispute.amount)}`;
  const preview = (
    <QueryState
      query={query}
      loading={<Skeleton label="Loading the evidence" className="h-60" />}
      missing={<Notice tone="info">This dispute does not exist any more.</Notice>}
    >
      {(evidence) => <EvidenceParts evidence={evidence} />}
    </QueryState>
  );
  const isFixed = dispute.evidence !== 'needed';
  if (isFixed || !query.data) {
    return (
      <Sheet
        title={title}
        description={isFixed ? 'This is what the bank gets from us.' : undefined}
        onClose={onClose}
      >
        {preview}
      </Sheet>
    );
  }
  return (
    <FormSheet
      title={title}
      description="The bank gets all of this. It can be sent only once."
      submitLabel="Send to the bank"
      isBusy={send.isPending}
      failure={undefined}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (!send.isPending) send.mutate(undefined, { onSuccess: onClose });
      }}
    >
      <TextAreaField
        label="Note"
        optional
        hint="The bank reads it first. Say what you know about this purchase."
        value={note}
        maxLength={MAX_EVIDENCE_NOTE}
        onChange={(event) => setNote(event.target.value)}
      />
      {preview}
    </FormSheet>
  );
}

function EvidenceParts({ evidence: { standing, note, parts } }: { evidence: DisputeEvidence }) {
  const isFixed = standing === 'sending' || standing === 'sent';
  if (parts.length === 0) return <Notice tone="info">The account was deleted, and this with it.</Notice>;
  return (
    <section aria-label="What the bank gets" className="grid grid-cols-[minmax(0,1fr)] gap-3">
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
        <ChevronDown
          aria-hidden
          size={20}
          strokeWidth={1.8}
          className="flex-none text-ink-2 group-open:rotate-180"
        />
      </summary>
      {words}
    </details>
  );
}

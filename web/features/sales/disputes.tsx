import { useState } from 'react';
import type { OrderOfUser } from '#contract/entities/order-of-user.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { formatAge, formatDate } from '#web/lib/formats.ts';
import { reasonWords } from './dispute-words.ts';
import { EvidenceSheet } from './evidence-sheet.tsx';

type Dispute = OrderOfUser['disputes'][number];
type DisputesProps = { userId: number; order: OrderOfUser };

const OUTCOMES = { open: '', won: 'We won this dispute.', lost: 'We lost this dispute.' };

/** Only what staff can still do something about, or have missed, is red. */
const isUrgent = ({ status, evidence }: Dispute) =>
  status === 'open' && (evidence === 'needed' || evidence === 'late');

/** Payments of an order that a bank disputes, and what was done about it. */
export function Disputes({ userId, order }: DisputesProps) {
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
            {reasonWords(dispute.reason)} {OUTCOMES[dispute.status]}
          </p>
          <EvidenceLine dispute={dispute} />
          {dispute.evidence !== 'closed' && dispute.evidence !== 'late' && (
            <div>
              <Button
                size="small"
                kind="line"
                onClick={() => setOpenId(dispute.id)}
                aria-label={`${labelOf(dispute)} of payment ${dispute.payment}`}
              >
                {labelOf(dispute)}
              </Button>
            </div>
          )}
        </div>
      ))}
      {opened && <EvidenceSheet userId={userId} dispute={opened} onClose={() => setOpenId(undefined)} />}
    </>
  );
}

const labelOf = ({ evidence }: Dispute) =>
  evidence === 'needed' ? 'Review and send evidence' : 'View evidence';

function EvidenceLine({ dispute }: { dispute: Dispute }) {
  const { evidence, due_by, was_refused, sent_at, sent_by, status } = dispute;
  const due = due_by && (
    <time dateTime={due_by}>
      {formatDate(due_by)}, {formatAge(due_by)}
    </time>
  );
  if (evidence === 'sent') {
    return (
      <p className="text-ink-2">
        Evidence sent by {sent_by} on {sent_at && <time dateTime={sent_at}>{formatDate(sent_at)}</time>}.
        {status === 'open' && ' The bank decides.'}
      </p>
    );
  }
  if (evidence === 'sending') {
    return <p className="text-ink-2">The evidence is being sent. The card provider has not answered yet.</p>;
  }
  if (evidence === 'late') return <p className="text-ink-2">Evidence was due on {due}.</p>;
  if (evidence === 'closed') {
    return status === 'open' ? <p className="text-ink-2">The bank takes no evidence from us now.</p> : null;
  }
  return (
    <p>
      {was_refused && 'The card provider did not accept the last evidence. '}
      {due ? <>Evidence is due on {due}.</> : 'The bank waits for evidence.'}
    </p>
  );
}

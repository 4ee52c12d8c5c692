import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { DisputeRow } from './disputes.queries.ts';
import { findEvidenceByKey, markEvidenceSent } from './evidence.queries.ts';

/** The provider names our evidence on the dispute, so it was submitted even if its answer was lost. */
export async function confirmEvidence(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  { dispute, userId, key }: { dispute: DisputeRow; userId: number; key: string },
): Promise<void> {
  const evidence = await findEvidenceByKey(db, key);
  if (evidence?.disputeId !== dispute.id) return;
  if (!(await markEvidenceSent(db, evidence.id, clock.now()))) return;
  await recordAudit(db, {
    actorId: evidence.sentBy,
    action: 'order.send-evidence',
    subject: `order:${dispute.orderId}`,
    before: { userId },
    after: { userId, dispute: dispute.id, amountCents: dispute.amountCents, note: evidence.note },
  });
}

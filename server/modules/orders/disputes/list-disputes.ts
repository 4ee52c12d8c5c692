import type { EvidenceStanding } from '#contract/rules/dispute-evidence.ts';
import type { Tx } from '#server/context.ts';
import { type DisputeRow, listDisputesOf } from './disputes.queries.ts';
import { type EvidenceRow, listEvidence } from './evidence.queries.ts';
import { standingOf } from './send-evidence.ts';

export type ListedDispute = DisputeRow & { evidence: EvidenceRow | undefined; standing: EvidenceStanding };

/** Lists the disputes of orders with the evidence that belongs to what the bank asks now. */
export async function listDisputes(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  orderIds: number[],
): Promise<ListedDispute[]> {
  const disputes = await listDisputesOf(db, orderIds);
  const sent = await listEvidence(
    db,
    disputes.map(({ id }) => id),
  );
  return disputes.map((dispute) => {
    const evidence = sent.find(
      ({ disputeId, isInquiry }) => disputeId === dispute.id && isInquiry === dispute.isInquiry,
    );
    return { ...dispute, evidence, standing: standingOf(dispute, evidence, clock.now()) };
  });
}

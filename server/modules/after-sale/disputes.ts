import { disputeMachine } from '#contract/rules/order-states.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { addLedgerEntryOnce } from '#server/modules/ledger/ledger.ts';
import { deliverGiftSoon } from '#server/modules/orders/deliver.ts';
import { findOrder } from '#server/modules/orders/orders.ts';
import { type AttemptRow, findAttemptByIntent, lockBuyer } from '#server/modules/orders/payment-attempts.ts';
import { syncEntitlements } from '#server/modules/payments/entitlement-states.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { ProviderDispute } from '#server/platform/payments/payment-types.ts';
import { closeLostCases } from './cases.ts';
import {
  type DisputeRow,
  findDispute,
  findEvidenceByKey,
  insertDispute,
  markEvidenceSent,
  updateDispute,
} from './disputes.queries.ts';

/**
 * The money decides: while a dispute keeps money, what the payer bought is suspended, and it ends when the dispute is lost
 * with the whole payment. A dispute that took nothing, gave everything back or took only a part leaves it with the buyer.
 */
export async function syncDispute(context: Context, disputeId: string): Promise<void> {
  await saveProviderDispute(context, await context.payments.getDispute(disputeId));
}

export async function saveProviderDispute(context: Context, dispute: ProviderDispute): Promise<void> {
  const seen =
    dispute.intentId === null ? undefined : await findAttemptByIntent(context.db, dispute.intentId);
  if (!seen) return;
  await inTransaction(context, async (tx) => {
    await lockBuyer(tx.db, seen.userId);
    const order = await findOrder(tx.db, seen.orderId, { lock: true });
    if (!order) throw new Error(`payment ${seen.id} belongs to no order`);
    await bookDispute(tx, seen, dispute);
    await saveDispute(tx, seen, dispute);
    await syncEntitlements(tx, { order, attempt: seen });
    await closeLostCases(tx, seen);
    await deliverGiftSoon(tx, order);
  });
}

async function saveDispute(
  tx: Pick<Tx, 'db' | 'clock'>,
  { id: attemptId, orderId, userId }: AttemptRow,
  dispute: ProviderDispute,
): Promise<void> {
  const { disputeId, amountCents, state, reason, isInquiry, needsResponse, dueBy } = dispute;
  const known = await findDispute(tx.db, disputeId);
  const response = { reason, isInquiry, needsResponse, dueBy };
  if (!known) {
    const of = { disputeId, orderId, attemptId, amountCents };
    await insertDispute(tx.db, { ...of, ...response, state, createdAt: tx.clock.now() });
    return;
  }
  await updateDispute(tx.db, known.id, {
    ...response,
    state: disputeMachine.canMove(known.state, state) ? state : known.state,
    // A bank may dispute a payment that it only asked about before, but never the other way round.
    isInquiry: isInquiry && known.isInquiry,
  });
  if (dispute.evidenceKey !== null) {
    await confirmEvidence(tx, { dispute: known, userId, key: dispute.evidenceKey });
  }
}

async function bookDispute(
  tx: Pick<Tx, 'db' | 'clock' | 'log'>,
  attempt: AttemptRow,
  dispute: ProviderDispute,
): Promise<void> {
  const entry = {
    orderId: attempt.orderId,
    attemptId: attempt.id,
    mode: attempt.mode,
    externalId: dispute.disputeId,
    currency: attempt.currency,
    createdAt: tx.clock.now(),
  };
  const { withdrawnCents, reinstatedCents } = dispute;
  if (withdrawnCents > 0) {
    await addLedgerEntryOnce(tx, { ...entry, kind: 'dispute', amountCents: -withdrawnCents });
  }
  if (reinstatedCents > 0) {
    await addLedgerEntryOnce(tx, { ...entry, kind: 'dispute_won', amountCents: reinstatedCents });
  }
}

/** The provider names our evidence on the dispute, so it was submitted even if its answer was lost. */
async function confirmEvidence(
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

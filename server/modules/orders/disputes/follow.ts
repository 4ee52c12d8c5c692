import { disputeMachine, entitlementMachine } from '#contract/rules/order-states.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findOrder } from '#server/modules/orders/order/orders.queries.ts';
import { type AttemptRow, findAttempt, takeTurn } from '#server/modules/orders/payments/attempts.queries.ts';
import { addLedgerEntryOnce } from '#server/modules/orders/payments/ledger.queries.ts';
import type { ProviderDispute } from '#server/platform/payments/payment-types.ts';
import {
  findDispute,
  insertDispute,
  listEntitlementsOfBuyer,
  saveDisputeState,
  setEntitlementState,
} from './disputes.queries.ts';

/** While a dispute is open, what was bought is suspended; a won dispute restores it, a lost one ends it. */
export async function followDispute(
  context: Context,
  { attemptId, disputeId }: { attemptId: number; disputeId: string },
): Promise<void> {
  const dispute = await context.payments.getDispute(disputeId);
  await inTransaction(context, async (tx) => {
    const attempt = await findAttempt(tx.db, attemptId);
    if (!attempt || attempt.intentId !== dispute.intentId) return;
    await takeTurn(tx.db, attempt.userId);
    await findOrder(tx.db, attempt.orderId, { lock: true });
    await bookDispute(tx, attempt, dispute);
    const known = await findDispute(tx.db, disputeId);
    const { orderId } = attempt;
    if (!known) {
      const { amountCents, state } = dispute;
      const createdAt = tx.clock.now();
      await insertDispute(tx.db, { disputeId, orderId, attemptId, amountCents, state, createdAt });
    } else if (known.state !== dispute.state) {
      if (!disputeMachine.canMove(known.state, dispute.state)) return;
      await saveDisputeState(tx.db, known.id, dispute.state);
    }
    if (!(dispute.isInquiry && dispute.state === 'open')) await applyToEntitlements(tx, attempt, dispute);
  });
}

const ENTITLEMENT_STATE = { open: 'suspended', won: 'active', lost: 'ended' } as const;

/** In a pool this affects only the member who disputes. */
async function applyToEntitlements(
  tx: Pick<Tx, 'db' | 'clock'>,
  { orderId, userId }: AttemptRow,
  dispute: ProviderDispute,
): Promise<void> {
  const state = ENTITLEMENT_STATE[dispute.state];
  for (const entitlement of await listEntitlementsOfBuyer(tx.db, orderId, userId)) {
    if (entitlement.state === 'ended' || !entitlementMachine.canMove(entitlement.state, state)) continue;
    await setEntitlementState(tx.db, entitlement.id, state, tx.clock.now());
  }
}

async function bookDispute(
  tx: Pick<Tx, 'db' | 'clock'>,
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
    await addLedgerEntryOnce(tx.db, { ...entry, kind: 'dispute', amountCents: -withdrawnCents });
  }
  if (reinstatedCents > 0) {
    await addLedgerEntryOnce(tx.db, { ...entry, kind: 'dispute_won', amountCents: reinstatedCents });
  }
}

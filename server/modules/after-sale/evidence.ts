import { z } from 'zod';
import type { DisputeEvidence } from '#contract/endpoints/refunds.ts';
import { EVIDENCE_PARTS, evidenceStatus } from '#contract/rules/dispute-evidence.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { actForBuyer, readOfBuyer, refuseSelf } from '#server/modules/accounts/customer-access.ts';
import { findOrder } from '#server/modules/orders/orders.ts';
import { type AttemptRow, findAttempt, lockBuyer } from '#server/modules/orders/payment-attempts.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { PaymentRefused, PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { composeEvidence } from './compose-evidence.ts';
import {
  beginEvidence,
  type DisputeRow,
  type EvidenceRow,
  findDisputeById,
  findEvidence,
  findEvidenceById,
  listDisputesOf,
  listEvidence,
  markEvidenceRefused,
} from './disputes.queries.ts';
import { saveProviderDispute, syncDispute } from './disputes.ts';

/** Finishes what a lost answer or a crash interrupted. */
export const sendEvidenceJob = defineJob({
  name: 'orders.send-evidence',
  payload: z.object({ evidenceId: z.int() }),
  retries: 20,
});
const FIRST_RETRY_SECONDS = 60;

type Case = { dispute: DisputeRow; attempt: AttemptRow };

/** The row is written before the provider is asked, so that evidence leaves once whatever happens in between. */
export async function sendEvidence(
  context: Context,
  actor: Actor,
  { id, note }: { id: number; note: string },
): Promise<{ status: 'sent' | 'waiting' }> {
  const { dispute } = await openCase(context, actor, id);
  if (dispute.state === 'open') await readAgain(context, dispute);
  const evidenceId = await inTransaction(context, async (tx) => begin(tx, actor, { id, note }));
  const state = await executeEvidence(context, evidenceId).catch((error: unknown) => {
    if (error instanceof PaymentUnknown) return 'sending';
    throw error;
  });
  if (state === 'refused') throw new AppError('evidence_refused');
  return { status: state === 'sent' ? 'sent' : 'waiting' };
}

async function getCase({ db }: Pick<Tx, 'db'>, id: number): Promise<Case> {
  const dispute = await findDisputeById(db, id);
  const attempt = dispute && (await findAttempt(db, dispute.attemptId));
  if (!attempt) throw new AppError('not_found');
  return { dispute, attempt };
}

async function openCase({ db }: Pick<Tx, 'db'>, actor: Actor, id: number): Promise<Case> {
  const found = await getCase({ db }, id);
  await actForBuyer({ db }, actor, found.attempt.userId);
  const order = await findOrder(db, found.attempt.orderId);
  refuseSelf(actor, order ? [order.userId] : []);
  return found;
}

/** The bank may have decided since the last event, or someone has answered in the provider's dashboard. */
async function readAgain(context: Context, { disputeId }: DisputeRow): Promise<void> {
  try {
    await syncDispute(context, disputeId);
  } catch (error) {
    if (error instanceof PaymentRefused) throw new AppError('evidence_not_accepted');
    if (error instanceof PaymentUnknown) throw new AppError('payments_unavailable');
    throw error;
  }
}

/** A second click during the first call joins that call instead of starting another. */
async function begin(
  tx: Pick<Tx, 'db' | 'clock' | 'queue' | 'log' | 'config'>,
  actor: Actor,
  { id, note }: { id: number; note: string },
): Promise<number> {
  const { db, clock, queue } = tx;
  const { attempt } = await openCase(tx, actor, id);
  await lockBuyer(db, attempt.userId);
  const dispute = await findDisputeById(db, id, { lock: true });
  if (!dispute) throw new AppError('not_found');
  const known = await findEvidence(db, dispute);
  const status = statusOf(dispute, known, clock.now());
  if (known && (status === 'sending' || status === 'sent')) return known.id;
  if (status === 'late') throw new AppError('evidence_late');
  if (status === 'closed') throw new AppError('evidence_not_accepted');
  const evidenceId = await beginEvidence(db, {
    disputeId: dispute.id,
    isInquiry: dispute.isInquiry,
    note,
    fields: await composeEvidence(tx, attempt, note),
    sentBy: actor.userId,
    begunAt: clock.now(),
  });
  await queue.enqueue(db, sendEvidenceJob, { evidenceId }, { startAfterSeconds: FIRST_RETRY_SECONDS });
  return evidenceId;
}

function statusOf(dispute: DisputeRow, evidence: EvidenceRow | undefined, now: Date) {
  return evidenceStatus(
    {
      isOpen: dispute.state === 'open',
      needsResponse: dispute.needsResponse,
      dueBy: dispute.dueBy === null ? null : new Date(dispute.dueBy),
      sending: evidence?.state,
    },
    now,
  );
}

/** Safe to run again: the provider keeps the key of the evidence on the dispute, and submits once for each key. */
export async function executeEvidence(context: Context, evidenceId: number) {
  const { db, payments, clock } = context;
  const evidence = await findEvidenceById(db, evidenceId);
  const dispute = evidence && (await findDisputeById(db, evidence.disputeId));
  if (!dispute || evidence.state !== 'sending') return evidence?.state;
  const { disputeId } = dispute;
  const now = await payments.getDispute(disputeId);
  await saveProviderDispute(context, now);
  if (now.evidenceKey === evidence.key) return 'sent';
  const isLate = now.dueBy !== null && now.dueBy <= clock.now();
  if (!now.needsResponse || isLate || evidence.fields === null) return refuse(context, evidence);
  try {
    const { key: evidenceKey, fields } = evidence;
    const answer = await payments.sendEvidence({ evidenceKey, disputeId, fields });
    await saveProviderDispute(context, { ...answer, evidenceKey });
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    await syncDispute(context, disputeId);
  }
  const after = await findEvidenceById(db, evidenceId);
  return after?.state === 'sending' ? refuse(context, evidence) : after?.state;
}

async function refuse({ db }: Context, { id, key }: EvidenceRow): Promise<'refused'> {
  await markEvidenceRefused(db, id, key);
  return 'refused';
}

/** Shows the evidence that would be sent now, or that was sent. */
export async function getEvidence(
  tx: Pick<Tx, 'db' | 'clock' | 'log' | 'config'>,
  actor: Actor,
  id: number,
): Promise<DisputeEvidence> {
  const { dispute, attempt } = await getCase(tx, id);
  await readOfBuyer(tx, actor, { userId: attempt.userId, part: 'orders' });
  const evidence = await findEvidence(tx.db, dispute);
  const status = statusOf(dispute, evidence, tx.clock.now());
  const isFixed = status === 'sending' || status === 'sent';
  const fields = isFixed ? (evidence?.fields ?? {}) : await composeEvidence(tx, attempt, '');
  const note = evidence?.note ?? '';
  const parts = EVIDENCE_PARTS.flatMap((part) => {
    const text = part === 'uncategorized_text' ? withoutNote(fields[part], note) : fields[part];
    return text ? [{ part, text }] : [];
  });
  return { status, note, parts };
}

/** The page shows the note separately. */
function withoutNote(text: string | undefined, note: string): string | undefined {
  return note && text?.startsWith(note) ? text.slice(note.length).trim() : text;
}

export type ListedDispute = Awaited<ReturnType<typeof listDisputes>>[number];

/** Lists the disputes of orders with the evidence that belongs to what the bank asks now. */
export async function listDisputes({ db, clock }: Pick<Tx, 'db' | 'clock'>, orderIds: number[]) {
  const disputes = await listDisputesOf(db, orderIds);
  const disputeIds = disputes.map(({ id }) => id);
  const sent = await listEvidence(db, disputeIds);
  return disputes.map((dispute) => {
    const evidence = sent.find(
      ({ disputeId, isInquiry }) => disputeId === dispute.id && isInquiry === dispute.isInquiry,
    );
    return { ...dispute, evidence, status: statusOf(dispute, evidence, clock.now()) };
  });
}

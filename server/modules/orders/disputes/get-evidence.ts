import type { DisputeEvidence } from '#contract/endpoints/disputes.ts';
import type { Tx } from '#server/context.ts';
import { readOfBuyer } from '#server/modules/accounts/customer-access.ts';
import { findAttempt } from '#server/modules/orders/payments/attempts.queries.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { composeEvidence } from './compose-evidence.ts';
import { findDisputeById } from './disputes.queries.ts';
import { findEvidence } from './evidence.queries.ts';
import { toWireEvidence } from './evidence.wire.ts';
import { standingOf } from './send-evidence.ts';

/** Shows what would be sent now, or what was sent. */
export async function getEvidence(
  tx: Pick<Tx, 'db' | 'clock' | 'log' | 'config'>,
  actor: Actor,
  id: number,
): Promise<DisputeEvidence> {
  const { db, clock } = tx;
  const dispute = await findDisputeById(db, id);
  const attempt = dispute && (await findAttempt(db, dispute.attemptId));
  if (!attempt) throw new AppError('not_found');
  await readOfBuyer(tx, actor, { userId: attempt.userId, part: 'orders' });
  const evidence = await findEvidence(db, dispute);
  const standing = standingOf(dispute, evidence, clock.now());
  const isFixed = standing === 'sending' || standing === 'sent';
  const fields = isFixed ? (evidence?.fields ?? {}) : await composeEvidence(tx, attempt, '');
  return toWireEvidence({ standing, note: evidence?.note ?? '', fields });
}

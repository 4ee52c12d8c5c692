import type { Tx } from '#server/context.ts';
import { recordAudits } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { endRunningCoupons, lockCoupons } from './coupons.queries.ts';

/**
 * A payment that begins at this moment is decided before or after it, for it locks the coupon too. Those that
 * ended before stay as they were; answers with how many had not.
 */
export async function endCoupons(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  couponIds: readonly number[],
): Promise<number> {
  const wanted = [...new Set(couponIds)];
  const coupons = await lockCoupons(db, wanted);
  if (coupons.length < wanted.length) throw new AppError('not_found');
  const running = coupons.filter(({ endedAt }) => endedAt === null).map(({ id }) => id);
  const endedAt = clock.now();
  await endRunningCoupons(db, running, endedAt);
  await recordAudits(
    db,
    running.map((id) => ({
      actorId: actor.userId,
      action: 'coupon.end',
      subject: `coupon:${id}`,
      before: { ended_at: null },
      after: { ended_at: endedAt.toISOString() },
    })),
  );
  return running.length;
}

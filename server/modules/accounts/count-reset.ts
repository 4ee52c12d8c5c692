import { RESETS_PER_DAY } from '#contract/rules/reset-limits.ts';
import type { Tx } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { takeHits } from '#server/platform/rate-limit.ts';

const DAY_MINUTES = 24 * 60;

/**
 * Call it in the transaction that gives a customer more views, downloads, previews or card tries, before it locks
 * anything: what is refused or rolled back does not count.
 */
export async function countReset(tx: Pick<Tx, 'db' | 'clock'>, actor: Actor, userId: number): Promise<void> {
  if (actor.role === 'super') return;
  const { byStaff, ofCustomer } = RESETS_PER_DAY;
  await take(tx, `resets-by:${actor.userId}`, byStaff, `You have reset limits of customers ${byStaff} times`);
  await take(tx, `resets-of:${userId}`, ofCustomer, `This customer’s limits were reset ${ofCustomer} times`);
}

async function take(tx: Pick<Tx, 'db' | 'clock'>, key: string, max: number, reached: string): Promise<void> {
  try {
    await takeHits(tx, [{ key, max, minutes: DAY_MINUTES }]);
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error;
    throw new AppError('resets_exceeded', {
      message: `${reached} in 24 hours, which is the limit. Ask a super user.`,
      details: error.details,
    });
  }
}

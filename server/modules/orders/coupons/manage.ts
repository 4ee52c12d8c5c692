import type { Coupon, NewCoupon } from '#contract/endpoints/coupons.ts';
import type { BulkAnswer } from '#contract/lists/list.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit, recordAudits } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import {
  countUsesOf,
  findCoupon,
  insertCoupon,
  listCoupons,
  lockCoupons,
  setEndedAt,
} from './coupons.queries.ts';
import { toWireCoupon } from './coupons.wire.ts';

export async function listAllCoupons({ db }: Pick<Tx, 'db'>): Promise<Coupon[]> {
  const rows = await listCoupons(db);
  const uses = await countUsesOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => toWireCoupon(row, uses.get(row.id) ?? 0));
}

export async function createCoupon(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  terms: NewCoupon,
): Promise<Coupon> {
  const now = clock.now();
  if (terms.expires_at !== null && new Date(terms.expires_at) <= now) {
    const details = [{ path: 'expires_at', message: 'Choose a time in the future' }];
    throw new AppError('invalid_request', { details });
  }
  const row = await insertCoupon(db, {
    code: terms.code,
    kind: terms.kind,
    percentOff: terms.percent_off,
    amountOffCents: terms.amount_off,
    expiresAt: terms.expires_at,
    maxUses: terms.max_uses,
    maxUsesPerCustomer: terms.max_uses_per_customer,
    memo: terms.memo,
    teams: JSON.stringify(terms.teams),
    createdBy: actor.userId,
    createdAt: now,
  });
  if (!row) throw new AppError('already_exists', { message: 'There is already a coupon with this code.' });
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'coupon.create',
    subject: `coupon:${row.id}`,
    after: terms,
  });
  return toWireCoupon(row, 0);
}

export async function endCoupon(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  couponId: number,
): Promise<Coupon> {
  await endCoupons(tx, actor, [couponId]);
  const coupon = await findCoupon(tx.db, couponId);
  if (!coupon) throw new AppError('not_found');
  return toWireCoupon(coupon, (await countUsesOf(tx.db, [couponId])).get(couponId) ?? 0);
}

/** Starting a payment locks the coupon too, so a concurrent payment either still uses it or finds it ended. */
export async function endCoupons(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  couponIds: readonly number[],
): Promise<BulkAnswer<number>> {
  const wanted = [...new Set(couponIds)];
  const coupons = new Map((await lockCoupons(db, wanted)).map((coupon) => [coupon.id, coupon]));
  const running = wanted.filter((id) => coupons.get(id)?.endedAt === null);
  const endedAt = clock.now();
  await setEndedAt(db, running, endedAt);
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
  const refused = wanted.filter((id) => !running.includes(id));
  return {
    done: running,
    refused: refused.map((id) => ({
      id,
      reason: coupons.has(id) ? 'This coupon had already ended.' : 'There is no such coupon.',
    })),
  };
}

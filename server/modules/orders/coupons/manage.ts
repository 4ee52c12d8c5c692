import type { Coupon, NewCoupon } from '#contract/endpoints/coupons.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { countUsesOf, endRunningCoupon, findCoupon, insertCoupon, listCoupons } from './coupons.queries.ts';
import { toWireCoupon } from './coupons.wire.ts';

type World = Pick<Tx, 'db' | 'clock'>;

export async function listAllCoupons({ db }: Pick<World, 'db'>): Promise<Coupon[]> {
  const rows = await listCoupons(db);
  const uses = await countUsesOf(
    db,
    rows.map((row) => row.id),
  );
  return rows.map((row) => toWireCoupon(row, uses.get(row.id) ?? 0));
}

export async function createCoupon({ db, clock }: World, actor: Actor, terms: NewCoupon): Promise<Coupon> {
  const now = clock.now();
  if (terms.expires_at !== null && new Date(terms.expires_at) <= now) {
    const details = [{ path: 'expires_at', message: 'Choose a moment to come' }];
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

/** A payment that begins at this moment is decided before or after it. Ended once, it stays as it was. */
export async function endCoupon({ db, clock }: World, actor: Actor, couponId: number): Promise<Coupon> {
  const endedAt = clock.now();
  const ended = await endRunningCoupon(db, couponId, endedAt);
  const coupon = ended ?? (await findCoupon(db, couponId));
  if (!coupon) throw new AppError('not_found');
  if (ended) {
    await recordAudit(db, {
      actorId: actor.userId,
      action: 'coupon.end',
      subject: `coupon:${couponId}`,
      before: { ended_at: null },
      after: { ended_at: endedAt.toISOString() },
    });
  }
  return toWireCoupon(coupon, (await countUsesOf(db, [couponId])).get(couponId) ?? 0);
}

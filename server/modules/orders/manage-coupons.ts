import type { Coupon, NewCoupon } from '#contract/endpoints/coupons.ts';
import type { TxContext } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import {
  countUsesOf,
  endCouponAt,
  findCoupon,
  insertCoupon,
  listCoupons,
  lockCoupon,
} from './coupons.queries.ts';
import { toWireCoupon } from './coupons.wire.ts';

type World = Pick<TxContext, 'db' | 'clock'>;

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
  const coupon = toWireCoupon(row, 0);
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'coupon.create',
    subject: `coupon:${row.id}`,
    after: terms,
  });
  return coupon;
}

/** Locked: a payment that begins at this moment is decided before or after it. */
export async function endCoupon({ db, clock }: World, actor: Actor, couponId: number): Promise<Coupon> {
  if (!(await findCoupon(db, couponId))) throw new AppError('not_found');
  const row = await lockCoupon(db, couponId);
  if (row.endedAt === null) {
    await endCouponAt(db, couponId, clock.now());
    await recordAudit(db, {
      actorId: actor.userId,
      action: 'coupon.end',
      subject: `coupon:${couponId}`,
      before: { ended_at: null },
      after: { ended_at: clock.now().toISOString() },
    });
  }
  const ended = await lockCoupon(db, couponId);
  return toWireCoupon(ended, (await countUsesOf(db, [couponId])).get(couponId) ?? 0);
}

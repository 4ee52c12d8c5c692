import type { EntitlementState } from '#contract/rules/order-states.ts';
import { can } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { actForBuyer, requireChanges } from '#server/modules/accounts/customer-access.ts';
import { prepareOwned } from '#server/modules/catalogue/prepare-soon.ts';
import { albumSubject } from '#server/modules/catalogue/publish-album.ts';
import { keepBoughtAlbum } from '#server/modules/found-albums/held-album.ts';
import { type Item, ownedAmong } from '#server/modules/orders/entitlements.ts';
import { findPrice, getItem, type OneItem, priceItem, requireViewed } from '#server/modules/orders/items.ts';
import { findOrder } from '#server/modules/orders/orders.ts';
import { findLiveAttempt, isPayingElsewhere, lockBuyer } from '#server/modules/orders/payment-attempts.ts';
import { type PaymentProgress, withoutNextStep } from '#server/modules/payments/settle.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';

const SELF_SERVICE_MINUTES = 48 * 60;

type SwapRequest = { lineId: number; to: OneItem; memo: string | undefined };
type Swap = { from: number; to: number; entitlement: Entitlement; actor: Actor; memo: string | undefined };
type Entitlement = NonNullable<Awaited<ReturnType<typeof findEntitlementOfLine>>>;

/** Customers may swap their own album once, soon after buying it; staff may swap anything. No money moves. */
export async function swapItem(
  tx: Pick<Tx, 'db' | 'log' | 'queue' | 'clock'>,
  actor: Actor,
  { lineId, to: choice, memo }: SwapRequest,
): Promise<PaymentProgress> {
  const { db } = tx;
  const to = await getItem(db, choice);
  const line = await db.selectFrom('orderLines').selectAll().where('id', '=', lineId).executeTakeFirst();
  const order = line && (await findOrder(db, line.orderId));
  const isStaff = can(actor, 'customers');
  if (!order || (order.userId !== actor.userId && !isStaff)) throw new AppError('not_found');
  if (isStaff) {
    requireChanges(actor);
    await actForBuyer(tx, actor, order.userId);
  }
  await lockBuyer(db, order.userId);
  const entitlement = await findEntitlementOfLine(db, line.id, { lock: true });
  const attempt = await findLiveAttempt(db, order.id);
  if (!entitlement || !attempt) throw new AppError('not_found');
  if ((entitlement.imageId === null) !== (to.imageId === null)) throw new AppError('not_found');
  // The buyer has no right on what they gave away.
  if (order.isGift && !isStaff) throw new AppError('swap_not_allowed');
  const holderId = order.isGift ? entitlement.userId : order.userId;
  const { priceCents: toPriceCents } = await priceItem(tx, { userId: order.userId, item: to });
  if ((await ownedAmong(db, holderId, [to])).length > 0) throw new AppError('already_owned');
  if (await isPayingElsewhere(db, holderId, order.id, [to])) throw new AppError('payment_in_progress');
  const earlier = await listSwaps(db, entitlement.id);
  const fromPriceCents = earlier[0]?.toPriceCents ?? (await worthCents(tx, order, line));
  const change: Swap = { from: fromPriceCents, to: toPriceCents, entitlement, actor, memo };
  if (isStaff) requirePrice(change);
  else {
    if (earlier.some(({ isByCustomer }) => isByCustomer)) throw new AppError('swap_not_allowed');
    requireSelfService(tx, change);
    await requireViewed(tx, actor.userId, [to.albumId]);
  }
  await db.updateTable('entitlements').set(to).where('id', '=', entitlement.id).execute();
  await keepBoughtAlbum(tx, holderId, to.albumId);
  await prepareOwned(tx, to);
  await recordSwap(tx, change, to, isStaff);
  return withoutNextStep(attempt, order.key);
}

/** Something bought in a bundle or at an early-bird price is worth what it costs today, so that it can be swapped. */
async function worthCents(
  tx: Pick<Tx, 'db' | 'log' | 'clock'>,
  { userId }: { userId: number },
  line: { albumId: number; imageId: number | null; priceCents: number; priceName: string | null },
): Promise<number> {
  if (line.priceName === null) return line.priceCents;
  const today = await findPrice(tx, { userId, item: line });
  return today?.priceCents ?? line.priceCents;
}

function requirePrice({ from, to, actor, memo }: Swap): void {
  if (to > from && (actor.role !== 'super' || !memo)) throw new AppError('swap_price_higher');
}

function requireSelfService({ clock }: Pick<Tx, 'clock'>, { from, to, entitlement }: Swap): void {
  const since = minutesFrom(clock.now(), -SELF_SERVICE_MINUTES);
  const isAllowed =
    from === to &&
    entitlement.state === 'active' &&
    entitlement.imageId === null &&
    entitlement.downloadsUsed === 0 &&
    entitlement.takenAt === null &&
    new Date(entitlement.createdAt) >= since;
  if (!isAllowed) throw new AppError('swap_not_allowed');
}

async function recordSwap(
  tx: Pick<Tx, 'db' | 'clock'>,
  { entitlement, actor, ...swapped }: Swap,
  to: Item,
  isStaff: boolean,
) {
  const { id: entitlementId, userId, albumId, imageId } = entitlement;
  const row = {
    entitlementId,
    fromAlbumId: albumId,
    fromImageId: imageId,
    toAlbumId: to.albumId,
    toImageId: to.imageId,
    fromPriceCents: swapped.from,
    toPriceCents: swapped.to,
    madeBy: actor.userId,
    isByCustomer: !isStaff,
    memo: swapped.memo || null,
    createdAt: tx.clock.now(),
  };
  await tx.db.insertInto('entitlementSwaps').values(row).execute();
  if (!isStaff) return;
  const actorId = actor.userId;
  const before = { albumId, imageId, priceCents: swapped.from };
  const after = { ...to, priceCents: swapped.to, memo: swapped.memo };
  await recordAudit(tx.db, {
    actorId,
    action: 'entitlement.swap',
    subject: `entitlement:${entitlementId}`,
    before: { userId, ...before },
    after: { userId, ...after },
  });
  if (albumId === to.albumId) return;
  // The albums do not name the user, whose history has the swap through the entitlement.
  const [out, into] = [albumSubject(albumId), albumSubject(to.albumId)];
  await recordAudit(tx.db, { actorId, action: 'album.sale-out', subject: out, before, after });
  await recordAudit(tx.db, { actorId, action: 'album.sale-in', subject: into, before, after });
}

function findEntitlementOfLine(db: Db, orderLineId: number, options: { lock?: boolean } = {}) {
  return db
    .selectFrom('entitlements')
    .selectAll()
    .$narrowType<{ state: EntitlementState }>()
    .where('orderLineId', '=', orderLineId)
    .where('state', '<>', 'ended')
    .$if(options.lock ?? false, (query) => query.forUpdate())
    .executeTakeFirst();
}

/** The newest come first. */
function listSwaps(db: Db, entitlementId: number) {
  return db
    .selectFrom('entitlementSwaps')
    .select(['toPriceCents', 'isByCustomer'])
    .where('entitlementId', '=', entitlementId)
    .orderBy('id', 'desc')
    .execute();
}

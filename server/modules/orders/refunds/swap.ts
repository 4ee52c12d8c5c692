import { roleCan } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { albumSubject } from '#server/modules/catalogue/publish-album.ts';
import { keepBoughtAlbum } from '#server/modules/found-albums/held-album.ts';
import { findVisibleImage } from '#server/modules/images/album-images.ts';
import { prepareSoon } from '#server/modules/images/prepare-soon.ts';
import { type Item, ownedAmong } from '#server/modules/orders/order/entitlements.queries.ts';
import { findOrder } from '#server/modules/orders/order/orders.queries.ts';
import { priceItems } from '#server/modules/orders/order/prices.ts';
import {
  findLiveAttempt,
  isPayingElsewhere,
  takeTurn,
} from '#server/modules/orders/payments/attempts.queries.ts';
import type { PaymentProgress } from '#server/modules/orders/payments/progress.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import {
  currentPriceCents,
  findEntitlementOfLine,
  findLine,
  hasSwapped,
  insertSwap,
  moveEntitlement,
} from './swaps.queries.ts';

const SELF_SERVICE_MINUTES = 48 * 60;

export type SwapWish = { lineId: number; memo: string | undefined };
type Swap = { from: number; to: number; entitlement: Entitlement; actor: Actor; memo: string | undefined };
type Entitlement = NonNullable<Awaited<ReturnType<typeof findEntitlementOfLine>>>;

export function swapAlbum(tx: Tx, actor: Actor, wish: SwapWish, albumId: number) {
  return swap(tx, actor, wish, { albumId, imageId: null });
}

export async function swapImage(tx: Tx, actor: Actor, wish: SwapWish, imageId: number) {
  const image = await findVisibleImage(tx.db, imageId);
  if (!image || image.albumId === null) throw new AppError('not_found');
  return swap(tx, actor, wish, { albumId: image.albumId, imageId });
}

/** What was bought becomes something else of its kind; its downloads move with it. No money moves. */
async function swap(tx: Tx, actor: Actor, { lineId, memo }: SwapWish, to: Item): Promise<PaymentProgress> {
  const { db } = tx;
  const line = await findLine(db, lineId);
  const order = line && (await findOrder(db, { id: line.orderId }));
  const isStaff = roleCan(actor.role, 'customers');
  if (!order || (order.userId !== actor.userId && !isStaff)) throw new AppError('not_found');
  await takeTurn(db, order.userId);
  const entitlement = await findEntitlementOfLine(db, line.id, { lock: true });
  const attempt = await findLiveAttempt(db, order.id);
  if (!entitlement || !attempt) throw new AppError('not_found');
  if ((entitlement.imageId === null) !== (to.imageId === null)) throw new AppError('not_found');
  const toPriceCents = await priceOf(tx, order.userId, to);
  if ((await ownedAmong(db, order.userId, [to])).length > 0) throw new AppError('already_owned');
  if (await isPayingElsewhere(db, order.userId, order.id, [to])) throw new AppError('payment_in_progress');
  const fromPriceCents = (await currentPriceCents(db, entitlement.id)) ?? line.priceCents;
  const wanted: Swap = { from: fromPriceCents, to: toPriceCents, entitlement, actor, memo };
  if (isStaff) requirePrice(wanted);
  else await requireSelfService(tx, wanted);
  await moveEntitlement(db, entitlement.id, to);
  await keepBoughtAlbum(tx, order.userId, to.albumId);
  if (to.imageId === null) await prepareSoon(tx, to.albumId);
  await writeDown(tx, wanted, to, isStaff);
  return { attempt, orderKey: order.key, clientSecret: null, nextActionUrl: null };
}

async function priceOf(tx: Tx, userId: number, item: Item): Promise<number> {
  const album = (await albumsById(tx, [item.albumId], userId)).get(item.albumId);
  if (!album?.isPublished) throw new AppError('not_found');
  const [price] = await priceItems(tx, userId, [{ ...item, event: album.event }]);
  return price?.priceCents ?? 0;
}

function requirePrice({ from, to, actor, memo }: Swap): void {
  if (to > from && (actor.role !== 'super' || !memo)) throw new AppError('swap_price_higher');
}

async function requireSelfService({ db, clock }: Tx, { from, to, entitlement }: Swap): Promise<void> {
  const since = minutesFrom(clock.now(), -SELF_SERVICE_MINUTES);
  const isAllowed =
    from === to &&
    entitlement.state === 'active' &&
    entitlement.imageId === null &&
    entitlement.downloadsUsed === 0 &&
    new Date(entitlement.createdAt) >= since &&
    !(await hasSwapped(db, entitlement.id));
  if (!isAllowed) throw new AppError('swap_not_allowed');
}

async function writeDown(tx: Tx, { entitlement, actor, ...swapped }: Swap, to: Item, isStaff: boolean) {
  await insertSwap(tx.db, {
    entitlementId: entitlement.id,
    fromAlbumId: entitlement.albumId,
    fromImageId: entitlement.imageId,
    toAlbumId: to.albumId,
    toImageId: to.imageId,
    fromPriceCents: swapped.from,
    toPriceCents: swapped.to,
    madeBy: actor.userId,
    isByCustomer: !isStaff,
    memo: swapped.memo || null,
    createdAt: tx.clock.now(),
  });
  if (!isStaff) return;
  const { userId, albumId, imageId } = entitlement;
  const change = {
    actorId: actor.userId,
    before: { userId, albumId, imageId, priceCents: swapped.from },
    after: { userId, ...to, priceCents: swapped.to, memo: swapped.memo },
  };
  await recordAudit(tx.db, {
    ...change,
    action: 'entitlement.swap',
    subject: `entitlement:${entitlement.id}`,
  });
  if (albumId === to.albumId) return;
  await recordAudit(tx.db, {
    ...withoutUser(change),
    action: 'album.sale-out',
    subject: albumSubject(albumId),
  });
  await recordAudit(tx.db, {
    ...withoutUser(change),
    action: 'album.sale-in',
    subject: albumSubject(to.albumId),
  });
}

/** The user's history has it once, by the entitlement. */
function withoutUser<Change extends { before: { userId: number }; after: { userId: number } }>(
  change: Change,
) {
  const { userId: _before, ...before } = change.before;
  const { userId: _after, ...after } = change.after;
  return { ...change, before, after };
}

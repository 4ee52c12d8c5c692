import type { LeftOut } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { type LeftOutReason, leftOutSentence } from '#contract/rules/orders.ts';
import { readPriceName } from '#contract/rules/price-names.ts';
import { bundleName } from '#contract/rules/pricing.ts';
import type { Tx } from '#server/context.ts';
import { findSoldAlbums, lockSoldAlbums, type SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import { lockVisibleImages } from '#server/modules/images/album-images.ts';
import { hasChangedSince } from '#server/platform/audit/versions.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { couponsById } from './coupons.ts';
import { creditsOf, ownedAmong } from './entitlements.ts';
import { unviewedAmong } from './items.ts';
import {
  deleteLines,
  getOrderRow,
  insertLeftOut,
  type LineRow,
  listLines,
  type OrderRow,
  savePriceNames,
  saveTerms,
  setOrderState,
  taxedAs,
} from './orders.ts';
import { findLiveAttempt, sharedElsewhere } from './payment-attempts.ts';
import { agreeTerms, priceItems } from './prices.ts';
import { toWireLeftOut, toWireTotals } from './shop-items.ts';

export type UnsoldLine = { line: LineRow; problem: LeftOutReason; leftOut: LeftOut[] };

/**
 * Removes lines that can no longer be sold from an order that is about to be paid. The caller holds the order's lock
 * and answers with the returned error after the commit, because the buyer has to see the new total first.
 */
export async function reviewOrder(tx: Pick<Tx, 'db' | 'log' | 'clock'>, order: OrderRow) {
  if (order.state !== 'open' || (await findLiveAttempt(tx.db, order.id))) return undefined;
  const lines = await listLines(tx.db, [order.id]);
  const unsold = await findUnsold(tx, order, lines);
  const isCreditLost = await hasLostCredit(tx, order, lines);
  if (unsold.length === 0 && !isCreditLost) return undefined;
  return describeChange(await leaveOut(tx, order, unsold), unsold);
}

/** Locks the albums and photos, so that none of them is unpublished or hidden before the payment has started. */
export async function findUnsold(
  tx: Pick<Tx, 'db' | 'log'>,
  order: OrderRow,
  lines: LineRow[],
): Promise<UnsoldLine[]> {
  const { db } = tx;
  const albumIds = lines.map((line) => line.albumId);
  const albums = await lockSoldAlbums(db, albumIds);
  const imageIds = lines.flatMap((line) => line.imageId ?? []);
  const images = await lockVisibleImages(db, imageIds);
  const isForSale = ({ albumId, imageId }: LineRow) =>
    albums.get(albumId)?.isForSale === true && (imageId === null || images.get(imageId) === albumId);
  const personal = order.isPool ? new Map() : await findOwnProblems(tx, order, lines);
  return lines.flatMap((line) => {
    const problem = isForSale(line) ? personal.get(line.id) : 'not_for_sale';
    if (!problem) return [];
    return [
      { line, problem, leftOut: toWireLeftOut({ ...line, reason: problem }, albums.get(line.albumId)) },
    ];
  });
}

/** Checks what the buyer may not buy. The members of a pool are checked when they join. */
async function findOwnProblems(
  tx: Pick<Tx, 'db' | 'log'>,
  { id, userId, isGift }: OrderRow,
  lines: LineRow[],
): Promise<Map<number, LeftOutReason>> {
  const unchecked = lines.filter((line) => !line.viewChecked);
  const uncheckedIds = unchecked.map((line) => line.albumId);
  const unviewed = await unviewedAmong(tx, userId, uncheckedIds);
  const entries = (found: { id: number }[], reason: LeftOutReason) =>
    found.map((line) => [line.id, reason] as const);
  const notViewed = entries(
    unchecked.filter((line) => unviewed.has(line.albumId)),
    'not_viewed',
  );
  // A gift ignores what the buyer owns, and must not reveal what the recipient owns.
  if (isGift) return new Map(notViewed);
  return new Map([
    ...notViewed,
    ...entries(await sharedElsewhere(tx.db, userId, id, lines), 'in_pool'),
    ...entries(await ownedAmong(tx.db, userId, lines), 'owned'),
  ]);
}

/** Photos that were credited when the order was placed may have been refunded since. */
export async function hasLostCredit({ db }: Pick<Tx, 'db'>, { id, userId }: OrderRow, lines: LineRow[]) {
  const credited = lines.filter((line) => line.creditCents > 0);
  if (credited.length === 0) return false;
  const albumIds = credited.map((line) => line.albumId);
  const credits = await creditsOf(db, userId, albumIds, { exceptOrderId: id });
  return credited.some((line) => line.creditCents > (credits.get(line.albumId) ?? 0));
}

/** Prices stay as they were at checkout, except those of broken bundles. An order of which nothing is left is canceled. */
export async function leaveOut(tx: Pick<Tx, 'db' | 'log' | 'clock'>, order: OrderRow, unsold: UnsoldLine[]) {
  const { db } = tx;
  const gone = unsold.map(({ line, problem }) => ({ ...line, problem }));
  await insertLeftOut(db, { orderId: order.id, lines: gone, now: tx.clock.now() });
  const goneIds = gone.map((line) => line.id);
  await deleteLines(db, goneIds);
  const left = await listLines(db, [order.id]);
  const albumIds = left.map((line) => line.albumId);
  const credits = await creditsOf(db, order.userId, albumIds, { exceptOrderId: order.id });
  const repriced = await repricePhotos(tx, order, { dropped: unsold, left });
  await savePriceNames(db, repriced);
  const prices = left.map(({ id, albumId, priceCents, creditCents }) => ({
    albumId,
    priceCents: repriced.get(id)?.priceCents ?? priceCents,
    creditCents: Math.min(creditCents, credits.get(albumId) ?? 0),
  }));
  const coupon = (await couponsById(db, order.couponId === null ? [] : [order.couponId])).values().next();
  const taxed = await taxedAs(db, order, left);
  const terms = await agreeTerms(tx, { prices, coupon: coupon.value, taxed });
  await saveTerms(db, order.id, terms, left);
  if (left.length === 0) await setOrderState(db, order.id, 'cancelled');
  return getOrderRow(db, order.id);
}

const MAX_NAMED = 3;

export function describeChange(order: OrderRow, unsold: UnsoldLine[]): AppError {
  const leftOut = unsold.flatMap((line) => line.leftOut);
  const named = leftOut.slice(0, MAX_NAMED).map(leftOutSentence);
  const others = leftOut.length - named.length;
  if (others > 0) named.push(`${others} more could not be sold and were not charged.`);
  if (order.state !== 'open') {
    const message = [...named, 'Nothing is left in this order, so it was canceled.'].join(' ');
    return new AppError('order_closed', { message, details: { left_out: leftOut } });
  }
  const total = `The total is now ${formatCents(order.totalCents)}. Check it before you pay.`;
  return new AppError('order_changed', {
    message: [...named, total].join(' '),
    details: { amount: order.totalCents, quote: toWireTotals(order), left_out: leftOut },
  });
}

type Dropped = { line: LineRow; problem: LeftOutReason };
type PhotoPrice = { priceCents: number; priceName: string | null };

/**
 * Prices the photos that are left after some of a bundle were dropped, by the prices of the day of the order. If they
 * would cost more, and the dropped ones are no longer for sale, the buyer keeps the part of the price that was agreed. So
 * does everybody whose prices of that day may have been changed since.
 */
async function repricePhotos(
  tx: Pick<Tx, 'db' | 'log' | 'clock'>,
  order: OrderRow,
  { dropped, left }: { dropped: Dropped[]; left: LineRow[] },
): Promise<Map<number, PhotoPrice>> {
  const lines = [...dropped.map(({ line }) => line), ...left];
  const albumIds = lines.map(({ albumId }) => albumId);
  const albums = await findSoldAlbums(tx.db, albumIds);
  const at = new Date(order.createdAt);
  const eventOf = ({ albumId }: LineRow) => albums.get(albumId)?.eventId;
  const prices = new Map<number, PhotoPrice>();
  for (const [eventId, gone] of Map.groupBy(dropped, ({ line }) => eventOf(line))) {
    const names = bundlesAmong(gone);
    const photos = left.filter((line) => line.imageId !== null && eventOf(line) === eventId);
    if (names.size === 0 || photos.length === 0) continue;
    const anew = await priceAnew(tx, { userId: order.userId, photos, albums, at });
    const isOurs = gone.every(({ problem }) => problem === 'not_for_sale');
    const isKept =
      (isOurs && sumOf(anew) > sumOf(photos)) ||
      (await hasChangedSince(tx.db, [`event:${eventId}`, 'site'], at));
    const chosen = isKept ? keepPrices(photos, names) : anew;
    for (const [position, { id }] of photos.entries()) prices.set(id, chosen[position] as PhotoPrice);
  }
  return prices;
}

/** Returns the names of the prices that several photos share; a seasonal price alone is not one of them. */
function bundlesAmong(gone: Dropped[]): Set<string> {
  const names = gone.flatMap(({ line }) => line.priceName ?? []);
  return new Set(names.filter((name) => readPriceName(name).some(({ values }) => 'price' in values)));
}

function priceAnew(
  tx: Pick<Tx, 'db' | 'log'>,
  {
    userId,
    photos,
    albums,
    at,
  }: { userId: number; photos: LineRow[]; albums: Map<number, SoldAlbum>; at: Date },
): Promise<PhotoPrice[]> {
  const items = photos.flatMap(({ albumId, imageId }) => {
    const album = albums.get(albumId);
    return album ? [{ albumId, imageId, album }] : [];
  });
  return priceItems({ ...tx, clock: { now: () => at } }, { userId, items });
}

/** The old name promised more photos, so the new one names those that are left and what they cost. */
function keepPrices(photos: LineRow[], names: Set<string>): PhotoPrice[] {
  const isStale = ({ priceName }: LineRow) => priceName !== null && names.has(priceName);
  const stale = photos.filter(isStale);
  const name = bundleName(stale.length, sumOf(stale));
  return photos.map((line) => ({
    priceCents: line.priceCents,
    priceName: isStale(line) ? name : line.priceName,
  }));
}

function sumOf(lines: readonly { priceCents: number }[]): number {
  return lines.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

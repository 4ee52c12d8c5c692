import { orderTotals } from '#contract/rules/order-totals.ts';
import type { Context, TxContext } from '#server/context.ts';
import { albumsById, findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findVisibleImage } from '#server/modules/images/album-images.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { type Item, ownedAmong } from './entitlements.queries.ts';
import {
  findLastPaidSingle,
  findOpenSingle,
  insertOrder,
  listLines,
  type OrderRow,
  setOrderState,
} from './orders.queries.ts';
import { pay } from './pay-order.ts';
import type { PaymentProgress } from './payment-progress.ts';
import { findLiveAttempt, takeTurn } from './payments.queries.ts';
import { priceItems } from './prices.ts';
import { type Offer, type Started, startPayment } from './start-payment.ts';

/** A browser that lost the answer asks again; for so long it is told what it bought, not that it owns it. */
const REPEAT_MINUTES = 2;

export function payForAlbum(
  context: Context,
  userId: number,
  albumId: number,
  offer: Offer,
): Promise<PaymentProgress> {
  return paySingle(context, userId, offer, async () => ({ albumId, imageId: null }));
}

export function payForImage(
  context: Context,
  userId: number,
  imageId: number,
  offer: Offer,
): Promise<PaymentProgress> {
  return paySingle(context, userId, offer, async (tx) => {
    const image = await findVisibleImage(tx.db, imageId);
    if (!image || image.albumId === null) throw new AppError('not_found');
    return { albumId: image.albumId, imageId };
  });
}

/** An order of one line, made and paid at once. */
function paySingle(
  context: Context,
  userId: number,
  offer: Offer,
  findItem: (tx: TxContext) => Promise<Item>,
): Promise<PaymentProgress> {
  return pay(context, offer, async (tx) => {
    await takeTurn(tx.db, userId);
    const item = await findItem(tx);
    const album = await findAlbumFacts(tx.db, item.albumId);
    if (!album?.isPublished) throw new AppError('not_found');
    if ((await ownedAmong(tx.db, userId, [item])).length > 0) return justBought(tx, userId, item);
    return startPayment(tx, await openSingle(tx, userId, item), offer);
  });
}

async function justBought(tx: TxContext, userId: number, item: Item): Promise<Started> {
  const order = await findLastPaidSingle(tx.db, userId, item);
  const attempt = order && (await findLiveAttempt(tx.db, order.id));
  const since = minutesFrom(tx.clock.now(), -REPEAT_MINUTES);
  if (!order || !attempt?.settledAt || new Date(attempt.settledAt) < since)
    throw new AppError('already_owned');
  return { attempt, order, isNew: false };
}

/** The open order of an earlier try, unless the price has changed since and no money is on its way. */
async function openSingle(tx: TxContext, userId: number, item: Item): Promise<OrderRow> {
  const { db } = tx;
  const event = (await albumsById(tx, [item.albumId], userId)).get(item.albumId)?.event;
  if (!event) throw new AppError('not_found');
  const totals = orderTotals(await priceItems(db, userId, [{ ...item, event }]), undefined);
  const open = await findOpenSingle(db, userId, item);
  if (open) {
    const [line] = await listLines(db, [open.id]);
    const isSame = open.totalCents === totals.totalCents && line?.priceCents === totals.subTotalCents;
    if (isSame || (await findLiveAttempt(db, open.id))) return open;
    await setOrderState(db, open.id, 'cancelled');
  }
  return insertOrder(db, { userId, items: [item], totals, isSingle: true, now: tx.clock.now() });
}

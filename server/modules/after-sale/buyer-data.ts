import { z } from 'zod';
import type { Context, Tx } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-people.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { cancelPool } from '#server/modules/group-orders/end-pool.ts';
import { leavePool } from '#server/modules/group-orders/pools.ts';
import { rewordNotifications } from '#server/modules/notifications/notify.ts';
import { findOrder, listLines, listOpenOrders, setOrderState } from '#server/modules/orders/orders.ts';
import {
  findLiveAttempt,
  hasPaymentInFlight,
  hasUnsettledPayment,
  lockBuyer,
} from '#server/modules/orders/payment-attempts.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { PaymentRefused } from '#server/platform/payments/payment-types.ts';
import { type ExportFile, jsonFile, jsonFiles } from '#server/platform/personal-data/export-file.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import {
  deleteCart,
  emptyCards,
  eraseAthleteNames,
  eraseMemos,
  listCardsOf,
  listCartOf,
  listOrdersAfter,
  listOwnAttempts,
  listOwnedAfter,
  listOwnRefundsIn,
  listOwnShares,
  listSharesTaken,
} from './buyer-data.queries.ts';
import { eraseGiftsTo, hideGiftsBy } from './gifts.ts';
import { receiptContent } from './receipt-content.ts';
import { composeReceipt } from './receipts.ts';

const STILL_PAYING =
  /*i18n*/ 'One of your payments is still going through. Wait until it’s done, or until your group order is complete or has ended, and try again.';

/**
 * Cancels the buyer's open orders and pools, and gives back the shares taken in pools of others. Refuses while a
 * payment runs. The turn is held until the transaction ends, so that no payment starts in the meantime.
 */
export async function closeOrders(tx: Pick<Tx, 'db' | 'queue' | 'clock'>, actor: Actor): Promise<void> {
  await lockBuyer(tx.db, actor.userId);
  if (await hasPaymentInFlight(tx.db, actor.userId)) throw stillPaying();
  const open = await listOpenOrders(tx.db, actor.userId);
  for (const { id } of open.sort((a, b) => a.id - b.id)) await closeOrder(tx, actor, id);
}

async function closeOrder(tx: Pick<Tx, 'db' | 'queue' | 'clock'>, actor: Actor, orderId: number) {
  const order = await findOrder(tx.db, orderId, { lock: true });
  if (order?.state !== 'open') return;
  try {
    if (order.userId !== actor.userId) await leavePool(tx, actor, order.key);
    else if (order.isPool) await cancelPool(tx, order);
    else if (await findLiveAttempt(tx.db, orderId)) throw stillPaying();
    else await setOrderState(tx.db, orderId, 'cancelled');
  } catch (error) {
    throw error instanceof AppError && error.code === 'payment_in_progress' ? stillPaying() : error;
  }
}

function stillPaying(): AppError {
  return new AppError('payment_in_progress', { message: STILL_PAYING });
}

/** Runs until the provider has answered; holds are released first, because they belong to the customer there. */
export const forgetCustomerJob = defineJob({
  name: 'orders.forget-customer',
  payload: z.object({ mode: z.string(), customerId: z.string(), heirId: z.int() }),
  retries: 40,
});

type Leaver = { userId: number; email: string; firstName: string; ownsAddress: boolean };

/** Orders, payments and what they gave stay for the books; the caller gives them to the heir. */
export async function eraseBuyer(
  tx: Pick<Tx, 'db' | 'queue' | 'clock' | 'config' | 'privacyKeys'>,
  { userId, email, firstName, ownsAddress }: Leaver,
  heirId: number,
): Promise<void> {
  const { db, queue, clock } = tx;
  await deleteCart(db, userId);
  await eraseMemos(db, userId, email);
  await eraseAthleteNames(db, userId);
  await hideGiftsBy(tx, userId);
  await eraseGiftsTo(tx, { userId, email: ownsAddress ? email : null });
  const shares = await listSharesTaken(db, userId);
  await rewordNotifications(db, {
    kind: 'pool',
    subjects: shares.map(({ orderId, attemptId }) => `joined:${orderId}:${attemptId}`),
    from: firstName,
    to: (i18n) => i18n.t('Someone'),
  });
  for (const customer of await emptyCards(db, { userId, heirId, now: clock.now() })) {
    await queue.enqueue(db, forgetCustomerJob, { ...customer, heirId });
  }
}

export async function forgetCustomer(
  { db, payments }: Pick<Context, 'db' | 'payments'>,
  { mode, customerId, heirId }: z.output<typeof forgetCustomerJob.payload>,
): Promise<void> {
  // The keys of another mode cannot reach this customer.
  if (mode !== payments.mode) return;
  if (await hasUnsettledPayment(db, heirId)) throw new Error('a hold of this customer is not released yet');
  try {
    await payments.deleteCustomer(customerId);
  } catch (error) {
    // The provider no longer knows the customer, for example because this job ran before.
    if (!(error instanceof PaymentRefused)) throw error;
  }
}

type ExportTx = Pick<Tx, 'db' | 'log' | 'config'>;

/** Orders of others appear with the person's own payments and shares only. */
export async function* exportOrders(tx: ExportTx, userId: number): AsyncGenerator<ExportFile> {
  const { db } = tx;
  yield jsonFile('cart.json', await listCartOf(db, userId));
  yield jsonFile('cards.json', await listCardsOf(db, userId));
  const paidIds: number[] = [];
  yield* jsonFiles('orders', async (afterId, limit) => {
    const orders = await listOrdersAfter(db, { userId, afterId, limit });
    paidIds.push(...orders.flatMap(({ id, paidAt }) => (paidAt === null ? [] : [id])));
    return describeOrders(tx, userId, orders);
  });
  yield* jsonFiles('owned', async (afterId, limit) => {
    const owned = await listOwnedAfter(db, { userId, afterId, limit });
    const titleOf = await titlesOf(tx, owned);
    return owned.map((one) => ({ ...one, ...titleOf(one.albumId) }));
  });
  for (const orderId of paidIds) yield* exportReceipt(tx, userId, orderId);
}

async function describeOrders(
  tx: ExportTx,
  userId: number,
  orders: Awaited<ReturnType<typeof listOrdersAfter>>,
) {
  const { db } = tx;
  const ids = orders.map(({ id }) => id);
  const lines = await listLines(db, ids);
  const payments = await listOwnAttempts(db, userId, ids);
  const refunds = await listOwnRefundsIn(db, userId, ids);
  const shares = await listOwnShares(db, userId, ids);
  const titleOf = await titlesOf(tx, lines);
  return orders.map(({ userId: ownerId, couponId: _coupon, ...row }) => {
    // The buyer must not learn from a gift whether its recipient has an account.
    const { giftUser: _user, giftDeliveredAt: _at, ...order } = row;
    const { giftAddressHash: _hash, giftEncryptedAddress: _encrypted, ...shown } = order;
    const isOfOrder = ({ orderId }: { orderId: number }) => orderId === row.id;
    return {
      ...shown,
      isOwn: ownerId === userId,
      lines: lines.filter(isOfOrder).map((line) => ({ ...line, ...titleOf(line.albumId) })),
      payments: payments.filter(isOfOrder),
      refunds: refunds.filter(isOfOrder),
      shares: shares.filter(isOfOrder),
    };
  });
}

async function titlesOf({ db }: ExportTx, items: { albumId: number }[]) {
  const albums = await findSoldAlbums(db, [...new Set(items.map(({ albumId }) => albumId))]);
  return (albumId: number) => ({
    team: albums.get(albumId)?.teamName ?? null,
    event: albums.get(albumId)?.eventTitle ?? null,
  });
}

async function* exportReceipt(tx: ExportTx, userId: number, orderId: number): AsyncGenerator<ExportFile> {
  const order = await findOrder(tx.db, orderId);
  const buyer = await findAddressee(tx.db, userId);
  const receipt = order && (await composeReceipt(tx, { userId, order }));
  if (!receipt || !buyer) return;
  const words = await mailMessages(tx, buyer.language);
  const { html } = composeMail(
    receiptContent(receipt, buyer.firstName, words, { giftEmail: order.giftEmail }),
    words.frame,
  );
  yield { name: `receipts/order-${orderId}.html`, content: Buffer.from(html) };
}

import type { Tx } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { findOrder, listLines } from '#server/modules/orders/orders.ts';
import { composeReceipt } from '#server/modules/orders/receipts/compose.ts';
import { receiptContent } from '#server/modules/orders/receipts/content.ts';
import { mailWords } from '#server/modules/settings/mail-words.ts';
import { type ExportFile, jsonFile, jsonFiles } from '#server/platform/export-file.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import {
  listCardsOf,
  listCartOf,
  listOrdersAfter,
  listOwnAttempts,
  listOwnedAfter,
  listOwnRefundsIn,
  listOwnShares,
} from './buyer.queries.ts';

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
    const titleOf = await titlesOf(
      tx,
      owned.map(({ albumId }) => albumId),
    );
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
  const titleOf = await titlesOf(
    tx,
    lines.map(({ albumId }) => albumId),
  );
  const ofOrder =
    (orderId: number) =>
    (row: { orderId: number }): boolean =>
      row.orderId === orderId;
  // The buyer must not learn from a gift whether its recipient has an account.
  const withoutRecipient = orders.map(
    ({
      giftUser: _user,
      giftDeliveredAt: _at,
      giftAddressHash: _hash,
      giftSealedAddress: _sealed,
      ...order
    }) => order,
  );
  return withoutRecipient.map(({ userId: ownerId, couponId: _, ...order }) => ({
    ...order,
    isOwn: ownerId === userId,
    lines: lines.filter(ofOrder(order.id)).map((line) => ({ ...line, ...titleOf(line.albumId) })),
    payments: payments.filter(ofOrder(order.id)),
    refunds: refunds.filter(ofOrder(order.id)),
    shares: shares.filter(ofOrder(order.id)),
  }));
}

async function titlesOf({ db }: ExportTx, albumIds: number[]) {
  const albums = await findSoldAlbums(db, [...new Set(albumIds)]);
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
  const words = await mailWords(tx);
  const { html } = composeMail(receiptContent(receipt, buyer.firstName, words), words.frame);
  yield { name: `receipts/order-${orderId}.html`, content: Buffer.from(html) };
}

import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { buildUser, eventually } from './factories.ts';
import {
  type Buyer,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  type PayingApp,
  payForAlbum,
} from './paying-app.ts';

/** Includes orders that a bank disputes. */
export async function refundOrder(app: PayingApp, key: string, lines?: number[], amount?: number) {
  const { token } = await buildUser(app, { role: 'customer_support' });
  const body = {
    memo: 'the parent asked for it',
    dispute_reason: 'other',
    ...(lines && { lines }),
    ...(amount && { amount }),
  } as const;
  return app.call(refundEndpoints.refundOrder, { token, params: { id: key }, body });
}

export async function readOrderOf(app: PayingApp, { token }: Buyer, key: string) {
  return (await app.call(orderEndpoints.getOrder, { token, params: { id: key } })).body;
}

export async function ownedBy(app: PayingApp, { token }: Buyer): Promise<number[]> {
  const { body } = await app.call(foundAlbumEndpoints.myAlbums, { token });
  return body.owned.map((found) => found.album.id);
}

/** The buyer's bank returns every refund to this card. */
export const buyWithReturningCard = (app: PayingApp) => buyAlbum(app, 'pm_card_refundFail');

export async function buyAlbum(app: PayingApp, card = 'pm_card_visa') {
  const buyer = await buildBuyer(app, card);
  const album = await buildViewedAlbum(app, buyer);
  const { body } = await payForAlbum(app, buyer, album.id);
  return { buyer, album, key: body.order_key };
}

/** Lets the bank return the refunds that are due, and waits for the case of this buyer. */
export async function letBankReturn(app: PayingApp, { id }: { id: number }) {
  const before = (await returnedOf(app, id)).length;
  app.advanceMinutes(1);
  await app.sandbox.settle();
  return eventually(async () => {
    const cases = await returnedOf(app, id);
    return cases.length > before ? cases : undefined;
  }, 'the returned refund');
}

export function returnedOf({ context: { db } }: PayingApp, userId: number) {
  return db
    .selectFrom('returnedRefunds')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'returnedRefunds.attemptId')
    .selectAll('returnedRefunds')
    .where('paymentAttempts.userId', '=', userId)
    .orderBy('returnedRefunds.id')
    .execute();
}

export async function mailTo({ context: { db } }: PayingApp, { email }: Buyer, subject: string) {
  return (await listOutbox(db, email)).filter((message) => message.subject === subject);
}

export async function balanceOf(app: PayingApp, { id }: { id: number }): Promise<number> {
  return (await booksOf(app, id)).entries.reduce((sum, entry) => sum + entry.amountCents, 0);
}

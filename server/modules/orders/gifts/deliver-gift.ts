import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { accountsByEmail } from '#server/modules/accounts/find-accounts.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { findProofs } from '#server/modules/accounts/find-proofs.ts';
import { ownedAmong } from '#server/modules/orders/entitlements.ts';
import { giveLines } from '#server/modules/orders/order/deliver.ts';
import { findOrder, type OrderRow } from '#server/modules/orders/orders.ts';
import {
  findLiveAttempt,
  paidElsewhere,
  takeTurn,
} from '#server/modules/orders/payments/attempts.queries.ts';
import { findDisputeHold } from '#server/modules/orders/refunds/goods.ts';
import { hashGiftAddress } from './gift-addresses.ts';
import { listWaitingGifts, listWaitingLines, saveDelivery } from './gifts.queries.ts';
import { deliverGiftJob } from './job-definitions.ts';

const RETRY_SECONDS = 10 * 60;

export async function deliverGift(context: Context, orderId: number): Promise<void> {
  const order = await findOrder(context.db, orderId);
  const userId = order && (await findRecipient(context, order));
  if (userId !== undefined) await deliverTo(context, { orderId, userId });
}

/** Called when a person logs in or proves an address. */
export async function deliverWaitingGifts(
  context: Context,
  person: { userId: number; email: string },
): Promise<void> {
  const { userId, email } = person;
  const hashes = hashGiftAddress(context, email);
  for (const orderId of await listWaitingGifts(context.db, { userId, email, hashes })) {
    await deliverTo(context, { orderId, userId });
  }
}

/** The first delivery decides the account, so that a later change of address does not move the gift. */
async function findRecipient({ db }: Pick<Tx, 'db'>, order: OrderRow): Promise<number | undefined> {
  const { giftUser, giftEmail } = order;
  if (giftUser !== null || giftEmail === null) return giftUser ?? undefined;
  return (await accountsByEmail(db, [giftEmail])).get(giftEmail.toLowerCase());
}

/**
 * The lock on the recipient's purchases keeps them from buying the same items until the gift is delivered. What they own already, or are
 * paying for, waits: a later refund of the gift must not take away what they paid for themselves.
 */
function deliverTo(context: Context, { orderId, userId }: { orderId: number; userId: number }) {
  return inTransaction(context, async (tx) => {
    const { db, queue, clock } = tx;
    await takeTurn(db, userId);
    const order = await findOrder(db, orderId, { lock: true });
    if (!order?.isGift || order.paidAt === null || !(await isRecipient(tx, order, userId))) return;
    const attempt = await findLiveAttempt(db, orderId);
    if (!attempt || (await findDisputeHold(db, attempt.id))) return;
    const waiting = await listWaitingLines(db, orderId);
    const owned = new Set(await ownedAmong(db, userId, waiting));
    const busy = new Set(await paidElsewhere(db, userId, orderId, waiting));
    const lines = waiting.filter((line) => !owned.has(line) && !busy.has(line));
    if (lines.length > 0) await giveLines(tx, { lines, orderKey: order.key, userId });
    const isWhole = lines.length === waiting.length;
    await saveDelivery(db, orderId, { giftUser: userId, giftDeliveredAt: isWhole ? clock.now() : null });
    if (busy.size > 0)
      await queue.enqueue(db, deliverGiftJob, { orderId }, { startAfterSeconds: RETRY_SECONDS });
  });
}

async function isRecipient(
  tx: Pick<Tx, 'db' | 'config' | 'privacyKeys'>,
  order: OrderRow,
  userId: number,
): Promise<boolean> {
  if (!((await findRecipient(tx, order)) === userId || (await isHiddenRecipient(tx, order, userId))))
    return false;
  const [proofs] = await findProofs(tx, [userId]);
  return proofs?.hasAddress === true;
}

/** After the buyer has left, only a hash of the recipient's address is kept. */
async function isHiddenRecipient(
  tx: Pick<Tx, 'db' | 'privacyKeys'>,
  { giftUser, giftAddressHash }: OrderRow,
  userId: number,
): Promise<boolean> {
  if (giftUser !== null || giftAddressHash === null) return false;
  const person = await findAddressee(tx.db, userId);
  return (
    person !== undefined && hashGiftAddress(tx, person.email).some((hash) => hash.equals(giftAddressHash))
  );
}

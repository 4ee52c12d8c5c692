import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { accountsByEmail, findAddressee, findVerifications } from '#server/modules/accounts/find-people.ts';
import { lockOwnOrder, requireUnpaid } from '#server/modules/orders/change-order.ts';
import { couponsById } from '#server/modules/orders/coupons.ts';
import { deliverGiftJob, giveLines, mailGiftJob } from '#server/modules/orders/deliver.ts';
import { creditsOf, ownedAmong } from '#server/modules/orders/entitlements.ts';
import {
  findOrder,
  isSingle,
  listLines,
  type OrderRef,
  type OrderRow,
  saveTerms,
  taxedAs,
} from '#server/modules/orders/orders.ts';
import { lockBuyer, paidElsewhere } from '#server/modules/orders/payment-attempts.ts';
import { agreeTerms, requireChargeable } from '#server/modules/orders/prices.ts';
import { stateOfEntitlements } from '#server/modules/payments/entitlement-states.ts';
import { readOrderMoney } from '#server/modules/payments/order-money.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { decryptText, encryptText } from '#server/platform/security/encrypt.ts';
import { hashWithKeys } from '#server/platform/security/key-ring.ts';
import { forgetGiftsTo, listGiftsBy, listWaitingGifts, listWaitingLines, saveGift } from './gifts.queries.ts';

type Gift = { email: string; message: string };

/** The answer is the same whether or not the address has an account. */
export async function setGift(
  tx: Pick<Tx, 'db' | 'log' | 'clock'>,
  actor: Actor,
  { ref, gift }: { ref: OrderRef; gift: Gift | null },
): Promise<void> {
  const order = await lockOwnOrder(tx, actor, ref);
  await requireUnpaid(tx, order);
  if (gift) await requireGivable(tx, order, gift);
  const address = { giftEmail: gift?.email ?? null, giftMessage: gift?.message || null };
  await saveGift(tx.db, order.id, { isGift: gift !== null, ...address });
  if (order.isGift !== (gift !== null)) await updateCredit(tx, order, gift !== null);
}

async function requireGivable({ db }: Pick<Tx, 'db'>, order: OrderRow, { email }: Gift): Promise<void> {
  if (order.isPool) throw new AppError('gift_or_pool');
  // The next purchase of the same item without the cart pays this order, and must not give it away.
  if (isSingle(order)) throw new AppError('gift_from_cart');
  const buyer = await findAddressee(db, order.userId);
  if (buyer?.email.toLowerCase() === email.toLowerCase()) throw new AppError('gift_to_self');
}

/** Photos that the buyer bought before count toward their own albums only. */
async function updateCredit(tx: Pick<Tx, 'db' | 'log' | 'clock'>, order: OrderRow, isGift: boolean) {
  const { db } = tx;
  const { id, userId, couponId } = order;
  const lines = await listLines(db, [id]);
  const albumIds = lines.flatMap(({ albumId, imageId }) => (imageId === null ? [albumId] : []));
  const credits = isGift ? new Map<number, number>() : await creditsOf(db, userId, albumIds);
  const prices = lines.map(({ albumId, imageId, priceCents }) => ({
    albumId,
    priceCents,
    creditCents: imageId === null ? Math.min(credits.get(albumId) ?? 0, priceCents) : 0,
  }));
  const coupon = couponId === null ? undefined : (await couponsById(db, [couponId])).get(couponId);
  const taxed = await taxedAs(db, order, lines);
  await saveTerms(db, id, requireChargeable(await agreeTerms(tx, { prices, coupon, taxed })), lines);
}

const RETRY_SECONDS = 10 * 60;

export async function deliverGift(context: Context, orderId: number): Promise<void> {
  const order = await findOrder(context.db, orderId);
  const userId = order && (await findRecipient(context, order));
  if (userId !== undefined) await deliverTo(context, { orderId, userId });
}

/** Called when a person logs in or verifies an address. */
export async function deliverWaitingGifts(context: Context, person: { userId: number; email: string }) {
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
    await lockBuyer(db, userId);
    const order = await findOrder(db, orderId, { lock: true });
    if (!order?.isGift || order.paidAt === null || !(await isRecipient(tx, order, userId))) return;
    const money = await readOrderMoney(db, order, { withReserved: false });
    const waiting = await listWaitingLines(db, orderId);
    // Nothing is delivered twice, and nothing while a dispute keeps its money.
    if (!waiting.some(({ id }) => stateOfEntitlements(money, id, undefined) === 'active')) return;
    const owned = new Set(await ownedAmong(db, userId, waiting));
    const busy = new Set(await paidElsewhere(db, userId, orderId, waiting));
    const lines = waiting.filter((line) => !owned.has(line) && !busy.has(line));
    if (lines.length > 0) await giveLines(tx, { lines, orderKey: order.key, userId });
    // Without a delivery time, something still waits for the recipient.
    const giftDeliveredAt = lines.length === waiting.length ? clock.now() : null;
    await saveGift(db, orderId, { giftUser: userId, giftDeliveredAt, giftAddressHash: null });
    if (busy.size > 0)
      await queue.enqueue(db, deliverGiftJob, { orderId }, { startAfterSeconds: RETRY_SECONDS });
  });
}

async function isRecipient(tx: Pick<Tx, 'db' | 'config' | 'privacyKeys'>, order: OrderRow, userId: number) {
  if (!((await findRecipient(tx, order)) === userId || (await isHiddenRecipient(tx, order, userId))))
    return false;
  const [verifications] = await findVerifications(tx, [userId]);
  return verifications?.hasAddress === true;
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

/** By then the mail of a gift that was just paid has left, or waits for its next try. */
const MAIL_AFTER_SECONDS = 10 * 60;

function hashGiftAddress({ privacyKeys }: Pick<Tx, 'privacyKeys'>, email: string): [Buffer, ...Buffer[]] {
  return hashWithKeys(privacyKeys, `gift ${email.toLowerCase()}`);
}

const encryptedFor = (orderId: number) => `gift ${orderId}`;

export function openGiftAddress(
  { privacyKeys }: Pick<Tx, 'privacyKeys'>,
  { id, giftEncryptedAddress }: { id: number; giftEncryptedAddress: Buffer | null },
): string | undefined {
  return giftEncryptedAddress ? decryptText(privacyKeys, giftEncryptedAddress, encryptedFor(id)) : undefined;
}

/**
 * Erases the addresses that a leaving buyer entered. A gift that waits keeps the account of its recipient, or a keyed hash
 * that the recipient's log-in is compared with. The encrypted address stays until the mail about the gift is sent.
 */
export async function hideGiftsBy(tx: Pick<Tx, 'db' | 'queue' | 'config' | 'privacyKeys'>, userId: number) {
  const { db, queue, privacyKeys } = tx;
  const hidden = { giftEmail: null, giftMessage: null };
  for (const { id, giftEmail, giftUser, giftDeliveredAt, paidAt } of await listGiftsBy(db, userId)) {
    const email = paidAt === null ? null : giftEmail;
    if (email === null) {
      await saveGift(db, id, { ...hidden, giftAddressHash: null, giftEncryptedAddress: null });
      continue;
    }
    const recipient = giftUser ?? (await findVerifiedAccount(tx, email));
    const isWaiting = giftDeliveredAt === null && recipient === null;
    await saveGift(db, id, {
      ...hidden,
      giftUser: recipient,
      giftAddressHash: isWaiting ? hashGiftAddress(tx, email)[0] : null,
      giftEncryptedAddress: encryptText(privacyKeys, email, encryptedFor(id)),
    });
    await queue.enqueue(db, mailGiftJob, { orderId: id }, { startAfterSeconds: MAIL_AFTER_SECONDS });
  }
}

/** The recipient leaves: gifts to them keep no address. */
export async function eraseGiftsTo(
  tx: Pick<Tx, 'db' | 'privacyKeys'>,
  { userId, email }: { userId: number; email: string | null },
): Promise<void> {
  const address = email === null ? null : { email, hashes: hashGiftAddress(tx, email) };
  await forgetGiftsTo(tx.db, { userId, address });
}

async function findVerifiedAccount(tx: Pick<Tx, 'db' | 'config'>, email: string): Promise<number | null> {
  const userId = (await accountsByEmail(tx.db, [email])).get(email.toLowerCase());
  if (userId === undefined) return null;
  const [verifications] = await findVerifications(tx, [userId]);
  return verifications?.hasAddress ? userId : null;
}

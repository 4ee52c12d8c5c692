import type { Tx } from '#server/context.ts';
import { accountsByEmail } from '#server/modules/accounts/find-accounts.ts';
import { findProofs } from '#server/modules/accounts/find-proofs.ts';
import { hashWithKeys } from '#server/platform/key-ring.ts';
import { openSealedText, sealText } from '#server/platform/seal.ts';
import { forgetGiftsTo, listGiftsBy, saveHiddenAddress } from './gifts.queries.ts';
import { mailGiftJob } from './job-definitions.ts';

/** By then the mail of a gift that was just paid has left, or waits for its next try. */
const MAIL_AFTER_SECONDS = 10 * 60;

export function hashGiftAddress(
  { privacyKeys }: Pick<Tx, 'privacyKeys'>,
  email: string,
): [Buffer, ...Buffer[]] {
  return hashWithKeys(privacyKeys, `gift ${email.toLowerCase()}`);
}

const sealedFor = (orderId: number) => `gift ${orderId}`;

export function openGiftAddress(
  { privacyKeys }: Pick<Tx, 'privacyKeys'>,
  { id, giftSealedAddress }: { id: number; giftSealedAddress: Buffer | null },
): string | undefined {
  return giftSealedAddress ? openSealedText(privacyKeys, giftSealedAddress, sealedFor(id)) : undefined;
}

/**
 * Erases the addresses that a leaving buyer entered. A gift that waits keeps the account of its recipient, or a keyed hash
 * that the recipient's log-in is compared with. The sealed address stays until the mail about the gift is sent.
 */
export async function hideGiftsBy(
  tx: Pick<Tx, 'db' | 'queue' | 'config' | 'privacyKeys'>,
  userId: number,
): Promise<void> {
  const { db, queue, privacyKeys } = tx;
  for (const { id, giftEmail, giftUser, giftDeliveredAt, isPaid } of await listGiftsBy(db, userId)) {
    const email = isPaid ? giftEmail : null;
    if (email === null) {
      await saveHiddenAddress(db, id, { giftUser, giftAddressHash: null, giftSealedAddress: null });
      continue;
    }
    const recipient = giftUser ?? (await findProvenAccount(tx, email));
    const isWaiting = giftDeliveredAt === null && recipient === null;
    await saveHiddenAddress(db, id, {
      giftUser: recipient,
      giftAddressHash: isWaiting ? hashGiftAddress(tx, email)[0] : null,
      giftSealedAddress: sealText(privacyKeys, email, sealedFor(id)),
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

async function findProvenAccount(tx: Pick<Tx, 'db' | 'config'>, email: string): Promise<number | null> {
  const userId = (await accountsByEmail(tx.db, [email])).get(email.toLowerCase());
  if (userId === undefined) return null;
  const [proofs] = await findProofs(tx, [userId]);
  return proofs?.hasAddress ? userId : null;
}

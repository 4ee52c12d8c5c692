import { z } from 'zod';
import type { I18n } from '#contract/i18n.ts';
import type { Context, Tx } from '#server/context.ts';
import { signLinks } from '#server/modules/accounts/links.ts';
import { albumMailCard } from '#server/modules/images/mail-cover.ts';
import { mailNotification } from '#server/modules/notifications/deliver-message.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { mailMessages } from '#server/modules/settings/mail-messages.ts';
import type { MailCard } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { type AddressKind, readAddress, signAddress } from '#server/platform/security/signed-address.ts';
import { composeSaleMail } from './compose-sale-mail.ts';
import { findOffer, type Offer } from './find-offer.ts';
import { findReader } from './may-remind.ts';
import type { WantedItem } from './reminders.rules.ts';
import { endMail, findSaleMail, listItems, markMailOpened } from './sale-mails.queries.ts';

export const sendSaleMailJob = defineJob({
  name: 'reminders.send',
  payload: z.object({ mailId: z.int() }),
});

/** A click is counted for one to two months. */
const CLICK: AddressKind = { purpose: 'sale mail', stepSeconds: 30 * 24 * 3600 };
const MAX_CARDS = 3;

/** Asks everything again, because hours may pass before a mail is sent. What was bought meanwhile is not named. */
export async function sendSaleMail(context: Context, mailId: number): Promise<void> {
  const { db, clock } = context;
  const mail = await findSaleMail(db, mailId);
  if (!mail || mail.sentAt !== null || mail.droppedAt !== null) return;
  const { last_days_before: daysBefore } = await getSettings(context);
  const person = await findReader(context, mail);
  const found = person && (await findOffer(context, { ...mail, daysBefore }));
  const offer = found && onlyItems(found, await listItems(db, mailId));
  if (!person || !offer) return endMail(db, mailId, { droppedAt: clock.now() });
  const words = await mailMessages(context, person.language);
  const { i18n } = words;
  const sign = await signLinks(context, {
    userId: mail.userId,
    about: i18n.t('Photos you can still buy'),
  });
  const content = composeSaleMail(mail.kind, offer, {
    firstName: person.firstName,
    words,
    cards: await loadCards(context, offer, i18n),
    sign,
    click: signClick(context, mailId),
  });
  await mailNotification(context, {
    key: `sale-mail-${mailId}`,
    isOnce: true,
    kind: 'reminder',
    person,
    content,
    sign,
  });
  await endMail(db, mailId, { sentAt: clock.now() });
}

/** Returns the token that the links of a mail carry. */
export function signClick(signer: Parameters<typeof signAddress>[0], mailId: number): string {
  return signAddress(signer, CLICK, mailId);
}

/** Counts the first click of a mail. A token that is not ours is ignored, so that nobody learns anything from it. */
export async function openSaleMail(tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>, token: string): Promise<void> {
  const mailId = readAddress(tx, CLICK, token);
  if (mailId !== undefined) await markMailOpened(tx.db, mailId, tx.clock.now());
}

function onlyItems(offer: Offer, planned: readonly WantedItem[]): Offer | undefined {
  const items = offer.items.filter((item) =>
    planned.some(({ albumId, imageId }) => albumId === item.albumId && imageId === item.imageId),
  );
  const albums = offer.albums.filter(({ albumId }) => items.some((item) => item.albumId === albumId));
  return items.length > 0 ? { ...offer, items, albums } : undefined;
}

async function loadCards(context: Context, { albums }: Offer, i18n: I18n): Promise<MailCard[]> {
  const cards: MailCard[] = [];
  for (const { albumId } of albums.slice(0, MAX_CARDS)) {
    const card = await albumMailCard(context, { albumId, i18n });
    if (card) cards.push(card);
  }
  return cards;
}

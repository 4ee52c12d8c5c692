import { z } from 'zod';
import type { I18n } from '#contract/i18n.ts';
import type { Context, Tx } from '#server/context.ts';
import { type SignPath, signLinks } from '#server/modules/accounts/links.ts';
import { albumMailCard } from '#server/modules/images/mail-cover.ts';
import { mailNotification } from '#server/modules/notifications/deliver-message.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { type MailMessages, mailMessages } from '#server/modules/settings/mail-messages.ts';
import { formatDay } from '#server/platform/languages/i18n.ts';
import type { MailCard, MailContent } from '#server/platform/mail/template.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { type AddressKind, readAddress, signAddress } from '#server/platform/security/signed-address.ts';
import { findOffer, findReader, type Offer } from './find-offer.ts';
import { type SaleMailKind, type WantedItem, wordsFor } from './reminders.rules.ts';
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

const MAX_LINES = 10;
const DAY = { month: 'short', day: 'numeric' } as const;

type Around = {
  firstName: string;
  words: MailMessages;
  cards: MailCard[];
  sign: SignPath;
  /** The page of the link counts it. */
  click: string;
};

/** The subject names the event and no person. */
function composeSaleMail(
  kind: SaleMailKind,
  { event, albums }: Offer,
  { firstName, words, cards, sign, click }: Around,
): MailContent {
  const { i18n } = words;
  const [first] = albums;
  const path = albums.length === 1 && first ? `/user-album/${first.albumId}` : `/events/${event.id}`;
  const lines = albums
    .map(({ team, wanted }) => ({ team, wanted: wordsFor(i18n, wanted) }))
    .filter(({ wanted }) => wanted !== '')
    .slice(0, MAX_LINES)
    .map(({ team, wanted }) => `${team}: ${wanted}`);
  return {
    title:
      kind === 'reminder'
        ? i18n.t('Your photos from {event} are waiting', { event: event.name })
        : i18n.t('Last days for photos from {event}', { event: event.name }),
    greeting: words.greet(firstName),
    opening: words.introOf('reminder'),
    paragraphs: [
      kind === 'reminder'
        ? i18n.t('You picked out some photos but haven’t bought them yet. They’re still here for you.')
        : i18n.t('The photos from this event won’t be for sale much longer.'),
      ...(event.archive_date === null
        ? []
        : [i18n.t('You can get them until {day}.', { day: formatDay(i18n, event.archive_date, DAY) })]),
      ...lines,
    ],
    cards,
    button: { label: i18n.t('See the photos'), url: sign(`${path}?mail=${click}`) },
    note: i18n.t('We send this once per event.'),
  };
}

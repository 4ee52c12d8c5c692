import { describeDay } from '#contract/rules/pricing.ts';
import type { SignPath } from '#server/modules/accounts/links.ts';
import type { MailMessages } from '#server/modules/settings/mail-messages.ts';
import type { MailCard, MailContent } from '#server/platform/mail/template.ts';
import type { Offer } from './find-offer.ts';
import type { SaleMailKind } from './reminders.rules.ts';

const MAX_LINES = 10;

type Around = {
  firstName: string;
  words: MailMessages;
  cards: MailCard[];
  sign: SignPath;
  /** The page of the link counts it. */
  click: string;
};

/** The subject names the event and no person. */
export function composeSaleMail(
  kind: SaleMailKind,
  { event, albums }: Offer,
  { firstName, words, cards, sign, click }: Around,
): MailContent {
  const lastDay = event.archive_date === null ? undefined : describeDay(event.archive_date);
  const [first] = albums;
  const path = albums.length === 1 && first ? `/user-album/${first.albumId}` : `/events/${event.id}`;
  const lines = albums
    .filter((album) => album.words !== '')
    .slice(0, MAX_LINES)
    .map((album) => `${album.team}: ${album.words}.`);
  return {
    title:
      kind === 'reminder'
        ? `Your photos of ${event.name} are waiting`
        : `Last days for photos of ${event.name}`,
    greeting: words.greet(firstName),
    opening: words.introOf('reminder'),
    paragraphs: [
      kind === 'reminder'
        ? 'You picked photos at this event and have not bought them yet. They are still here for you.'
        : 'The photos of this event leave the shop soon.',
      ...(lastDay ? [`They can be bought until ${lastDay}.`] : []),
      ...lines,
    ],
    cards,
    button: { label: 'See the photos', url: sign(`${path}?mail=${click}`) },
    note: 'We send this once per event.',
  };
}

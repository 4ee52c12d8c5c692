import type { SignPath } from '#server/modules/accounts/links.ts';
import type { MailMessages } from '#server/modules/settings/mail-messages.ts';
import { formatDay } from '#server/platform/languages/i18n.ts';
import type { MailCard, MailContent } from '#server/platform/mail/template.ts';
import type { Offer } from './find-offer.ts';
import { type SaleMailKind, wordsFor } from './reminders.rules.ts';

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
export function composeSaleMail(
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
        ? i18n.t('You picked out some photos and didn’t get them yet. They’re still here for you.')
        : i18n.t('The photos from this event leave the shop soon.'),
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

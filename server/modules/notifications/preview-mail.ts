import type { MailPreviewRequest, SiteSettings } from '#contract/endpoints/settings.ts';
import type { I18n } from '#contract/i18n.ts';
import type { NotificationKind } from '#contract/rules/notifications.ts';
import type { Tx } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-people.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { type MailMessages, mailMessagesOf } from '#server/modules/settings/mail-messages.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { composeMail, type MailCard, type MailContent } from '#server/platform/mail/template.ts';

/** Receipts belong to `orders`, which depends on this module, so app.ts passes in its sample. */
export type SampleReceipt = (firstName: string, words: MailMessages) => MailContent;

type Previews = Pick<Tx, 'db' | 'log' | 'config'> & { sampleReceipt: SampleReceipt };
type Preview = { subject: string; html: string; text: string };

export async function previewMail(tx: Previews, actor: Actor, request: MailPreviewRequest): Promise<Preview> {
  return compose(tx, request, (await getReader(tx, actor)).firstName);
}

/** Sends the preview to the person who asked for it and to nobody else. */
export async function sendPreviewMail(
  tx: Previews & Pick<Tx, 'mail'>,
  actor: Actor,
  { request, key }: { request: MailPreviewRequest; key: string },
): Promise<{ to: string }> {
  const reader = await getReader(tx, actor);
  const preview = await compose(tx, request, reader.firstName);
  await tx.mail.send({ key: `mail-preview-${key}`, to: reader.email, purpose: 'asked', ...preview });
  return { to: reader.email };
}

async function getReader({ db }: Pick<Tx, 'db'>, actor: Actor) {
  const reader = await findAddressee(db, actor.userId);
  if (!reader) throw new AppError('not_found');
  return reader;
}

async function compose(
  tx: Previews,
  { kind, ...typed }: MailPreviewRequest,
  firstName: string,
): Promise<Preview> {
  const words = mailMessagesOf(tx, { ...(await getSettings(tx)), ...withoutGaps(typed) }, 'en');
  const content =
    kind === 'receipt'
      ? tx.sampleReceipt(firstName, words)
      : contentOf(kind, [SAMPLES[kind]], { firstName }, words);
  return { subject: content.title, ...composeMail(content, words.frame) };
}

function withoutGaps(typed: Record<string, string | undefined>): Partial<SiteSettings> {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
}

const SAMPLE_TEAM = 'Sample Gym Comets';

const SAMPLES: Record<NotificationKind, NotificationItem> = {
  album_published: {
    title: `Photos of ${SAMPLE_TEAM} are up`,
    line: `${SAMPLE_TEAM}, Senior Level 4`,
    path: '/',
  },
  athlete_found: {
    title: 'New photos of your athlete',
    line: `We think we found your athlete in new photos of ${SAMPLE_TEAM}.`,
    path: '/MyAthlete',
  },
  pool: {
    title: 'Your group order is complete',
    line: `All shares for the photos of ${SAMPLE_TEAM} are paid. Everyone who joined can download them now.`,
    path: '/OpenOrders',
  },
  zip_ready: {
    title: 'Your album is ready to download',
    line: `${SAMPLE_TEAM}: every photo in full size, in one file.`,
    path: '/MyAlbums',
  },
  report_handled: {
    title: 'We looked at the photo you reported',
    line: 'Thank you for telling us. We took the photo down, and nobody can see it anymore.',
    path: '/',
  },
  reminder: {
    title: 'Your photos from the Sample Classic are waiting',
    line: `${SAMPLE_TEAM}: 3 favorites and 1 photo in your cart`,
    path: '/',
  },
};

const MAX_LINES = 20;
const MAX_CARDS = 3;

type NotificationItem = {
  title: string;
  line: string;
  path: string;
  albumId?: number | null;
  card?: MailCard | undefined;
};
/** Makes an address of a path, with a secret that logs its reader in. */
type Sign = (path: string) => string;

export function contentOf(
  kind: NotificationKind,
  notification: NotificationItem[],
  { firstName }: { firstName: string },
  words: MailMessages,
  sign: Sign = (path) => `${words.frame.siteUrl}${path}`,
): MailContent {
  const { i18n } = words;
  const { title, path } = headlineOf(kind, notification, words);
  const shown = notification.slice(0, MAX_LINES);
  const cards = shown.flatMap(({ card }) => card ?? []).slice(0, MAX_CARDS);
  // A card names the album; the sentence is added only if the mail is about one thing.
  const lines = shown.flatMap(({ card, line }) =>
    card && cards.includes(card) && (kind === 'album_published' || notification.length > 1) ? [] : [line],
  );
  const lead =
    kind === 'album_published' ? [i18n.t('Have a look while the music is still in your head.')] : [];
  const rest = notification.length - shown.length;
  return {
    title,
    greeting: words.greet(firstName),
    opening: words.introOf(kind),
    paragraphs: [...lead, ...lines, ...(rest > 0 ? [i18n.t('And {count} more.', { count: rest })] : [])],
    cards,
    button: {
      label: notification.length > 1 ? i18n.t('See them all') : buttonOf(kind, words),
      url: sign(path),
    },
  };
}

function buttonOf(kind: NotificationKind, { i18n, siteName }: MailMessages): string {
  switch (kind) {
    case 'album_published':
    case 'athlete_found':
    case 'reminder':
      return i18n.t('See the photos');
    case 'pool':
      return i18n.t('Open the group order');
    case 'zip_ready':
      return i18n.t('Download the album');
    case 'report_handled':
      return i18n.t('Open {siteName}', { siteName });
  }
}

/**
 * The log-in page shows this about the mail. It has no title, because titles may name people who can ask to be
 * forgotten.
 */
export function aboutOf(
  i18n: I18n,
  kind: NotificationKind,
  [first]: Pick<NotificationItem, 'title'>[],
): string {
  switch (kind) {
    case 'album_published':
      return first?.title ?? i18n.t('New photos of your teams');
    case 'athlete_found':
      return i18n.t('New photos of your athlete');
    case 'pool':
      return i18n.t('Your group order');
    case 'zip_ready':
      return i18n.t('Your album is ready to download');
    case 'report_handled':
      return i18n.t('The photo you reported');
    case 'reminder':
      return i18n.t('Photos you can still buy');
  }
}

export function textOf(
  kind: NotificationKind,
  notification: NotificationItem[],
  words: MailMessages,
): string {
  const { title, path } = headlineOf(kind, notification, words);
  return `${words.siteName}: ${title} ${words.frame.siteUrl}${path}`;
}

/** A digest counts the notifications of a kind instead of naming them once there is more than one. */
export function headlineOf(
  kind: NotificationKind,
  notification: NotificationItem[],
  { i18n, siteName }: MailMessages,
): { title: string; path: string } {
  const [first] = notification;
  const count = notification.length;
  if (kind === 'album_published' && count > 1)
    return { title: i18n.t('{count} new albums from your teams are up', { count }), path: '/' };
  if (kind === 'athlete_found' && count > 1) {
    // Two athletes may be in the same album.
    const albums = new Set(notification.map(({ albumId }) => albumId)).size;
    const words = i18n.t('We think we found your athletes in {count} albums', { count: albums });
    return { title: albums > 1 || !first ? words : first.title, path: '/MyAthlete' };
  }
  return { title: first?.title ?? i18n.t('News from {siteName}', { siteName }), path: first?.path ?? '/' };
}

import type { MailPreviewRequest, SiteSettings } from '#contract/endpoints/settings.ts';
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
  const words = mailMessagesOf(tx, { ...(await getSettings(tx)), ...withoutGaps(typed) });
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

const SAMPLES: Record<NotificationKind, { title: string; line: string; path: string }> = {
  album_published: {
    title: `New photos of ${SAMPLE_TEAM}`,
    line: `${SAMPLE_TEAM}, Senior Level 4, at the Sample Classic: 214 photos are online.`,
    path: '/',
  },
  athlete_found: {
    title: 'New photos of Sam',
    line: `We found Sam in new photos of ${SAMPLE_TEAM}.`,
    path: '/MyAthlete',
  },
  pool: {
    title: 'Your shared order is complete',
    line: `All shares of the photos of ${SAMPLE_TEAM} are paid. Everyone who took a share now owns the albums.`,
    path: '/OpenOrders',
  },
  zip_ready: {
    title: 'Your album is ready to download',
    line: `${SAMPLE_TEAM}: every photo in full size, in one file.`,
    path: '/MyAlbums',
  },
  report_handled: {
    title: 'We looked at the photo you reported',
    line: 'Thank you for telling us. The photo has been removed, and nobody can see it anymore.',
    path: '/',
  },
  reminder: {
    title: 'Your photos of the Sample Classic are waiting',
    line: `${SAMPLE_TEAM}: 3 favorites, 1 photo in your cart.`,
    path: '/',
  },
};

const MAX_LINES = 20;
const MAX_CARDS = 3;

type NotificationItem = { title: string; line: string; path: string; card?: MailCard | undefined };
/** Makes an address of a path, with a secret that logs its reader in. */
type Sign = (path: string) => string;

/** Kinds without an entry get a button that opens the site. */
const BUTTONS: Partial<Record<NotificationKind, string>> = {
  album_published: 'Open the album',
  athlete_found: 'See the photos',
  pool: 'Open the order',
  zip_ready: 'Download',
  reminder: 'See the photos',
};

const GATHERED: Partial<Record<NotificationKind, { title: (count: number) => string; path: string }>> = {
  album_published: { title: (count) => `${count} new albums of your teams`, path: '/' },
  athlete_found: { title: (count) => `Your athletes were found in ${count} albums`, path: '/MyAthlete' },
};

export function contentOf(
  kind: NotificationKind,
  notification: NotificationItem[],
  { firstName }: { firstName: string },
  words: MailMessages,
  sign: Sign = (path) => `${words.frame.siteUrl}${path}`,
): MailContent {
  const { title, path } = headlineOf(kind, notification, words);
  const shown = notification.slice(0, MAX_LINES);
  const cards = shown.flatMap(({ card }) => card ?? []).slice(0, MAX_CARDS);
  // A card says more than its line, which is kept where the line names somebody.
  const lines = shown.flatMap(({ card, line }) =>
    card && cards.includes(card) && kind === 'album_published' ? [] : [line],
  );
  const rest = notification.length - shown.length;
  return {
    title,
    greeting: words.greet(firstName),
    opening: words.introOf(kind),
    paragraphs: [...lines, ...(rest > 0 ? [`And ${rest} more.`] : [])],
    cards,
    button: {
      label: notification.length > 1 ? 'See them all' : (BUTTONS[kind] ?? `Open ${words.siteName}`),
      url: sign(path),
    },
  };
}

/** What the log-in page says about the mail. Titles may name other people, who can ask to be forgotten. */
export function aboutOf(kind: NotificationKind, [first]: Pick<NotificationItem, 'title'>[]): string {
  switch (kind) {
    case 'album_published':
      return first?.title ?? 'New photos of your teams';
    case 'athlete_found':
      return 'New photos of your athlete';
    case 'pool':
      return 'Your shared order';
    case 'zip_ready':
      return 'Your album is ready to download';
    case 'report_handled':
      return 'The photo you reported';
    case 'reminder':
      return 'Photos that you can still buy';
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

function headlineOf(
  kind: NotificationKind,
  notification: NotificationItem[],
  { siteName }: MailMessages,
): { title: string; path: string } {
  const [first] = notification;
  const gathered = GATHERED[kind];
  if (gathered && notification.length > 1)
    return { title: gathered.title(notification.length), path: gathered.path };
  return { title: first?.title ?? `News from ${siteName}`, path: first?.path ?? '/' };
}

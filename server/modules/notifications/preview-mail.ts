import type { MailPreviewRequest, SiteSettings } from '#contract/endpoints/settings.ts';
import type { NotificationKind } from '#contract/rules/notification-settings.ts';
import type { Tx } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-people.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { type MailWords, mailWordsOf } from '#server/modules/settings/mail-words.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { composeMail, type MailContent } from '#server/platform/mail/template.ts';
import { contentOf } from './compose-message.ts';

/** Receipts belong to `orders`, which depends on this module, so app.ts passes in its sample. */
export type SampleReceipt = (firstName: string, words: MailWords) => MailContent;

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
  const words = mailWordsOf(tx, { ...(await getSettings(tx)), ...withoutGaps(typed) });
  const content =
    kind === 'receipt'
      ? tx.sampleReceipt(firstName, words)
      : contentOf(kind, [SAMPLE_NEWS[kind]], { firstName }, words);
  return { subject: content.title, ...composeMail(content, words.frame) };
}

function withoutGaps(typed: Record<string, string | undefined>): Partial<SiteSettings> {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
}

const SAMPLE_TEAM = 'Sample Gym Comets';

const SAMPLE_NEWS: Record<NotificationKind, { title: string; line: string; path: string }> = {
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

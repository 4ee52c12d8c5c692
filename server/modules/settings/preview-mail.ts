import type { MailPreviewRequest, SiteSettings } from '#contract/endpoints/settings.ts';
import type { NotificationKind } from '#contract/rules/notification-settings.ts';
import type { Context } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { contentOf } from '#server/modules/notifications/compose-message.ts';
import { receiptContent } from '#server/modules/orders/receipts/content.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { composeMail, type MailContent } from '#server/platform/mail/template.ts';
import { takeHits } from '#server/platform/rate-limit.ts';
import { getSettings } from './get-settings.ts';
import { type MailWords, mailWordsOf } from './mail-words.ts';

type World = Pick<Context, 'db' | 'log' | 'config' | 'clock' | 'mail'>;
type Preview = { subject: string; html: string; text: string };

const SENDINGS = { max: 10, perMinutes: 60 };

/** To whoever looks at it, with news that never happened. */
export async function previewMail(
  world: Pick<World, 'db' | 'log' | 'config'>,
  actor: Actor,
  request: MailPreviewRequest,
): Promise<Preview> {
  const reader = await findAddressee(world.db, actor.userId);
  if (!reader) throw new AppError('not_found');
  return compose(world, request, reader.firstName);
}

/** Only ever to the address of whoever asks. */
export async function sendPreviewMail(
  world: World,
  actor: Actor,
  { request, key }: { request: MailPreviewRequest; key: string },
): Promise<{ to: string }> {
  const reader = await findAddressee(world.db, actor.userId);
  if (!reader) throw new AppError('not_found');
  await takeHits(world, [{ key: `mail-preview:${actor.userId}`, ...SENDINGS }]);
  const preview = await compose(world, request, reader.firstName);
  await world.mail.send({ key: `mail-preview-${key}`, to: reader.email, purpose: 'asked', ...preview });
  return { to: reader.email };
}

async function compose(
  world: Pick<World, 'db' | 'log' | 'config'>,
  { kind, ...typed }: MailPreviewRequest,
  firstName: string,
): Promise<Preview> {
  const saved = await getSettings(world);
  const words = mailWordsOf(world, { ...saved, ...withoutGaps(typed) });
  const content = contentFor(kind, firstName, words);
  return { subject: content.title, ...composeMail(content, words.frame) };
}

function withoutGaps(typed: Record<string, string | undefined>): Partial<SiteSettings> {
  return Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
}

function contentFor(kind: MailPreviewRequest['kind'], firstName: string, words: MailWords): MailContent {
  if (kind === 'receipt') return receiptContent(SAMPLE_RECEIPT, firstName, words);
  return contentOf(kind, [SAMPLE_NEWS[kind]], { firstName }, words);
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
    line: `Sam was found in new photos of ${SAMPLE_TEAM}.`,
    path: '/MyAthlete',
  },
  pool: {
    title: 'Your shared order is complete',
    line: `All shares of the photos of ${SAMPLE_TEAM} are taken and paid. Everyone who took one has the albums now.`,
    path: '/OpenOrders',
  },
  zip_ready: {
    title: 'Your album is ready to download',
    line: `${SAMPLE_TEAM}: every photo in full size, in one file.`,
    path: '/MyAlbums',
  },
  report_handled: {
    title: 'We looked at the photo you reported',
    line: 'Thank you for telling us. The photo has been removed: nobody sees it any more.',
    path: '/',
  },
};

const SAMPLE_RECEIPT: Parameters<typeof receiptContent>[0] = {
  number: 1001,
  order_key: 'sample',
  lines: [
    {
      id: 1,
      description: 'Digital Performance Album',
      team: SAMPLE_TEAM,
      event: 'Sample Classic',
      price: 13_965,
      refunded: 0,
    },
  ],
  credit: 0,
  discount: 0,
  coupon_code: null,
  tax: 0,
  tax_name: '',
  total: 13_965,
  payments: [],
  is_pool: false,
};

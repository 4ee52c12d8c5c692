import type { z } from 'zod';
import type { Context } from '#server/context.ts';
import { findAddressee } from '#server/modules/accounts/find-addressee.ts';
import { albumsById, type CatalogueWorld } from '#server/modules/catalogue/browse-albums.ts';
import { wantsNotification } from '#server/modules/notifications/wants-notification.ts';
import { composeMail } from '#server/platform/mail/template.ts';
import { findOrder, listLines } from './orders.queries.ts';
import type { PoolNews, tellPoolJob } from './pool-work.ts';

type News = z.output<typeof tellPoolJob.payload>;
type Words = { subject: string; paragraphs: string[]; label: string };

/** News of a pool, to one person, if they want to hear of it. A job that runs twice sends it once. */
export async function mailPoolNews(context: Context, told: News): Promise<void> {
  const { db, config, mail } = context;
  const order = await findOrder(db, { id: told.orderId });
  const user = await findAddressee(db, told.userId);
  if (!order || !user || !(await wantsNotification(db, told.userId, 'pool', 'email'))) return;
  const what = await describeOrder(context, order.id, told.userId);
  const { subject, paragraphs, label } = WORDS[told.news](told, what);
  const url = `${config.publicUrl}/checkout/${order.key}`;
  const content = composeMail(
    {
      title: subject,
      paragraphs: [`Hello ${user.firstName},`, ...paragraphs],
      button: { label, url },
    },
    { siteUrl: config.publicUrl, postalAddress: config.mail.postalAddress },
  );
  const key = `pool-${told.news}-${order.id}-${told.userId}-${told.occasion.replaceAll(':', '')}`;
  await mail.send({ key, to: user.email, subject, ...content });
}

/** The teams whose albums are shared, as a person would say it. */
export async function describeOrder(
  context: CatalogueWorld,
  orderId: number,
  userId: number,
): Promise<string> {
  const lines = await listLines(context.db, [orderId]);
  const albumIds = lines.map((line) => line.albumId);
  const albums = await albumsById(context, albumIds, userId);
  const teams = albumIds.flatMap((albumId) => {
    const album = albums.get(albumId)?.album;
    return album ? [[album.program_name, album.team_name].filter(Boolean).join(' ')] : [];
  });
  const [first = 'an order', ...others] = [...new Set(teams)];
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

const NO_CHARGE =
  'No card was charged, and every hold was released. Your bank may show it for a few days more.';

const WORDS: Record<PoolNews, (told: News, what: string) => Words> = {
  joined: ({ who }, what) => ({
    subject: `${who || 'Someone'} joined your shared order`,
    paragraphs: [
      `${who || 'Someone'} has taken a share of the photos of ${what}.`,
      'Cards are charged when the last share is taken, and not before.',
    ],
    label: 'See who is in',
  }),
  fell_out: (_told, what) => ({
    subject: 'Your card could not be charged',
    paragraphs: [
      `Your bank has given back the hold for your share of the photos of ${what}, so the share is free again.`,
      'You were not charged. Take the share again with this or another card, if it is still there.',
    ],
    label: 'Take the share again',
  }),
  covering: (_told, what) => ({
    subject: 'A share is free again',
    paragraphs: [
      `Everyone had joined the shared order for the photos of ${what}, but one card could not be charged.`,
      'Anyone can take the free share within a day. If nobody does, everyone who was charged gets all of it back.',
    ],
    label: 'Take the free share',
  }),
  filled: (_told, what) => ({
    subject: 'Your shared order is complete',
    paragraphs: [
      `All shares of the photos of ${what} are taken and paid. Everyone who took one has the albums now.`,
    ],
    label: 'Open the order',
  }),
  released: ({ wasPaidBack }, what) => ({
    subject: 'The shared order has ended',
    paragraphs: [
      `The shared order for the photos of ${what} has ended before every share was paid.`,
      wasPaidBack ? 'What your card was charged is on its way back to it, in full.' : NO_CHARGE,
    ],
    label: 'Open the order',
  }),
};

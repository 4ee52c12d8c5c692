import type { z } from 'zod';
import { type Context, inTransaction } from '#server/context.ts';
import { albumsById, type CatalogueWorld } from '#server/modules/catalogue/browse-albums.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { findOrder, listLines } from '#server/modules/orders/order/orders.queries.ts';
import type { PoolNews, tellPoolJob } from './job-definitions.ts';

type News = z.output<typeof tellPoolJob.payload>;
type Words = { subject: string; paragraphs: string[] };

/** News of a pool, to one person, as they want to hear of it. A job that runs twice tells it once. */
export async function tellPoolNews(context: Context, told: News): Promise<void> {
  const order = await findOrder(context.db, { id: told.orderId });
  if (!order) return;
  const what = await describeOrder(context, order.id, told.userId);
  const { subject, paragraphs } = WORDS[told.news](told, what);
  await inTransaction(context, (tx) =>
    notify(tx, told.userId, {
      kind: 'pool',
      subject: `${told.news}:${order.id}:${told.occasion}`,
      title: subject,
      line: paragraphs.join(' '),
      path: `/checkout/${order.key}`,
    }),
  );
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
  }),
  fell_out: (_told, what) => ({
    subject: 'Your card could not be charged',
    paragraphs: [
      `Your bank has given back the hold for your share of the photos of ${what}, so the share is free again.`,
      'You were not charged. Take the share again with this or another card, if it is still there.',
    ],
  }),
  covering: (_told, what) => ({
    subject: 'A share is free again',
    paragraphs: [
      `Everyone had joined the shared order for the photos of ${what}, but one card could not be charged.`,
      'Anyone can take the free share within a day. If nobody does, everyone who was charged gets all of it back.',
    ],
  }),
  filled: (_told, what) => ({
    subject: 'Your shared order is complete',
    paragraphs: [
      `All shares of the photos of ${what} are taken and paid. Everyone who took one has the albums now.`,
    ],
  }),
  released: ({ wasPaidBack }, what) => ({
    subject: 'The shared order has ended',
    paragraphs: [
      `The shared order for the photos of ${what} has ended before every share was paid.`,
      wasPaidBack ? 'What your card was charged is on its way back to it, in full.' : NO_CHARGE,
    ],
  }),
};

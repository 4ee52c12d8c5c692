import { z } from 'zod';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { findOrder, listLines, type OrderRow } from '#server/modules/orders/orders.ts';
import type { Db } from '#server/platform/database/database.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { listMemberIds } from './pools.queries.ts';

const ofOrder = z.object({ orderId: z.int() });

export const chargePoolJob = defineJob({ name: 'orders.charge-pool', payload: ofOrder });
/** Releases the holds of members who left and of pools that ended, and refunds what was charged. */
export const releaseHoldsJob = defineJob({ name: 'orders.release-holds', payload: ofOrder });
export const closePoolJob = defineJob({ name: 'orders.close-pool', payload: ofOrder });

const POOL_MESSAGES = ['joined', 'fell_out', 'covering', 'filled', 'released', 'withdrawn'] as const;
type PoolMessage = (typeof POOL_MESSAGES)[number];

/** The same message with another `occasion` is sent as a new message. */
export const notifyPoolJob = defineJob({
  name: 'orders.notify-pool',
  payload: z.object({
    message: z.enum(POOL_MESSAGES),
    orderId: z.int(),
    userId: z.int(),
    occasion: z.string().max(60),
    who: z.string().max(200).optional(),
    wasPaidBack: z.boolean().optional(),
    /** What is no longer for sale. */
    withdrawn: z.string().max(300).optional(),
    isOver: z.boolean().optional(),
  }),
});

/** Updates the open pages of the owner and of everyone who has or had a share. */
export async function notifyMembers(db: Db, order: OrderRow): Promise<void> {
  const memberIds = new Set([order.userId, ...(await listMemberIds(db, order.id))]);
  await publishLive(db, ...[...memberIds].map((to) => ({ to, kind: 'order' as const, subject: order.key })));
}

type News = z.output<typeof notifyPoolJob.payload>;
type Message = { subject: string; paragraphs: string[] };

/** The subject keeps a repeated job from notifying twice. */
export async function notifyPoolMember(context: Context, told: News): Promise<void> {
  const order = await findOrder(context.db, told.orderId);
  if (!order) return;
  const what = await describeOrder(context, order.id);
  const { subject, paragraphs } = MESSAGES[told.message](told, what);
  await inTransaction(context, (tx) =>
    notify(tx, told.userId, {
      kind: 'pool',
      subject: `${told.message}:${order.id}:${told.occasion}`,
      title: subject,
      line: paragraphs.join(' '),
      path: `/checkout/${order.key}`,
    }),
  );
}

/** For example "Bayline Cheer Tidal and 2 more". */
export async function describeOrder({ db }: Pick<Tx, 'db'>, orderId: number): Promise<string> {
  const albumIds = (await listLines(db, [orderId])).map((line) => line.albumId);
  const albums = await findSoldAlbums(db, albumIds);
  const teams = albumIds.flatMap((albumId) => albums.get(albumId)?.teamName ?? []);
  const [first = 'an order', ...others] = [...new Set(teams)];
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}

const REFUNDING = 'We are refunding your card in full. Banks usually take 5 to 10 days to show it.';
const NO_CHARGE =
  'You were not charged. If your card was held, the hold is being released. Your bank may show it for a few days.';

const MESSAGES: Record<PoolMessage, (told: News, what: string) => Message> = {
  joined: ({ who }, what) => ({
    subject: `${who || 'Someone'} joined your shared order`,
    paragraphs: [
      `${who || 'Someone'} took a share of the photos of ${what}.`,
      'Cards are charged only when the last share is taken.',
    ],
  }),
  fell_out: (_told, what) => ({
    subject: 'Your card could not be charged',
    paragraphs: [
      `Your bank released the hold for your share of the photos of ${what}, so the share is available again.`,
      'You were not charged. You can take the share again with this or another card, as long as it is available.',
    ],
  }),
  covering: (_told, what) => ({
    subject: 'A share is available again',
    paragraphs: [
      `Everyone had joined the shared order for the photos of ${what}, but one card could not be charged.`,
      'Anyone can take the share within a day. If nobody does, everyone who was charged gets a full refund.',
    ],
  }),
  filled: (_told, what) => ({
    subject: 'Your shared order is complete',
    paragraphs: [
      `All shares of the photos of ${what} are paid. Everyone who took a share now owns the albums.`,
    ],
  }),
  withdrawn: ({ withdrawn, isOver, wasPaidBack }, what) => ({
    subject: isOver ? 'The shared order has ended' : 'Your shared order has changed',
    paragraphs: [
      `${withdrawn ?? 'An album'} is no longer for sale and was left out of the shared order.`,
      wasPaidBack ? REFUNDING : NO_CHARGE,
      ...(isOver ? [] : [`The photos of ${what} can still be shared, at a lower price. Take a share again.`]),
    ],
  }),
  released: ({ wasPaidBack }, what) => ({
    subject: 'The shared order has ended',
    paragraphs: [
      `The shared order for the photos of ${what} ended before every share was paid.`,
      wasPaidBack ? REFUNDING : NO_CHARGE,
    ],
  }),
};

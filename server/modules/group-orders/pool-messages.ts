import { z } from 'zod';
import type { I18n } from '#contract/i18n.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { findOrder, listLines, type OrderRow } from '#server/modules/orders/orders.ts';
import type { Db } from '#server/platform/database/database.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { listMemberIds } from './pools.queries.ts';

/** One message names at most this many albums. */
export const MAX_NAMES = 100;

const ofOrder = z.object({ orderId: z.int() });

export const chargePoolJob = defineJob({ name: 'orders.charge-pool', payload: ofOrder });
/** Releases the holds of members who left and of pools that ended, and refunds what was charged. */
export const releaseHoldsJob = defineJob({ name: 'orders.release-holds', payload: ofOrder });
export const closePoolJob = defineJob({ name: 'orders.close-pool', payload: ofOrder });

const POOL_MESSAGES = ['joined', 'fell_out', 'covering', 'filled', 'released', 'withdrawn'] as const;
type PoolMessage = (typeof POOL_MESSAGES)[number];

/** A message with another `occasion` counts as a new one and is sent. */
export const notifyPoolJob = defineJob({
  name: 'orders.notify-pool',
  payload: z.object({
    message: z.enum(POOL_MESSAGES),
    orderId: z.int(),
    userId: z.int(),
    occasion: z.string().max(60),
    who: z.string().max(200).optional(),
    wasPaidBack: z.boolean().optional(),
    /** The items that are no longer for sale. */
    withdrawn: z.array(z.string()).max(MAX_NAMES).optional(),
    isOver: z.boolean().optional(),
  }),
});

/** Updates the open pages of the owner and of everyone who has or had a share. */
export async function notifyMembers(db: Db, order: OrderRow): Promise<void> {
  const memberIds = new Set([order.userId, ...(await listMemberIds(db, order.id))]);
  await publishLive(db, ...[...memberIds].map((to) => ({ to, kind: 'order' as const, subject: order.key })));
}

type PoolNotice = z.output<typeof notifyPoolJob.payload>;
/** The subject keeps a repeated job from notifying twice. */
export async function notifyPoolMember(context: Context, notice: PoolNotice): Promise<void> {
  const order = await findOrder(context.db, notice.orderId);
  if (!order) return;
  const teams = await teamsOf(context, order.id);
  const [albumId] = (await listLines(context.db, [order.id])).map((line) => line.albumId);
  await inTransaction(context, (tx) =>
    notify(tx, notice.userId, {
      kind: 'pool',
      subject: `${notice.message}:${order.id}:${notice.occasion}`,
      words: (i18n) => {
        const { title, sentences } = MESSAGES[notice.message](i18n, notice, nameTeams(i18n, teams));
        return { title, line: sentences.join(' ') };
      },
      path: `/checkout/${order.key}`,
      ...(albumId !== undefined && { albumId }),
    }),
  );
}

/** Example: "Bayline Cheer Tidal and 2 more". */
export async function describeOrder(tx: Pick<Tx, 'db'>, i18n: I18n, orderId: number): Promise<string> {
  return nameTeams(i18n, await teamsOf(tx, orderId));
}

async function teamsOf({ db }: Pick<Tx, 'db'>, orderId: number): Promise<string[]> {
  const albumIds = (await listLines(db, [orderId])).map((line) => line.albumId);
  const albums = await findSoldAlbums(db, albumIds);
  return [...new Set(albumIds.flatMap((albumId) => albums.get(albumId)?.teamName ?? []))];
}

function nameTeams(i18n: I18n, [first, ...others]: readonly string[]): string {
  if (first === undefined) return i18n.t('your team');
  return others.length === 0
    ? first
    : i18n.t('{team} and {count} more', { team: first, count: others.length });
}

type Message = { title: string; sentences: string[] };

const refunding = (i18n: I18n) =>
  i18n.t('We’re refunding your card in full. Banks usually take 5 to 10 days to show it.');
const notCharged = (i18n: I18n) =>
  i18n.t(
    'You weren’t charged. If there was a hold on your card, we’ve released it. Your bank may show it for a few more days.',
  );
const isOverTitle = (i18n: I18n) => i18n.t('Your group order has ended');

const MESSAGES: Record<PoolMessage, (i18n: I18n, notice: PoolNotice, teams: string) => Message> = {
  joined: (i18n, { who }, teams) => ({
    title: who
      ? i18n.t('{name} joined your group order', { name: who })
      : i18n.t('Someone joined your group order'),
    sentences: [
      who
        ? i18n.t('{name} joined the group order for the photos of {teams}.', { name: who, teams })
        : i18n.t('Someone joined the group order for the photos of {teams}.', { teams }),
      i18n.t('Nobody is charged until the last share is taken.'),
    ],
  }),
  fell_out: (i18n, _told, teams) => ({
    title: i18n.t('Your card didn’t go through'),
    sentences: [
      i18n.t(
        'Your bank released the hold for your share of the photos of {teams}, so that share is open again.',
        { teams },
      ),
      i18n.t('You weren’t charged. As long as the share is open, you can take it again with any card.'),
    ],
  }),
  covering: (i18n, _told, teams) => ({
    title: i18n.t('One share is open again'),
    sentences: [
      i18n.t(
        'Everyone had joined the group order for the photos of {teams}, but one card didn’t go through.',
        { teams },
      ),
      i18n.t(
        'Anyone can take that share within a day. If nobody does, everyone who was charged gets a full refund.',
      ),
    ],
  }),
  filled: (i18n, _told, teams) => ({
    title: i18n.t('Your group order is complete'),
    sentences: [
      i18n.t('All shares for the photos of {teams} are paid. Everyone who joined can download them now.', {
        teams,
      }),
    ],
  }),
  withdrawn: (i18n, { withdrawn, isOver, wasPaidBack }, teams) => ({
    title: isOver ? isOverTitle(i18n) : i18n.t('Your group order has changed'),
    sentences: [
      withdrawn?.length
        ? i18n.t(
            '{others, plural, =0 {{album} is no longer for sale, so we took it out of the group order.} one {{album} and one more album are no longer for sale, so we took them out of the group order.} other {{album} and # more albums are no longer for sale, so we took them out of the group order.}}',
            { album: withdrawn[0], others: withdrawn.length - 1 },
          )
        : i18n.t('An album is no longer for sale, so we took it out of the group order.'),
      wasPaidBack ? refunding(i18n) : notCharged(i18n),
      ...(isOver
        ? []
        : [
            i18n.t(
              'You can still get the photos of {teams} together, at a lower price. Take your share again.',
              { teams },
            ),
          ]),
    ],
  }),
  released: (i18n, { wasPaidBack }, teams) => ({
    title: isOverTitle(i18n),
    sentences: [
      i18n.t('The group order for the photos of {teams} ended before every share was taken.', { teams }),
      wasPaidBack ? refunding(i18n) : notCharged(i18n),
    ],
  }),
};

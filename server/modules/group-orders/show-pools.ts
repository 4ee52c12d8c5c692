import type { VisitedPool } from '#contract/endpoints/arriving.ts';
import type { AlbumOnly, Event } from '#contract/entities/album.ts';
import type { Pool } from '#contract/entities/order.ts';
import type { I18n } from '#contract/i18n.ts';
import { plainName } from '#contract/rules/accounts.ts';
import { performanceDays } from '#contract/rules/calendar-day.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import { shareAmountsCents } from '#contract/rules/orders.ts';
import { SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import type { Tx } from '#server/context.ts';
import { firstNamesOf } from '#server/modules/accounts/find-people.ts';
import { publicAlbums } from '#server/modules/catalogue/browse-albums.ts';
import { mailCoverUrl } from '#server/modules/images/mail-cover.ts';
import { findOrder, listLines, type OrderRef, type OrderRow } from '#server/modules/orders/orders.ts';
import { listDisputedMoney } from '#server/modules/payments/refunds.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { formatDay } from '#server/platform/languages/i18n.ts';
import type { MailCard } from '#server/platform/mail/template.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { describeOrder } from './pool-messages.ts';
import {
  findPool,
  listLiveShares,
  listOwnRefundSums,
  listPools,
  listRefundedShares,
  type PoolRow,
  type ShareRow,
} from './pools.queries.ts';

export async function showPools(
  { db }: Pick<Tx, 'db'>,
  userId: number,
  orders: OrderRow[],
): Promise<Map<number, Pool>> {
  const shared = orders.filter((order) => order.isPool);
  if (shared.length === 0) return new Map();
  const orderIds = shared.map((order) => order.id);
  const pools = new Map((await listPools(db, orderIds)).map((pool) => [pool.orderId, pool]));
  const shares = await listLiveShares(db, orderIds);
  const refunded = await listRefundedShares(db, orderIds);
  const own = await listOwnRefundSums(db, userId, orderIds);
  const disputed = await listDisputedMoney(db, orderIds);
  const memberIds = shares.map((share) => share.userId);
  const firstNames = await firstNamesOf(db, memberIds);
  return new Map(
    shared.flatMap((order) => {
      const pool = pools.get(order.id);
      if (!pool) return [];
      const isOfOrder = (share: { orderId: number }) => share.orderId === order.id;
      const parts = {
        pool,
        shares: shares.filter(isOfOrder),
        refunded: refunded.filter(isOfOrder),
        disputed,
        own: own.get(order.id) ?? { refundedCents: 0, isOwed: false },
        firstNames,
      };
      return [[order.id, toWirePool(order, parts, userId)]];
    }),
  );
}

type PoolParts = {
  pool: PoolRow;
  shares: ShareRow[];
  refunded: Pick<ShareRow, 'userId' | 'attemptId' | 'amountCents'>[];
  disputed: ReadonlyMap<number, { lostCents: number }>;
  own: { refundedCents: number; isOwed: boolean };
  firstNames: ReadonlyMap<number, string>;
};

function toWirePool(order: OrderRow, parts: PoolParts, userId: number): Pool {
  const { pool, shares, refunded, disputed, own, firstNames } = parts;
  const countOf = (participant: number) => shares.filter((share) => share.userId === participant).length;
  const ownCents = (of: Pick<ShareRow, 'userId' | 'amountCents'>[]) =>
    sumCents(of.filter((share) => share.userId === userId).map((share) => share.amountCents));
  const givenUp = new Set(refunded.flatMap((share) => (share.userId === userId ? [share.attemptId] : [])));
  // The bank has given this back.
  const lostCents = sumCents([...givenUp].map((id) => disputed.get(id)?.lostCents ?? 0));
  const paid = shares.filter((share) => share.state === 'paid');
  const taken = new Set(shares.map((share) => share.position));
  const isOver = pool.phase === 'filled' || pool.phase === 'released';
  const left = shareAmountsCents(order.totalCents).filter((_, position) => !taken.has(position));
  return {
    phase: pool.phase,
    shares: SHARES_PER_ALBUM,
    taken: taken.size,
    mine: countOf(userId),
    my_amount: ownCents(shares),
    my_charged: ownCents(paid),
    my_refund: ownCents(refunded),
    my_refunded: own.refundedCents + lostCents,
    is_refund_delayed: own.isOwed,
    was_charged: paid.length + refunded.length > 0,
    deadline: deadlineOf(pool),
    shares_left: isOver ? [] : left,
    participants: [...new Set(shares.map((share) => share.userId))].map((participant) => ({
      first_name: firstNames.get(participant) ?? '',
      shares: countOf(participant),
      is_me: participant === userId,
      is_owner: participant === order.userId,
    })),
  };
}

export type SharedOrder = NonNullable<Awaited<ReturnType<typeof findOrderOfMember>>>;

/** Finds an order only for its owner and for those who hold a share of it. */
export async function findOrderOfMember(db: Db, userId: number, ref: OrderRef) {
  const order = await findOrder(db, ref);
  if (!order) return undefined;
  const holders = new Set((await listLiveShares(db, [order.id])).map((share) => share.userId));
  if (order.userId !== userId && !holders.has(userId)) return undefined;
  return { id: order.id, key: order.key, isOpen: order.state === 'open', holders };
}

/** Anyone with the link may see this. An order that is not shared answers like one that does not exist. */
export async function showToVisitors(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  i18n: I18n,
  key: string,
): Promise<VisitedPool> {
  const { db } = tx;
  const order = await findOrder(db, key);
  const pool = order?.isPool ? await findPool(db, order.id) : undefined;
  if (!order || !pool) throw new AppError('not_found');
  const albumIds = (await listLines(db, [order.id])).map((line) => line.albumId);
  const albums = await publicAlbums(tx, albumIds);
  const taken = new Set((await listLiveShares(db, [order.id])).map((share) => share.position));
  const left = shareAmountsCents(order.totalCents).filter((_, position) => !taken.has(position));
  const state = stateOf(order, pool, { left: left.length, now: tx.clock.now() });
  const isOpen = state === 'open';
  const [first] = albums;
  const ownerName = (await firstNamesOf(db, [order.userId])).get(order.userId) ?? '';
  return {
    state,
    owner_first_name: plainName(ownerName) ?? null,
    title: await describeOrder(tx, i18n, order.id),
    albums: albums.length,
    photos: albums.reduce((sum, { album }) => sum + album.images_count, 0),
    album: isOpen && first ? toVisitedAlbum(first) : null,
    shares: SHARES_PER_ALBUM,
    shares_left: isOpen ? left.length : 0,
    share_price: isOpen ? (left[0] ?? null) : null,
    deadline: isOpen ? deadlineOf(pool) : null,
  };
}

/** A pool is over at its deadline, even if the job that closes it is late. */
function stateOf(
  { state }: OrderRow,
  pool: PoolRow,
  { left, now }: { left: number; now: Date },
): VisitedPool['state'] {
  if (state === 'cancelled') return 'canceled';
  if (state === 'expired' || state === 'refunded' || pool.phase === 'released') return 'ended';
  const canJoin = pool.phase === 'filling' || pool.phase === 'covering';
  if (state !== 'open' || !canJoin || left === 0) return 'full';
  return Date.parse(deadlineOf(pool)) > now.getTime() ? 'open' : 'ended';
}

function deadlineOf(pool: PoolRow): string {
  return toIso((pool.phase === 'covering' && pool.coverDeadline) || pool.deadline);
}

function toVisitedAlbum({ album, event }: { album: AlbumOnly; event: Event }): VisitedPool['album'] {
  return {
    uuid: album.uuid,
    team: `${album.program_name} ${album.team_name}`.trim(),
    division: album.division_name,
    performance_order: album.performance_order,
    event: event.name,
    place: [event.city, event.state].filter(Boolean).join(', '),
    ...performanceDays(album, event),
    cover: album.cover,
    cover_auth: album.cover_auth,
  };
}

/** Shows a shared order in a mail: what it is, what a share costs, how many are left and until when. */
export async function poolCard(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'config'>,
  i18n: I18n,
  orderKey: string,
): Promise<MailCard> {
  const { title, album, photos, shares, ...pool } = await showToVisitors(tx, i18n, orderKey);
  const order = await findOrder(tx.db, orderKey);
  const albumIds = order ? (await listLines(tx.db, [order.id])).map((line) => line.albumId) : [];
  const [first] = await publicAlbums(tx, albumIds);
  const lines = [
    ...(album ? [[album.event, album.place].filter(Boolean).join(', ')] : []),
    ...(photos > 0
      ? [i18n.t('{count, plural, one {# photo} other {# photos}} for everyone who joins', { count: photos })]
      : []),
    ...(pool.share_price === null
      ? []
      : [
          i18n.t('{price} a share, {left} of {shares} left', {
            price: formatCents(pool.share_price),
            left: pool.shares_left,
            shares,
          }),
        ]),
    ...(pool.deadline === null
      ? []
      : [i18n.t('Open until {day}', { day: describeDay(i18n, pool.deadline, first?.event.time_zone) })]),
  ];
  return {
    title,
    lines,
    ...(album &&
      first &&
      album.cover.length > 0 && {
        picture: {
          url: mailCoverUrl(tx, tx.config, first.album.id),
          alt: i18n.t('{team} on stage', { team: album.team }),
        },
      }),
  };
}

/** A mail does not know the time zone of its reader, so the day is that at the event. */
function describeDay(i18n: I18n, moment: string, timeZone = 'UTC'): string {
  return formatDay(i18n, moment, { timeZone, weekday: 'long', month: 'short', day: 'numeric' });
}

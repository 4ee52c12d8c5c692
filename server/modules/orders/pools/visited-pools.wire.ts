import type { VisitedPool } from '#contract/endpoints/arriving.ts';
import type { AlbumOnly, Event } from '#contract/entities/album.ts';
import { shareAmountsCents } from '#contract/rules/pool-split.ts';
import { SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import type { OrderRow } from '#server/modules/orders/orders.ts';
import { toIso } from '#server/platform/timestamps.ts';
import type { PoolRow, ShareRow } from './pools.queries.ts';

type Parts = {
  pool: PoolRow;
  shares: ShareRow[];
  albums: { album: AlbumOnly; event: Event }[];
  title: string;
  ownerName: string | undefined;
  now: Date;
};

export function toVisitedPool(order: OrderRow, parts: Parts): VisitedPool {
  const { pool, shares, albums, title, ownerName } = parts;
  const taken = new Set(shares.map((share) => share.position));
  const left = shareAmountsCents(order.totalCents).filter((_, position) => !taken.has(position));
  const state = stateOf(order, parts, left.length);
  const isOpen = state === 'open';
  const [first] = albums;
  return {
    state,
    owner_first_name: ownerName ?? null,
    title,
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
  { pool, now }: Pick<Parts, 'pool' | 'now'>,
  left: number,
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
    date: event.start_date,
    cover: album.cover,
    cover_auth: album.cover_auth,
  };
}

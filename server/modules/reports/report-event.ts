import type { Tx } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';
import {
  countArrivals,
  countEventOrders,
  countOpenBatches,
  countSold,
  countUnfiled,
  type EventAlbum,
  type EventScope,
  findEventRow,
  findFirstMoney,
  listAlbumMoney,
  listEventAlbums,
  listPhotoBars,
  type TimeSpan,
} from './event.queries.ts';
import { addUp } from './sums.rules.ts';

const DAY_MINUTES = 24 * 60;
const ABANDONED_MINUTES = 15;
const HOURLY_MINUTES = 2 * DAY_MINUTES;
/** Almost all sales happen in the first two months. */
const MOST_DAYS = 60;

export type EventReport = NonNullable<Awaited<ReturnType<typeof reportEvent>>>;
export type EventAlbumSales = EventAlbum & { albumsSold: number; imagesSold: number; netCents: number };

/** All amounts are without tax, and add up to the ledger to the cent. */
export async function reportEvent(
  { db, payments, clock }: Pick<Tx, 'db' | 'payments' | 'clock'>,
  eventId: number,
) {
  const event = await findEventRow(db, eventId);
  if (!event) return undefined;
  const [scope, now] = [{ eventId, mode: payments.mode }, clock.now()];
  const arrivals = await countArrivals(db, eventId, {
    minute: minutesFrom(now, -1),
    tenMinutes: minutesFrom(now, -10),
    hour: minutesFrom(now, -60),
  });
  const begins = [arrivals.firstAt, await findFirstMoney(db, scope)].filter((at) => at !== null);
  const first = begins.length > 0 ? new Date(Math.min(...begins.map((at) => Date.parse(at)))) : now;
  const span = { ...spanOf(first, now), timeZone: event.timeZone };
  const money = await listAlbumMoney(db, scope, span);
  const albums = await listSales(db, scope, money);
  return {
    event,
    albums,
    unfiledPhotos: await countUnfiled(db, eventId),
    arrivals,
    batches: await countOpenBatches(db, eventId, {
      opened: minutesFrom(now, -DAY_MINUTES),
      heard: minutesFrom(now, -ABANDONED_MINUTES),
    }),
    orders: await countEventOrders(db, scope),
    money: addUp(money),
    timeline: { step: span.step, bars: begins.length > 0 ? await drawBars(db, eventId, span, money) : [] },
  };
}

type AlbumMoney = Awaited<ReturnType<typeof listAlbumMoney>>;

async function listSales(db: Db, scope: EventScope, money: AlbumMoney): Promise<EventAlbumSales[]> {
  const entries = Map.groupBy(money, ({ albumId }) => albumId);
  const sold = new Map((await countSold(db, scope)).map((count) => [count.albumId, count]));
  return (await listEventAlbums(db, scope.eventId)).map((album) => ({
    ...album,
    albumsSold: sold.get(album.id)?.albums ?? 0,
    imagesSold: sold.get(album.id)?.images ?? 0,
    netCents: addUp(entries.get(album.id) ?? []).net,
  }));
}

async function drawBars(db: Db, eventId: number, span: TimeSpan, money: AlbumMoney) {
  const moved = Map.groupBy(money, ({ at }) => at);
  return (await listPhotoBars(db, eventId, span)).map(({ at, photos }) => ({
    at,
    photos,
    netCents: addUp(moved.get(at) ?? []).net,
  }));
}

export function spanOf(first: Date, now: Date): Omit<TimeSpan, 'timeZone'> {
  if (first >= minutesFrom(now, -HOURLY_MINUTES)) return { step: 'hour', from: first, until: now };
  const last = minutesFrom(first, (MOST_DAYS - 1) * DAY_MINUTES);
  return { step: 'day', from: first, until: last < now ? last : now };
}

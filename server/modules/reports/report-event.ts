import type { Context } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';
import {
  type Arrivals,
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
  listBars,
  listEventAlbums,
  type TimeSpan,
} from './event.queries.ts';
import { addUp } from './sales-report.ts';

const DAY_MINUTES = 24 * 60;
const GIVEN_UP_MINUTES = 15;
/** While an event is young its hours matter, later its days; the first two months hold nearly all that happens. */
const HOURLY_MINUTES = 2 * DAY_MINUTES;
const MOST_DAYS = 60;

export type EventReport = NonNullable<Awaited<ReturnType<typeof reportEvent>>>;
export type EventAlbumSales = EventAlbum & { albumsSold: number; imagesSold: number; netCents: number };

/** How one event goes: what came in, what was sold of which album, all of it equal to the ledger to the cent. */
export async function reportEvent(
  { db, payments, clock }: Pick<Context, 'db' | 'payments' | 'clock'>,
  eventId: number,
) {
  const event = await findEventRow(db, eventId);
  if (!event) return undefined;
  const [scope, now] = [{ eventId, mode: payments.mode }, clock.now()];
  const money = await listAlbumMoney(db, scope);
  const albums = await listSales(db, scope, money);
  const arrivals = await countArrivals(db, eventId, {
    minute: minutesFrom(now, -1),
    tenMinutes: minutesFrom(now, -10),
    hour: minutesFrom(now, -60),
  });
  return {
    event,
    albums,
    unfiledPhotos: await countUnfiled(db, eventId),
    arrivals,
    batches: await countOpenBatches(db, eventId, {
      opened: minutesFrom(now, -DAY_MINUTES),
      heard: minutesFrom(now, -GIVEN_UP_MINUTES),
    }),
    orders: await countEventOrders(db, scope),
    money: addUp(money),
    timeline: await drawTimeline(db, scope, { arrivals, timeZone: event.timeZone, now }),
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

async function drawTimeline(
  db: Db,
  scope: EventScope,
  { arrivals, timeZone, now }: { arrivals: Arrivals; timeZone: string; now: Date },
) {
  const begins = [arrivals.firstAt, await findFirstMoney(db, scope)].filter((at) => at !== null);
  if (begins.length === 0) return { step: 'hour' as const, bars: [] };
  const first = new Date(Math.min(...begins.map((at) => Date.parse(at))));
  const span = spanOf(first, now);
  return { step: span.step, bars: await listBars(db, scope, { ...span, timeZone }) };
}

export function spanOf(first: Date, now: Date): Omit<TimeSpan, 'timeZone'> {
  if (first >= minutesFrom(now, -HOURLY_MINUTES)) return { step: 'hour', from: first, until: now };
  const last = minutesFrom(first, (MOST_DAYS - 1) * DAY_MINUTES);
  return { step: 'day', from: first, until: last < now ? last : now };
}

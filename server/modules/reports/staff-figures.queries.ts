import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import { atOneMoment, findKept, inGaps } from './kept/spans.queries.ts';
import type { Kept } from './kept/spans.rules.ts';
import { ALL_TIME, type Period } from './period.queries.ts';

function findAllKept(db: Db, mode: PaymentMode): Promise<Kept> {
  return findKept(db, 'sales', { ...ALL_TIME, mode });
}

async function countAlbumsOf(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ eventId: number; albums: number; published: number; photos: number }>`
    select event_id, count(*) as albums, count(published_at) as published, sum(images_count)::bigint as photos
    from albums where event_id = any(${eventIds}) group by event_id`.execute(db);
  return new Map(rows.map((row) => [row.eventId, row]));
}

async function countDoubtfulOf(db: Db, eventIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ eventId: number; photos: number }>`
    select event_id, count(*) as photos from images
    where event_id = any(${eventIds}) and album_id is null and state = 'ready' and hidden_at is null
    group by event_id`.execute(db);
  return new Map(rows.map(({ eventId, photos }) => [eventId, photos]));
}

/** What customers paid after refunds and disputes. Card fees are left out, as they are not the customers' money. */
async function sumSalesOf(
  db: Db,
  eventIds: readonly number[],
  mode: PaymentMode,
): Promise<Map<number, number>> {
  const { spans, gaps } = await findAllKept(db, mode);
  const { rows } = await sql<{ eventId: number; cents: number }>`
    select event_id, sum(cents)::bigint as cents from (
      select event_id, cents from kept_events
      where mode = ${mode} and span = any(${spans}) and event_id = any(${eventIds})
        and kind not in ('fee', 'dispute_fee')
      union all
      select line.event_id, line.amount_cents from ledger_lines line
      where line.event_id = any(${eventIds}) and line.mode = ${mode} and line.kind not in ('fee', 'dispute_fee')
        and ${inGaps(sql`line.occurred_at`, gaps)}) part
    group by event_id`.execute(db);
  return new Map(rows.map(({ eventId, cents }) => [eventId, cents]));
}

export function readFigures(db: Db, eventIds: readonly number[], mode: PaymentMode) {
  return atOneMoment(db, async (tx) => ({
    albums: await countAlbumsOf(tx, eventIds),
    doubtful: await countDoubtfulOf(tx, eventIds),
    sales: await sumSalesOf(tx, eventIds, mode),
  }));
}

export type FiguresOfEvents = Awaited<ReturnType<typeof readFigures>>;

export async function sumSalesIn(
  db: Db,
  eventId: number,
  { from, until, mode }: Period & { mode: PaymentMode },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::bigint as cents from ledger_lines
    where event_id = ${eventId} and mode = ${mode} and kind not in ('fee', 'dispute_fee')
      and occurred_at >= ${from} and occurred_at < ${until}`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** The performance that began last. */
export async function findOrderNow(
  db: Db,
  eventId: number,
  { now, since }: { now: Date; since: Date },
): Promise<number | null> {
  const { rows } = await sql<{ performanceOrder: number }>`
    select performance_order from albums
    where event_id = ${eventId} and planned_at <= ${now} and planned_at > ${since}
    order by planned_at desc, performance_order desc limit 1`.execute(db);
  return rows[0]?.performanceOrder ?? null;
}

import { sql } from 'kysely';
import type { PassStatement } from '#contract/endpoints/passes.ts';
import type { PhotographerRow, StatementPage } from '#contract/endpoints/reports.ts';
import type { Tx } from '#server/context.ts';
import { findRates, readCredits } from '#server/modules/roster/credits.ts';
import { atOneMoment, type Db } from '#server/platform/database/database.ts';
import { ALL_TIME, inRange, type LedgerRange, type Period } from './period.queries.ts';
import { findFilledDays, sharesIn } from './sales-daily.ts';

const NOTHING = {
  frames: 0,
  published: 0,
  sold: 0,
  image_sales: 0,
  album_sales: 0,
  views: 0,
  revenue: 0,
  refunds: 0,
  commission: 0,
};
type Tally = typeof NOTHING;
type Sheet = { eventId: number; photographer: string | null; tally: Tally };
type StatementEvent = Awaited<ReturnType<typeof listEventPage>>[number];

const EVENTS_PER_PAGE = 50;

type ReportTx = Pick<Tx, 'db' | 'payments' | 'log'>;

/** One row per photographer and event of all events, without rows that have no activity in the period. */
export async function reportPhotographers(tx: ReportTx, period: Period): Promise<PhotographerRow[]> {
  const { rows } = await readStatementPage(tx, period, Number.MAX_SAFE_INTEGER);
  return rows;
}

/**
 * A page holds whole events, so that it takes as long with many events as with few; all pages together hold every row once.
 */
export async function readStatementPage(
  tx: ReportTx,
  { before, ...period }: Period & { before?: number | undefined },
  maxEvents = EVENTS_PER_PAGE,
): Promise<StatementPage> {
  const events = await listEventPage(tx.db, { before, limit: maxEvents });
  const last = events.length === maxEvents ? events.at(-1)?.id : undefined;
  return { rows: await readStatements(tx, period, events), next: last ?? null };
}

/** The statement of one photographer for one event, of all time. It equals their row of the report for staff. */
export async function reportPhotographer(
  tx: ReportTx,
  { eventId, photographer }: { eventId: number; photographer: string },
): Promise<PassStatement> {
  const rows = await readStatements(tx, ALL_TIME, [{ id: eventId, name: '', startDate: '' }]);
  const person = (await readCredits(tx.db))(photographer);
  const own = rows.filter(
    (row) => row.photographer === photographer || (person && row.roster?.id === person.id),
  );
  const rateOf = await findRates(tx, [{ eventId, photographer }]);
  const sum = (figure: keyof Tally) => own.reduce((total, row) => total + row[figure], 0);
  return {
    frames: sum('frames'),
    published: sum('published'),
    sold: sum('sold'),
    revenue: sum('revenue'),
    refunds: sum('refunds'),
    commission: sum('commission'),
    commission_rate_basis_points: rateOf({ eventId, photographer }),
  };
}

async function readStatements(
  tx: ReportTx,
  period: Period,
  events: StatementEvent[],
): Promise<PhotographerRow[]> {
  const { db, payments } = tx;
  const eventIds = events.map(({ id }) => id);
  const range = { ...period, mode: payments.mode };
  // Two connections are used at once, because a statement over years keeps one busy for long.
  const [frames, { earned, sold }] = await Promise.all([
    countImages(db, range, eventIds),
    atOneMoment(db, async (one) => ({
      earned: await sumShares(one, range, eventIds),
      sold: await countSold(one, range, eventIds),
    })),
  ]);
  const sheets = new Map<string, Sheet>();
  const sheetOf = ({ eventId, photographer }: Pick<Sheet, 'eventId' | 'photographer'>): Sheet => {
    const key = `${eventId} ${photographer ?? ''}`;
    const sheet = sheets.get(key) ?? { eventId, photographer, tally: { ...NOTHING } };
    sheets.set(key, sheet);
    return sheet;
  };
  for (const row of frames) {
    const { tally } = sheetOf(row);
    [tally.frames, tally.published, tally.views] = [row.frames, row.published, row.views];
  }
  for (const row of earned) {
    const { tally } = sheetOf(row);
    // Subtracting from zero avoids -0.
    [tally.revenue, tally.refunds] = [row.chargedCents, 0 - row.returnedCents];
    tally.commission = row.earnedCents;
    [tally.album_sales, tally.image_sales] = [row.albumSales, row.imageSales];
  }
  for (const row of sold) sheetOf(row).tally.sold = row.sold;
  const [moved, others] = [[...sheets.values()].filter(hasMoved), [...sheets.values()].filter(isStill)];
  const arrived = (await listArrived(db, range, others)).map(sheetOf);
  const byId = new Map(events.map((event) => [event.id, event]));
  const [personOf, rateOf] = [await readCredits(db), await findRates(tx, [...moved, ...arrived])];
  return [...moved, ...arrived]
    .map((sheet) => ({
      ...toRow(byId.get(sheet.eventId) as StatementEvent, sheet),
      roster: personOf(sheet.photographer) ?? null,
      commission_rate_basis_points: rateOf(sheet),
    }))
    .sort(byEventAndRevenue);
}

const hasMoved = ({ tally: { sold, views, revenue, refunds } }: Sheet) =>
  [sold, views, revenue, refunds].some((figure) => figure !== 0);
const isStill = (sheet: Sheet) => !hasMoved(sheet);

const toRow = (event: StatementEvent, { photographer, tally }: Sheet) => ({
  photographer,
  ...tally,
  event: event.id,
  event_name: event.name,
  event_date: event.startDate,
});

const nameOf = ({ photographer }: PhotographerRow) => photographer ?? '\uffff';

/** The newest event first, and in each the photographer who earned most. */
const byEventAndRevenue = (a: PhotographerRow, b: PhotographerRow) =>
  Number(b.event_date > a.event_date) - Number(b.event_date < a.event_date) ||
  b.event - a.event ||
  b.revenue - a.revenue ||
  nameOf(a).localeCompare(nameOf(b));

type OfPhotographer = { eventId: number; photographer: string | null };

/** The newest events, or those before `before`. Their ids never change, so no event is on two pages. */
function listEventPage(db: Db, { before, limit }: { before: number | undefined; limit: number }) {
  const newestFirst = db
    .selectFrom('events')
    .select(['id', 'name', 'startDate'])
    .orderBy('id', 'desc')
    .limit(limit);
  return (before === undefined ? newestFirst : newestFirst.where('id', '<', before)).execute();
}

type ImageCounts = OfPhotographer & { frames: number; published: number; views: number };

/**
 * Counts photos as they are now, and views of the albums that show one of them. Events without photos, sales or views in the
 * period are left out, because counting millions of photos takes long.
 */
async function countImages(db: Db, range: LedgerRange, eventIds: readonly number[]): Promise<ImageCounts[]> {
  const isRecent = sql`created_at >= ${range.from} and created_at < ${range.until}`;
  const { rows } = await sql<ImageCounts>`
    with seen as materialized (
      select album_id, count(*) as views from user_album_views where ${isRecent} group by album_id),
    active as (
      select id from events where id = any(${eventIds}) and (
        exists (select from images where event_id = events.id and ${isRecent})
        or exists (select from ledger_lines line where line.event_id = events.id and ${inRange(range)})
        or id in (select albums.event_id from seen join albums on albums.id = seen.album_id))),
    spelled as (
      select event_id, album_id, photographer, count(*) as frames,
        count(*) filter (where state = 'ready' and hidden_at is null and album_id is not null) as shown
      from images where event_id = any(array(select id from active)) group by event_id, album_id, photographer),
    shot as (
      select event_id, album_id, nullif(btrim(photographer), '') as photographer, sum(frames) as frames,
        sum(shown) as shown
      from spelled group by 1, 2, 3)
    select shot.event_id, shot.photographer, sum(shot.frames)::int as frames,
      coalesce(sum(shot.shown) filter (where albums.published_at is not null), 0)::int as published,
      coalesce(sum(seen.views) filter (where shot.shown > 0), 0)::int as views
    from shot left join albums on albums.id = shot.album_id left join seen on seen.album_id = shot.album_id
    group by 1, 2`.execute(db);
  return rows;
}

/** Finds those of the photographers whose photos of the event arrived in the period. */
async function listArrived(
  db: Db,
  { from, until }: Period,
  photographers: readonly OfPhotographer[],
): Promise<OfPhotographer[]> {
  const eventIds = photographers.map(({ eventId }) => eventId);
  const names = photographers.map(({ photographer }) => photographer);
  const { rows } = await sql<OfPhotographer>`
    select wanted.event_id, wanted.photographer
    from unnest(${eventIds}::int[], ${names}::text[]) wanted (event_id, photographer)
    where exists (select from images where event_id = wanted.event_id and created_at >= ${from} and created_at < ${until}
      and nullif(btrim(images.photographer), '') is not distinct from wanted.photographer)`.execute(db);
  return rows;
}

type Earned = OfPhotographer & {
  chargedCents: number;
  returnedCents: number;
  earnedCents: number;
  albumSales: number;
  imageSales: number;
};

/** Sums what was written at the sale. */
async function sumShares(db: Db, range: LedgerRange, eventIds: readonly number[]): Promise<Earned[]> {
  const filled = await findFilledDays(db, range);
  const { rows } = await sql<Earned>`
    select event_id, photographer, coalesce(sum(cents) filter (where kind = 'charge'), 0)::bigint as charged_cents,
      coalesce(sum(cents) filter (where kind not in ('charge', 'fee', 'dispute_fee')), 0)::bigint as returned_cents,
      sum(earned_cents)::bigint as earned_cents,
      coalesce(sum(sales) filter (where not is_image), 0)::int as album_sales,
      coalesce(sum(sales) filter (where is_image), 0)::int as image_sales
    from ${sharesIn(range, filled, eventIds)} shares group by 1, 2`.execute(db);
  return rows;
}

/**
 * Counts the photos that were sold alone or with their album, each once: an album counts with all its photos, or else its
 * photos that were sold alone. A sale that was taken back in the same period does not count.
 */
async function countSold(db: Db, range: LedgerRange, eventIds: readonly number[]) {
  const isWanted = sql`${inRange(range)} and line.event_id = any(${eventIds})`;
  const { rows } = await sql<OfPhotographer & { sold: number }>`
    with sold as (
      select line.event_id, line.album_id, share.photographer, max(share.photos) as photos,
        case when line.is_image then coalesce(line.image_id, -line.order_line_id) else 0 end as item_id
      from ledger_lines line join ledger_line_shares share on share.line_id = line.id
      where ${isWanted} and line.sales > 0 and line.order_line_id not in (
        select line.order_line_id from ledger_lines line
        where line.order_line_id in (select order_line_id from ledger_lines where sales < 0) and ${isWanted}
        group by 1 having sum(line.sales) <= 0)
      group by line.event_id, line.album_id, share.photographer, item_id),
    albums as (
      select event_id, photographer, max(photos) filter (where item_id = 0) as of_album,
        count(*) filter (where item_id <> 0) as alone
      from sold group by event_id, album_id, photographer)
    select event_id, photographer, sum(coalesce(of_album, alone))::int as sold from albums group by 1, 2`.execute(
    db,
  );
  return rows;
}

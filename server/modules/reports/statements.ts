import type { PassStatement } from '#contract/endpoints/passes.ts';
import type { PhotographerRow, StatementPage } from '#contract/endpoints/reports.ts';
import type { Tx } from '#server/context.ts';
import { findRates, readCredits } from '#server/modules/roster/credits.ts';
import { ALL_TIME, atOneMoment, type Period } from './period.queries.ts';
import { countFrames, countSold, listArrived, listEventPage, sumShares } from './statements.queries.ts';

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
  mostEvents = EVENTS_PER_PAGE,
): Promise<StatementPage> {
  const events = await listEventPage(tx.db, { before, limit: mostEvents });
  const last = events.length === mostEvents ? events.at(-1)?.id : undefined;
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
    countFrames(db, range, eventIds),
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

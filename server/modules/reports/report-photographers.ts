import type { PhotographerRow, StatementPage } from '#contract/endpoints/reports.ts';
import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database.ts';
import { atOneMoment, findKept } from './kept/spans.queries.ts';
import type { LedgerRange } from './ledger-range.queries.ts';
import type { Period } from './period.queries.ts';
import {
  countFrames,
  countSold,
  countViews,
  listChangedEvents,
  listEventPage,
  sumShares,
} from './photographers.queries.ts';
import { toWirePhotographer } from './reports.wire.ts';

type Tally = Pick<
  PhotographerRow,
  'frames' | 'published' | 'sold' | 'image_sales' | 'album_sales' | 'views' | 'revenue' | 'refunds'
>;
type Sheet = { eventId: number; photographer: string | null; isRecent: boolean; tally: Tally };

const NOTHING: Tally = {
  frames: 0,
  published: 0,
  sold: 0,
  image_sales: 0,
  album_sales: 0,
  views: 0,
  revenue: 0,
  refunds: 0,
};

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
  const { db, payments } = tx;
  const events = await listEventPage(db, { before, limit: mostEvents });
  const eventIds = events.map(({ id }) => id);
  const { commission_rate_basis_points: rate } = await getSettings(tx);
  const sheets = new Map<string, Sheet>();
  const sheetOf = (eventId: number, photographer: string | null): Sheet => {
    const key = `${eventId} ${photographer ?? ''}`;
    const sheet = sheets.get(key) ?? { eventId, photographer, isRecent: false, tally: { ...NOTHING } };
    sheets.set(key, sheet);
    return sheet;
  };
  // Two connections are used at once, because a statement over years keeps one busy for long.
  const range = { ...period, mode: payments.mode };
  const [sold, { frames, seen, earned }] = await Promise.all([
    atOneMoment(db, async (tx) => countSold(tx, range, await findKept(tx, 'sales', range), { eventIds })),
    atOneMoment(db, (tx) => readSums(tx, range, eventIds)),
  ]);
  for (const { eventId, photographer, isRecent, ...counts } of frames) {
    const sheet = sheetOf(eventId, photographer);
    sheet.isRecent = isRecent;
    Object.assign(sheet.tally, counts);
  }
  for (const { eventId, photographer, views } of seen) {
    sheetOf(eventId, photographer).tally.views = views;
  }
  for (const { eventId, photographer, ...sums } of earned) {
    const { tally } = sheetOf(eventId, photographer);
    tally.revenue = sums.chargedCents;
    // Subtracting from zero avoids -0.
    tally.refunds = 0 - sums.returnedCents;
    tally.album_sales = sums.albumSales;
    tally.image_sales = sums.imageSales;
  }
  for (const { eventId, photographer, sold: photos } of sold) {
    sheetOf(eventId, photographer).tally.sold = photos;
  }
  const shown = [...sheets.values()].filter(({ isRecent, tally }) => isRecent || hasMoved(tally));
  const last = eventIds.length === mostEvents ? eventIds.at(-1) : undefined;
  return { rows: toRows(events, shown, rate), next: last ?? null };
}

async function readSums(db: Db, range: LedgerRange, eventIds: number[]) {
  const page = { eventIds, changed: await listChangedEvents(db, eventIds) };
  return {
    frames: await countFrames(db, range, page),
    seen: await countViews(db, await findKept(db, 'views', range), page),
    earned: await sumShares(db, range, await findKept(db, 'sales', range), page),
  };
}

const hasMoved = ({ sold, views, revenue, refunds }: Tally) =>
  [sold, views, revenue, refunds].some((figure) => figure !== 0);

type ListedEvent = Awaited<ReturnType<typeof listEventPage>>[number];

function toRows(events: ListedEvent[], sheets: Sheet[], rate: number): PhotographerRow[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  const rows = sheets.flatMap(({ eventId, photographer, tally }) => {
    const event = byId.get(eventId);
    return event ? [toWirePhotographer({ photographer, ...tally }, event, rate)] : [];
  });
  const nameOf = ({ photographer }: PhotographerRow) => photographer ?? '\uffff';
  return rows.sort(
    (a, b) =>
      Number(b.event_date > a.event_date) - Number(b.event_date < a.event_date) ||
      b.event - a.event ||
      b.revenue - a.revenue ||
      nameOf(a).localeCompare(nameOf(b)),
  );
}

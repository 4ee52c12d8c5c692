import type { PhotographerRow } from '#contract/endpoints/reports.ts';
import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database.ts';
import type { Period } from './period.queries.ts';
import { type Share, splitByFrames } from './photographer-split.rules.ts';
import {
  countFrames,
  countSoldFrames,
  countViews,
  listAlbumShares,
  listEventNames,
  listPhotographersOf,
  listSoldItems,
} from './photographers.queries.ts';
import { toWirePhotographer } from './reports.wire.ts';

type Tally = Pick<
  PhotographerRow,
  'frames' | 'published' | 'sold' | 'image_sales' | 'album_sales' | 'views' | 'revenue' | 'refunds'
>;
type Sheet = { eventId: number; photographer: string | null; isRecent: boolean; tally: Tally };
type Item = Awaited<ReturnType<typeof listSoldItems>>[number];

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

/** One row per photographer and event, without rows that have no activity in the period. */
export async function reportPhotographers(
  tx: Pick<Tx, 'db' | 'payments' | 'log'>,
  period: Period,
): Promise<PhotographerRow[]> {
  const { db, payments } = tx;
  const { commission_rate_basis_points: rate } = await getSettings(tx);
  const sheets = new Map<string, Sheet>();
  const sheetOf = (eventId: number, photographer: string | null): Sheet => {
    const key = JSON.stringify([eventId, photographer]);
    const sheet = sheets.get(key) ?? { eventId, photographer, isRecent: false, tally: { ...NOTHING } };
    sheets.set(key, sheet);
    return sheet;
  };
  for (const { eventId, photographer, isRecent, ...counts } of await countFrames(db, period)) {
    const sheet = sheetOf(eventId, photographer);
    sheet.isRecent = isRecent;
    Object.assign(sheet.tally, counts);
  }
  for (const { eventId, photographer, views } of await countViews(db, period)) {
    sheetOf(eventId, photographer).tally.views = views;
  }
  await addSales(db, await listSoldItems(db, { ...period, mode: payments.mode }), sheetOf);
  const shown = [...sheets.values()].filter(({ isRecent, tally }) => isRecent || hasMoved(tally));
  return toRows(db, shown, rate);
}

const hasMoved = ({ sold, views, revenue, refunds }: Tally) =>
  [sold, views, revenue, refunds].some((figure) => figure !== 0);

async function addSales(
  db: Db,
  items: Item[],
  sheetOf: (eventId: number, photographer: string | null) => Sheet,
): Promise<void> {
  const sharesOf = await findShares(db, items);
  for (const item of items) {
    const shares = sharesOf(item);
    for (const [photographer, cents] of splitByFrames(item.chargedCents, shares)) {
      const { tally } = sheetOf(item.eventId, photographer);
      tally.revenue += cents;
      tally[item.imageId === null ? 'album_sales' : 'image_sales'] += item.sales;
    }
    for (const [photographer, cents] of splitByFrames(item.returnedCents, shares)) {
      sheetOf(item.eventId, photographer).tally.refunds -= cents;
    }
  }
  const sold = items.filter((item) => item.sales > 0);
  const counts = await countSoldFrames(db, {
    albumIds: sold.flatMap((item) => (item.imageId === null ? [item.albumId] : [])),
    imageIds: sold.flatMap((item) => item.imageId ?? []),
  });
  for (const count of counts) sheetOf(count.eventId, count.photographer).tally.sold = count.sold;
}

async function findShares(db: Db, items: Item[]): Promise<(item: Item) => Share[]> {
  const albumIds = items.flatMap((item) => (item.imageId === null ? [item.albumId] : []));
  const albums = Map.groupBy(await listAlbumShares(db, albumIds), (share) => share.albumId);
  const images = new Map(
    (
      await listPhotographersOf(
        db,
        items.flatMap((item) => item.imageId ?? []),
      )
    ).map((image) => [image.id, image.photographer]),
  );
  return ({ albumId, imageId }) =>
    imageId === null
      ? (albums.get(albumId) ?? [])
      : [{ photographer: images.get(imageId) ?? null, frames: 1 }];
}

async function toRows(db: Db, sheets: Sheet[], rate: number): Promise<PhotographerRow[]> {
  const events = await listEventNames(
    db,
    sheets.map((sheet) => sheet.eventId),
  );
  const byId = new Map(events.map((event) => [event.id, event]));
  const rows = sheets.flatMap(({ eventId, photographer, tally }) => {
    const event = byId.get(eventId);
    return event ? [toWirePhotographer({ photographer, ...tally }, event, rate)] : [];
  });
  const nameOf = ({ photographer }: PhotographerRow) => photographer ?? '\uffff';
  return rows.sort(
    (a, b) =>
      b.event_date.localeCompare(a.event_date) ||
      b.event - a.event ||
      b.revenue - a.revenue ||
      nameOf(a).localeCompare(nameOf(b)),
  );
}

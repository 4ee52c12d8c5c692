import { bundleName } from '#contract/rules/best-price.ts';
import type { LeftOutReason } from '#contract/rules/left-out.ts';
import { pricesAt } from '#contract/rules/pricing.ts';
import type { Tx } from '#server/context.ts';
import { findSoldAlbums, type SoldAlbum } from '#server/modules/catalogue/sold-albums.ts';
import type { LineRow, OrderRow } from '#server/modules/orders/orders.ts';
import { priceItems } from './prices.ts';

type Dropped = { line: LineRow; problem: LeftOutReason };
type PhotoPrice = { priceCents: number; priceName: string | null };

/**
 * Prices the photos that are left after some of a bundle were dropped, by the prices of the day of the order. If they
 * would cost more, and the dropped ones are no longer for sale, the buyer keeps the part of the price that was agreed.
 */
export async function repricePhotos(
  tx: Pick<Tx, 'db' | 'log' | 'clock'>,
  order: OrderRow,
  { dropped, left }: { dropped: Dropped[]; left: LineRow[] },
): Promise<Map<number, PhotoPrice>> {
  const albums = await findSoldAlbums(
    tx.db,
    [...dropped.map(({ line }) => line), ...left].map(({ albumId }) => albumId),
  );
  const at = new Date(order.createdAt);
  const eventOf = ({ albumId }: LineRow) => albums.get(albumId)?.eventId;
  const prices = new Map<number, PhotoPrice>();
  for (const [eventId, gone] of Map.groupBy(dropped, ({ line }) => eventOf(line))) {
    const names = bundlesAmong(gone, albums, at);
    const photos = left.filter((line) => line.imageId !== null && eventOf(line) === eventId);
    if (names.size === 0 || photos.length === 0) continue;
    const anew = await priceAnew(tx, { userId: order.userId, photos, albums, at });
    const isOurs = gone.every(({ problem }) => problem === 'not_for_sale');
    const chosen = isOurs && sumOf(anew) > sumOf(photos) ? keepPrices(photos, names) : anew;
    for (const [position, { id }] of photos.entries()) prices.set(id, chosen[position] as PhotoPrice);
  }
  return prices;
}

/** Returns the names of the prices that several photos share; a seasonal price alone is not one of them. */
function bundlesAmong(gone: Dropped[], albums: Map<number, SoldAlbum>, at: Date): Set<string> {
  const names = gone.flatMap(({ line: { imageId, albumId, priceName } }) => {
    const album = albums.get(albumId);
    const period = album ? pricesAt(album.pricedEvent, at).period : null;
    return imageId === null || priceName === null || priceName === period ? [] : [priceName];
  });
  return new Set(names);
}

function priceAnew(
  tx: Pick<Tx, 'db' | 'log'>,
  {
    userId,
    photos,
    albums,
    at,
  }: { userId: number; photos: LineRow[]; albums: Map<number, SoldAlbum>; at: Date },
): Promise<PhotoPrice[]> {
  const items = photos.flatMap(({ albumId, imageId }) => {
    const album = albums.get(albumId);
    return album ? [{ albumId, imageId, album }] : [];
  });
  return priceItems({ ...tx, clock: { now: () => at } }, { userId, items });
}

/** The old name promised more photos, so the new one names those that are left and what they cost. */
function keepPrices(photos: LineRow[], names: Set<string>): PhotoPrice[] {
  const isStale = ({ priceName }: LineRow) => priceName !== null && names.has(priceName);
  const stale = photos.filter(isStale);
  const name = bundleName(stale.length, sumOf(stale));
  return photos.map((line) => ({
    priceCents: line.priceCents,
    priceName: isStale(line) ? name : line.priceName,
  }));
}

function sumOf(lines: readonly { priceCents: number }[]): number {
  return lines.reduce((sum, { priceCents }) => sum + priceCents, 0);
}

import type { ResponseOf } from '#contract/endpoint.ts';
import type { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { listLineEntitlements } from '#server/modules/orders/entitlements.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import { listSales, sumSales } from './album-sales.queries.ts';
import { toWireSale } from './album-sales.wire.ts';
import { listRefundedLines } from './customer-orders.queries.ts';

type Sales = ResponseOf<typeof albumAdministrationEndpoints.albumSales>;

/** A purchase that was swapped counts as a sale of the album it was swapped to. */
export async function listAlbumSales(
  tx: Pick<Tx, 'db' | 'log'>,
  { albumId, ...page }: { albumId: number; start: number; limit: number },
): Promise<Sales> {
  const { db } = tx;
  const rows = await listSales(db, albumId, page);
  const albums = await findSoldAlbums(db, [albumId, ...rows.map((row) => row.albumId)]);
  if (!albums.has(albumId)) throw new AppError('not_found');
  const { total, paidCents, refundedCents } = await sumSales(db, albumId);
  const entitlements = await listLineEntitlements(
    db,
    rows.map((row) => row.id),
  );
  const people = await listPeople(
    db,
    [...rows, ...entitlements].map(({ userId }) => userId),
  );
  const refunded = await listRefundedLines(
    db,
    rows.map((row) => row.orderId),
  );
  const { download_limit: downloadLimit } = await getSettings(tx);
  const parts = {
    people,
    entitlements,
    refundedOf: new Map(refunded.map((line) => [line.orderLineId, line])),
    titleOf: (id: number) => albums.get(id)?.title ?? '',
    downloadLimit,
  };
  return {
    sales: rows.map((row) => toWireSale(row, albumId, parts)),
    total,
    paid: paidCents,
    refunded: refundedCents,
  };
}

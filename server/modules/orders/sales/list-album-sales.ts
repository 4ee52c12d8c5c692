import type { ResponseOf } from '#contract/endpoint.ts';
import type { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import type { Context } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { listSales, sumSales } from './album-sales.queries.ts';
import { toWireSale } from './album-sales.wire.ts';
import { listRefundedLines } from './customer-orders.queries.ts';
import { listStandings } from './line-standings.queries.ts';

type Sales = ResponseOf<typeof albumAdministrationEndpoints.albumSales>;

/** Who bought an album, or images of it; what was swapped away is a sale of the album where it is now. */
export async function listAlbumSales(
  context: Context,
  actor: Actor,
  albumId: number,
  page: { start: number; limit: number },
): Promise<Sales> {
  const { db } = context;
  const rows = await listSales(db, albumId, page);
  const albums = await albumsById(context, [albumId, ...rows.map((row) => row.albumId)], actor.userId);
  if (!albums.has(albumId)) throw new AppError('not_found');
  const { total, paidCents, refundedCents } = await sumSales(db, albumId);
  const standings = await listStandings(
    db,
    rows.map((row) => row.id),
  );
  const people = await listPeople(
    db,
    [...rows, ...standings].map(({ userId }) => userId),
  );
  const refunded = await listRefundedLines(
    db,
    rows.map((row) => row.orderId),
  );
  const { download_limit: downloadLimit } = await getSettings(context);
  const parts = {
    people,
    standings,
    refundedOf: new Map(refunded.map((line) => [line.orderLineId, Number(line.amountCents)])),
    titleOf: (id: number) => {
      const found = albums.get(id);
      return found ? teamLine(found.album) : '';
    },
    downloadLimit,
  };
  return {
    sales: rows.map((row) => toWireSale(row, albumId, parts)),
    total,
    paid: paidCents,
    refunded: refundedCents,
  };
}

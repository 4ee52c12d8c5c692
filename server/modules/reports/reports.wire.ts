import type { AlbumPaymentRow, ReportRow } from '#contract/endpoints/reports.ts';
import { toIso } from '#server/platform/timestamps.ts';
import type { listAlbumPayments, MoneyRow, RowPlace, RowSort } from './rows.queries.ts';

const albumName = (album: { programName: string; teamName: string }) =>
  `${album.programName} ${album.teamName}`.trim();

export function toWireRow(row: MoneyRow): ReportRow {
  return {
    key: `${row.entryId}-${row.lineId}`,
    at: toIso(row.createdAt),
    kind: row.kind,
    amount: row.amountCents,
    order: row.orderId,
    line: row.lineId,
    product: row.imageId === null ? 'album' : 'image',
    album: row.albumId,
    album_name: albumName(row),
    image: row.imageId,
    event: row.eventId,
    event_name: row.eventName,
    brand: row.brandName,
    customer: row.userId,
    customer_name: row.userName,
    facial: row.facial,
    pool: row.isPool,
    coupon: row.couponCode,
  };
}

export function nextOf({ entryId, lineId, amountCents }: RowPlace, { by }: RowSort): string {
  return [entryId, lineId, ...(by === 'amount' ? [amountCents] : [])].join('.');
}

export function readNext(text: string): RowPlace {
  const [entryId = 0, lineId = 0, amountCents = 0] = text.split('.').map(Number);
  return { entryId, lineId, amountCents };
}

export function toWireAlbumPayment(
  row: Awaited<ReturnType<typeof listAlbumPayments>>[number],
): AlbumPaymentRow {
  return {
    id: row.id,
    order: row.orderId,
    album: row.albumId,
    album_name: albumName(row),
    event: row.eventId,
    event_name: row.eventName,
    customer: row.userId,
    customer_name: row.userName,
    amount: row.totalCents,
    refunded: row.refundedCents,
    facial: row.facial,
    pool: row.isPool,
    coupon: row.couponCode,
    paid_at: toIso(row.paidAt),
  };
}

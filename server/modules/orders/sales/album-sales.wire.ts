import type { AlbumSale } from '#contract/endpoints/album-administration.ts';
import type { Person } from '#server/modules/accounts/list-people.ts';
import type { LineEntitlement } from '#server/modules/orders/entitlements.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';
import type { SaleRow } from './album-sales.queries.ts';
import type { RefundedLine } from './customer-orders.queries.ts';

export type SaleParts = {
  people: ReadonlyMap<number, Person>;
  entitlements: readonly LineEntitlement[];
  refundedOf: ReadonlyMap<number, RefundedLine>;
  titleOf: (albumId: number) => string;
  downloadLimit: number;
};

export function toWireSale(row: SaleRow, albumId: number, parts: SaleParts): AlbumSale {
  const { people, refundedOf, titleOf, downloadLimit } = parts;
  const own = parts.entitlements.filter(({ orderLineId }) => orderLineId === row.id);
  const named = (userId: number) => ({
    id: userId,
    name: people.get(userId)?.name ?? '',
    email: people.get(userId)?.email ?? '',
  });
  return {
    id: row.id,
    order: row.orderId,
    order_key: row.key,
    order_status: row.state,
    is_pool: row.isPool,
    image: own[0]?.imageId ?? null,
    buyer: named(row.userId),
    paid_at: toIsoOrNull(row.paidAt),
    total: row.totalCents,
    refunded: Number(refundedOf.get(row.id)?.amountCents ?? 0),
    is_refunded: refundedOf.get(row.id)?.isEnded ?? false,
    price: own[0]?.swappedToCents ?? row.priceCents,
    swapped_from: row.albumId === albumId ? null : { album: row.albumId, title: titleOf(row.albumId) },
    holders: own.map(({ userId, downloadsUsed, state }) => ({
      ...named(userId),
      downloads_used: downloadsUsed,
      downloads_max: downloadLimit,
      state,
    })),
  };
}

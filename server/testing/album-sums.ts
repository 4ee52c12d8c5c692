import { sumCents } from '#contract/rules/money.ts';
import type { Context } from '#server/context.ts';

type Sums = Record<number, { sold: number; cents: number }>;

/** Counts what each album sold and earned row by row from orders, entitlements and the ledger. */
export async function countAlbumSums({ db, payments }: Context): Promise<Sums> {
  const [attempts, entitlements, money, lines] = [
    await db.selectFrom('paymentAttempts').select(['orderId', 'state', 'mode']).execute(),
    await db.selectFrom('entitlements').select(['orderLineId', 'state']).execute(),
    await db.selectFrom('ledgerLines').select(['albumId', 'kind', 'amountCents']).execute(),
    await db
      .selectFrom('orderLines')
      .innerJoin('orders', 'orders.id', 'orderLines.orderId')
      .select(['orderLines.id', 'orderId', 'albumId', 'paidAt', 'isGift', 'orderLines.totalCents'])
      .select('orderLines.refundedCents')
      .execute(),
  ];
  const isPaid = (orderId: number) =>
    attempts.some(
      (one) => one.orderId === orderId && one.state === 'succeeded' && one.mode === payments.mode,
    );
  const isSold = (line: (typeof lines)[number]) => {
    if (line.paidAt === null || !isPaid(line.orderId)) return false;
    const own = entitlements.filter((one) => one.orderLineId === line.id);
    if (own.length > 0) return own.some((one) => one.state !== 'ended');
    return line.isGift && (line.totalCents === 0 || line.refundedCents < line.totalCents);
  };
  const albumIds = new Set([...lines, ...money].map(({ albumId }) => albumId));
  return withoutZeros(
    [...albumIds].map((albumId) => ({
      albumId,
      sold: lines.filter((line) => line.albumId === albumId && isSold(line)).length,
      cents: sumCents(
        money.flatMap((part) =>
          part.albumId === albumId && !part.kind.endsWith('fee') ? [part.amountCents] : [],
        ),
      ),
    })),
  );
}

export function withoutZeros(rows: { albumId: number; sold: number; cents: number }[]): Sums {
  const some = rows.filter(({ sold, cents }) => sold !== 0 || cents !== 0);
  return Object.fromEntries(some.map(({ albumId, sold, cents }) => [albumId, { sold, cents }]));
}

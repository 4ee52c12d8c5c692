import type { LeftOutReason } from '#contract/rules/left-out.ts';
import type { Item } from '#server/modules/orders/entitlements.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

export type LeftOutLine = Item & { problem: LeftOutReason | null };

export async function insertLeftOut(
  db: Db,
  { orderId, lines, now }: { orderId: number; lines: LeftOutLine[]; now: Date },
): Promise<void> {
  const rows = lines.flatMap(({ albumId, imageId, problem: reason }) =>
    reason ? [{ orderId, albumId, imageId, reason, createdAt: now }] : [],
  );
  if (rows.length > 0) await db.insertInto('leftOutLines').values(rows).execute();
}

export type LeftOutRow = Awaited<ReturnType<typeof listLeftOut>>[number];

export function listLeftOut(db: Db, orderIds: number[]) {
  return db
    .selectFrom('leftOutLines')
    .selectAll()
    .$narrowType<{ reason: LeftOutReason }>()
    .where('orderId', '=', anyOf(orderIds))
    .orderBy('id')
    .execute();
}

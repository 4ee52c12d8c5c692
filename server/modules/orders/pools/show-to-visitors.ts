import type { VisitedPool } from '#contract/endpoints/arriving.ts';
import { plainName } from '#contract/rules/sender-name.ts';
import type { Tx } from '#server/context.ts';
import { firstNamesOf } from '#server/modules/accounts/first-names.ts';
import { publicAlbums } from '#server/modules/catalogue/browse-albums.ts';
import { findOrder, listLines } from '#server/modules/orders/orders.ts';
import { AppError } from '#server/platform/errors.ts';
import { describeOrder } from './news.ts';
import { findPool, listLiveShares } from './pools.queries.ts';
import { toVisitedPool } from './visited-pools.wire.ts';

/** Whoever has the link may see this. An order that is not shared answers like one that does not exist. */
export async function showToVisitors(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  key: string,
): Promise<VisitedPool> {
  const { db, clock } = tx;
  const order = await findOrder(db, key);
  const pool = order?.isPool ? await findPool(db, order.id) : undefined;
  if (!order || !pool) throw new AppError('not_found');
  const albumIds = (await listLines(db, [order.id])).map((line) => line.albumId);
  return toVisitedPool(order, {
    pool,
    shares: await listLiveShares(db, [order.id]),
    albums: await publicAlbums(tx, albumIds),
    title: await describeOrder(tx, order.id),
    ownerName: plainName((await firstNamesOf(db, [order.userId])).get(order.userId) ?? ''),
    now: clock.now(),
  });
}

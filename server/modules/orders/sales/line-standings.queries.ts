import type { EntitlementState } from '#contract/rules/order-states.ts';
import { anyOf, type Db } from '#server/platform/database.ts';

export type StandingRow = Awaited<ReturnType<typeof listStandings>>[number];

/** What each line has brought, ended or not; of a pool one a member. With the price it was last swapped to. */
export function listStandings(db: Db, orderLineIds: number[]) {
  return db
    .selectFrom('entitlements')
    .select(['id', 'userId', 'albumId', 'imageId', 'orderLineId', 'downloadsUsed', 'state'])
    .select((eb) =>
      eb
        .selectFrom('entitlementSwaps')
        .select('toPriceCents')
        .whereRef('entitlementSwaps.entitlementId', '=', 'entitlements.id')
        .orderBy('entitlementSwaps.id', 'desc')
        .limit(1)
        .as('swappedToCents'),
    )
    .$narrowType<{ state: EntitlementState }>()
    .where('orderLineId', '=', anyOf(orderLineIds))
    .orderBy('id')
    .execute();
}

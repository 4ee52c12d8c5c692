import type { Pool } from '#contract/entities/order.ts';
import { sumCents } from '#contract/rules/money.ts';
import { shareAmountsCents } from '#contract/rules/pool-split.ts';
import { SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import type { OrderRow } from '#server/modules/orders/orders.ts';
import { toIso } from '#server/platform/timestamps.ts';
import type { PoolRow, ShareRow } from './pools.queries.ts';

export function toWirePool(
  order: OrderRow,
  {
    pool,
    shares,
    refunded,
    own,
    firstNames,
  }: {
    pool: PoolRow;
    shares: ShareRow[];
    refunded: Pick<ShareRow, 'userId' | 'amountCents'>[];
    own: { refundedCents: number; isOwed: boolean };
    firstNames: ReadonlyMap<number, string>;
  },
  userId: number,
): Pool {
  const countOf = (participant: number) => shares.filter((share) => share.userId === participant).length;
  const ownCents = (of: Pick<ShareRow, 'userId' | 'amountCents'>[]) =>
    sumCents(of.filter((share) => share.userId === userId).map((share) => share.amountCents));
  const paid = shares.filter((share) => share.state === 'paid');
  const taken = new Set(shares.map((share) => share.position));
  const isOver = pool.phase === 'filled' || pool.phase === 'released';
  const left = shareAmountsCents(order.totalCents).filter((_, position) => !taken.has(position));
  return {
    phase: pool.phase,
    shares: SHARES_PER_ALBUM,
    taken: taken.size,
    mine: countOf(userId),
    my_amount: ownCents(shares),
    my_charged: ownCents(paid),
    my_refund: ownCents(refunded),
    my_refunded: own.refundedCents,
    is_refund_delayed: own.isOwed,
    was_charged: paid.length + refunded.length > 0,
    deadline: toIso((pool.phase === 'covering' && pool.coverDeadline) || pool.deadline),
    shares_left: isOver ? [] : left,
    participants: [...new Set(shares.map((share) => share.userId))].map((participant) => ({
      first_name: firstNames.get(participant) ?? '',
      shares: countOf(participant),
      is_me: participant === userId,
      is_owner: participant === order.userId,
    })),
  };
}

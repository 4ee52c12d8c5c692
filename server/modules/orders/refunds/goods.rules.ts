// What was bought belongs to each buyer until that buyer's money has gone back. In a pool every member stands alone.

import type { EntitlementState } from '#contract/rules/order-states.ts';
import type { OrderMoney } from './order-money.ts';
import { sumOf } from './split.rules.ts';

type Money = Pick<OrderMoney, 'paid' | 'open' | 'refunded'> & {
  lines: readonly { id: number; totalCents: number }[];
  charges: readonly Pick<
    OrderMoney['charges'][number],
    'attemptId' | 'userId' | 'amountCents' | 'leftCents' | 'lostCents' | 'disputedCents'
  >[];
};

/**
 * Decides about one line of one holder; nothing is decided without a charge. Without a payer, all charges of the order paid
 * for the line.
 */
export function stateOfGoods(
  money: Money,
  lineId: number,
  payerId: number | undefined,
): EntitlementState | undefined {
  const charges = money.charges.filter(({ userId }) => payerId === undefined || userId === payerId);
  if (charges.length === 0) return undefined;
  if (isBack(money, lineId, charges)) return 'ended';
  return charges.some(({ disputedCents }) => disputedCents > 0) ? 'suspended' : 'active';
}

function isBack({ lines, paid, open, refunded }: Money, lineId: number, charges: Money['charges']): boolean {
  const ids = new Set(charges.map(({ attemptId }) => attemptId));
  const held = new Set(
    charges.flatMap(({ attemptId, leftCents, lostCents }) => (leftCents > lostCents ? [attemptId] : [])),
  );
  if (held.size === 0 && charges.some(({ amountCents }) => amountCents > 0)) return true;
  const isPaidBy =
    sumOf(paid, ({ orderLineId, attemptId }) => orderLineId === lineId && ids.has(attemptId)) > 0;
  if (isPaidBy)
    return sumOf(open, ({ orderLineId, attemptId }) => orderLineId === lineId && held.has(attemptId)) === 0;
  // Something that cost the holder nothing ends with the line itself, or with a refund of theirs that names it.
  const isFree = lines.some(({ id, totalCents }) => id === lineId && totalCents === 0);
  if (!isFree) return sumOf(open, ({ orderLineId }) => orderLineId === lineId) === 0;
  return refunded.some(({ orderLineId, attemptId }) => orderLineId === lineId && ids.has(attemptId));
}

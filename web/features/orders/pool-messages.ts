import type { Pool } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { countOf, formatLongDay, formatLongMoment } from '#web/lib/formats.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export function describeTimeLeft(iso: string, now = Date.now()): string {
  const left = new Date(iso).getTime() - now;
  if (left <= 0) return 'closing now';
  if (left < HOUR_MS) return `${countOf(Math.ceil(left / MINUTE_MS), 'minute')} left`;
  if (left < 2 * DAY_MS) return `${countOf(Math.ceil(left / HOUR_MS), 'hour')} left`;
  return `${countOf(Math.floor(left / DAY_MS), 'day')} left`;
}

export function describeShares(shares: number): string {
  return countOf(shares, 'share');
}

type PhaseMessage = { title: string; sentence: string; tone: 'plain' | 'ok' | 'warn' };

export function describePhase(pool: Pool): PhaseMessage {
  const left = pool.shares - pool.taken;
  switch (pool.phase) {
    case 'filling':
      return left === 0
        ? {
            title: 'All shares are taken',
            sentence: 'Checking the last card. This takes a moment.',
            tone: 'plain',
          }
        : {
            title: `${pool.taken} of ${pool.shares} shares`,
            sentence: `${describeShares(left)} to go. Cards are held, and charged only when all ${pool.shares} are taken.`,
            tone: 'plain',
          };
    case 'charging':
      return {
        title: `All ${pool.shares} shares are taken`,
        sentence: 'Charging the cards. The albums are yours in a moment.',
        tone: 'ok',
      };
    case 'covering':
      return {
        title: 'One card could not be charged',
        sentence: `${describeShares(left)} ${left === 1 ? 'is' : 'are'} available again. Take ${left === 1 ? 'it' : 'them'} by ${formatLongMoment(pool.deadline)}, or everyone gets a full refund.`,
        tone: 'warn',
      };
    case 'filled':
      return {
        title: `All ${pool.shares} shares are paid`,
        sentence: 'Everyone who joined owns the albums.',
        tone: 'ok',
      };
    case 'released':
      return {
        title: 'This pool has ended',
        sentence: `It ended before every share was paid. ${describeEnded(pool)}`,
        tone: 'warn',
      };
  }
}

/** What became of the money when a pool ended before every share was paid. */
export function describeEnded({ my_refund, my_refunded, is_refund_delayed, was_charged }: Pool): string {
  if (my_refund > 0) {
    const charged = `You were charged ${formatCents(my_refund)}`;
    if (is_refund_delayed) return `${charged}. Your refund is delayed, and we are working on it.`;
    return my_refunded >= my_refund
      ? `${charged}, and we sent the refund. Banks usually take 5 to 10 days to show it.`
      : `${charged} and get a full refund.`;
  }
  if (was_charged) return 'Everyone who was charged gets a full refund, and all holds are released.';
  return 'Nobody was charged, and all holds are released.';
}

/** What is true of the card of somebody who has shares. */
export function describeStatus(pool: Pool): string {
  const amount = formatCents(pool.my_amount);
  if (pool.my_charged > 0) {
    const charged = `Your card was charged ${formatCents(pool.my_charged)}.`;
    return pool.phase === 'covering'
      ? `${charged} If the open shares are not taken, you get a full refund.`
      : charged;
  }
  if (pool.phase === 'charging') return `Your card is being charged ${amount} now.`;
  if (pool.phase === 'filling' && pool.taken === pool.shares) {
    return `All shares are taken. ${amount} is charged as soon as the last card is confirmed.`;
  }
  if (pool.phase === 'covering') {
    return `${amount} is held on your card, not charged. It is charged when the open shares are taken.`;
  }
  return `${amount} is held on your card, not charged. If the pool does not fill by ${formatLongDay(pool.deadline)}, the hold is released.`;
}

/** What to say right after somebody has taken shares. */
export function describeTaken(shares: number, pool: Pool | null): string {
  const taken = `${describeShares(shares)} ${pool?.phase === 'filled' ? 'paid' : 'reserved'}.`;
  if (pool?.phase === 'filled') return `${taken} All shares are paid, and the albums are yours.`;
  return pool && pool.my_amount > 0 ? `${taken} ${describeStatus(pool)}` : taken;
}

import type { Pool } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { formatLongDay, formatLongMoment } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

export function describeTimeLeft(iso: string, now = Date.now()): string {
  const left = new Date(iso).getTime() - now;
  if (left <= 0) return 'closing now';
  if (left < HOUR_MS)
    return `${i18n.t('{count, plural, one {# minute} other {# minutes}}', { count: Math.ceil(left / MINUTE_MS) })} left`;
  if (left < 2 * DAY_MS)
    return `${i18n.t('{count, plural, one {# hour} other {# hours}}', { count: Math.ceil(left / HOUR_MS) })} left`;
  return `${i18n.t('{count, plural, one {# day} other {# days}}', { count: Math.floor(left / DAY_MS) })} left`;
}

export function describeShares(shares: number): string {
  return i18n.t('{count, plural, one {# share} other {# shares}}', { count: shares });
}

type PhaseMessage = { title: string; sentence: string; tone: 'plain' | 'ok' | 'warn' };

export function describePhase(pool: Pool): PhaseMessage {
  const left = pool.shares - pool.taken;
  switch (pool.phase) {
    case 'filling':
      return left === 0
        ? {
            title: i18n.t('All shares are taken'),
            sentence: i18n.t('Checking the last card. This takes a moment.'),
            tone: 'plain',
          }
        : {
            title: i18n.t('{taken} of {shares} shares', { taken: pool.taken, shares: pool.shares }),
            sentence: i18n.t('{left} to go. Cards are held, and charged only when all {shares} are taken.', {
              left: describeShares(left),
              shares: pool.shares,
            }),
            tone: 'plain',
          };
    case 'charging':
      return {
        title: i18n.t('All {shares} shares are taken', { shares: pool.shares }),
        sentence: i18n.t('Charging the cards. The albums are yours in a moment.'),
        tone: 'ok',
      };
    case 'covering':
      return {
        title: i18n.t('One card could not be charged'),
        sentence: i18n.t(
          '{left} {value} available again. Take {value2} by {deadline}, or everyone gets a full refund.',
          {
            left: describeShares(left),
            value: left === 1 ? 'is' : 'are',
            value2: left === 1 ? 'it' : 'them',
            deadline: formatLongMoment(pool.deadline),
          },
        ),
        tone: 'warn',
      };
    case 'filled':
      return {
        title: i18n.t('All {shares} shares are paid', { shares: pool.shares }),
        sentence: i18n.t('Everyone who joined owns the albums.'),
        tone: 'ok',
      };
    case 'released':
      return {
        title: i18n.t('This pool has ended'),
        sentence: i18n.t('It ended before every share was paid. {pool}', { pool: describeEnded(pool) }),
        tone: 'warn',
      };
  }
}

/** What became of the money when a pool ended before every share was paid. */
export function describeEnded({ my_refund, my_refunded, is_refund_delayed, was_charged }: Pool): string {
  if (my_refund > 0) {
    const charged = i18n.t('You were charged {myRefund}', { myRefund: formatCents(my_refund) });
    if (is_refund_delayed)
      return i18n.t('{charged}. Your refund is delayed, and we are working on it.', { charged });
    return my_refunded >= my_refund
      ? i18n.t('{charged}, and we sent the refund. Banks usually take 5 to 10 days to show it.', { charged })
      : i18n.t('{charged} and get a full refund.', { charged });
  }
  if (was_charged) return i18n.t('Everyone who was charged gets a full refund, and all holds are released.');
  return i18n.t('Nobody was charged, and all holds are released.');
}

/** What is true of the card of somebody who has shares. */
export function describeStatus(pool: Pool): string {
  const amount = formatCents(pool.my_amount);
  if (pool.my_charged > 0) {
    const charged = i18n.t('Your card was charged {myCharged}.', { myCharged: formatCents(pool.my_charged) });
    return pool.phase === 'covering'
      ? i18n.t('{charged} If the open shares are not taken, you get a full refund.', { charged })
      : charged;
  }
  if (pool.phase === 'charging') return i18n.t('Your card is being charged {amount} now.', { amount });
  if (pool.phase === 'filling' && pool.taken === pool.shares) {
    return i18n.t('All shares are taken. {amount} is charged as soon as the last card is confirmed.', {
      amount,
    });
  }
  if (pool.phase === 'covering') {
    return i18n.t(
      '{amount} is held on your card, not charged. It is charged when the open shares are taken.',
      { amount },
    );
  }
  return i18n.t(
    '{amount} is held on your card, not charged. If the pool does not fill by {deadline}, the hold is released.',
    { amount, deadline: formatLongDay(pool.deadline) },
  );
}

/** What to say right after somebody has taken shares. */
export function describeTaken(shares: number, pool: Pool | null): string {
  const taken = `${describeShares(shares)} ${pool?.phase === 'filled' ? 'paid' : 'reserved'}.`;
  if (pool?.phase === 'filled')
    return i18n.t('{taken} All shares are paid, and the albums are yours.', { taken });
  return pool && pool.my_amount > 0 ? `${taken} ${describeStatus(pool)}` : taken;
}

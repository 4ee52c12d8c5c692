import type { Order, Pool } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { formatLongDay, formatLongMoment, teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Days are rounded, so that six days are not five a second after they began. */
export function describeTimeLeft(iso: string, now = Date.now()): string {
  const left = new Date(iso).getTime() - now;
  if (left <= 0) return i18n.t('closing now');
  if (left < HOUR_MS) {
    const count = Math.ceil(left / MINUTE_MS);
    return i18n.t('{count, plural, one {# minute left} other {# minutes left}}', { count });
  }
  if (left < 2 * DAY_MS) {
    const count = Math.ceil(left / HOUR_MS);
    return i18n.t('{count, plural, one {# hour left} other {# hours left}}', { count });
  }
  const count = Math.round(left / DAY_MS);
  return i18n.t('{count, plural, one {# day left} other {# days left}}', { count });
}

type PhaseMessage = { title: string; sentence: string; tone: 'plain' | 'ok' | 'warn' };

export function describePhase(pool: Pool): PhaseMessage {
  const { shares, taken } = pool;
  const left = shares - taken;
  switch (pool.phase) {
    case 'filling':
      return left === 0
        ? {
            title: i18n.t('All shares are taken'),
            sentence: i18n.t('Checking the last card. This takes a moment.'),
            tone: 'plain',
          }
        : {
            title: i18n.t('{taken} of {shares} shares taken', { taken, shares }),
            sentence: i18n.t(
              '{left, plural, one {# share to go} other {# shares to go}}. Cards are only charged once all {shares} are taken.',
              { left, shares },
            ),
            tone: 'plain',
          };
    case 'charging':
      return {
        title: i18n.t('All {shares} shares are taken', { shares }),
        sentence: i18n.t('Charging the cards. The photos are yours in a moment.'),
        tone: 'ok',
      };
    case 'covering':
      return {
        title: i18n.t('One card couldn’t be charged'),
        sentence: i18n.t(
          '{left, plural, one {# share is open again. If nobody takes it} other {# shares are open again. If nobody takes them}} by {deadline}, everyone gets a full refund.',
          { left, deadline: formatLongMoment(pool.deadline) },
        ),
        tone: 'warn',
      };
    case 'filled':
      return {
        title: i18n.t('All {shares} shares are paid', { shares }),
        sentence: i18n.t('Everyone who joined owns the photos.'),
        tone: 'ok',
      };
    case 'released':
      return { ...describeClosed('ended', { owner: null, rest: describeEnded(pool) }), tone: 'warn' };
  }
}

/** Explains the money of a pool that ended before every share was paid. */
export function describeEnded({ my_refund, my_refunded, is_refund_delayed, was_charged }: Pool): string {
  const amount = formatCents(my_refund);
  if (my_refund > 0) {
    if (is_refund_delayed)
      return i18n.t('You were charged {amount}. Your refund is late, and we’re working on it.', { amount });
    return my_refunded >= my_refund
      ? i18n.t(
          'You were charged {amount}, and we sent it back. Banks usually take 5 to 10 days to show it.',
          { amount },
        )
      : i18n.t('You were charged {amount} and get a full refund.', { amount });
  }
  if (was_charged) return i18n.t('Everyone who was charged gets a full refund.');
  return i18n.t('Nobody was charged.');
}

/** Explains the state of a shareholder's card. */
export function describeStatus(pool: Pool): string {
  const amount = formatCents(pool.my_charged > 0 ? pool.my_charged : pool.my_amount);
  if (pool.my_charged > 0) {
    return pool.phase === 'covering'
      ? i18n.t('Your card was charged {amount}. If nobody takes the open shares, you get a full refund.', {
          amount,
        })
      : i18n.t('Your card was charged {amount}.', { amount });
  }
  if (pool.phase === 'charging') return i18n.t('We’re charging your card {amount} now.', { amount });
  if (pool.phase === 'filling' && pool.taken === pool.shares) {
    return i18n.t('All shares are taken. We charge {amount} once the last card is confirmed.', { amount });
  }
  if (pool.phase === 'covering') {
    return i18n.t(
      '{amount} is on hold on your card, not charged. You pay it when the open shares are taken.',
      { amount },
    );
  }
  return i18n.t(
    '{amount} is on hold on your card, not charged. If shares are still open on {deadline}, you get it back.',
    { amount, deadline: formatLongDay(pool.deadline) },
  );
}

/** Shown right after somebody has taken shares. */
export function describeTaken(shares: number, pool: Pool | null): string {
  if (pool?.phase === 'filled')
    return i18n.t(
      '{shares, plural, one {Your share is} other {Your # shares are}} paid. The photos are yours!',
      { shares },
    );
  const taken = i18n.t('{shares, plural, one {Your share is} other {Your # shares are}} reserved.', {
    shares,
  });
  return pool && pool.my_amount > 0 ? `${taken} ${describeStatus(pool)}` : taken;
}

export function whatIsShared({ items }: Order): string {
  const [first] = items;
  return first && items.length === 1
    ? i18n.t('{team} photos', { team: teamName(first.album) })
    : i18n.t('{count, plural, one {# album} other {# albums}}', { count: items.length });
}

/** Says why nobody can join anymore, and then the given sentences. */
export function describeClosed(
  state: 'full' | 'ended' | 'canceled',
  { owner, rest }: { owner: string | null; rest: string },
): { title: string; sentence: string } {
  switch (state) {
    case 'full':
      return {
        title: i18n.t('This group order is full'),
        sentence: `${
          owner
            ? i18n.t('All shares of {owner}’s group order are taken.', { owner })
            : i18n.t('All shares of this group order are taken.')
        } ${rest}`,
      };
    case 'ended':
      return {
        title: i18n.t('This group order has ended'),
        sentence: `${i18n.t('Not all shares were paid in time.')} ${rest}`,
      };
    case 'canceled':
      return { title: i18n.t('This group order was canceled'), sentence: rest };
  }
}

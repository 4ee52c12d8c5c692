import { DECLINES, type Decline } from './declines.ts';
import type { TestCard } from './test-cards.ts';

export type Verdict = 'approved' | 'authenticate' | { declined: Decline };

export function judgePayment(
  card: TestCard,
  attempt: { isOffSession: boolean; isAuthenticated: boolean; isExpired: boolean; asksBank?: boolean },
): Verdict {
  const isAsked = card.needsAuthentication || (card.canAuthenticate && attempt.asksBank === true);
  if (isAsked && !attempt.isAuthenticated) {
    return attempt.isOffSession ? { declined: DECLINES.authentication_required } : 'authenticate';
  }
  const decline = attempt.isExpired ? DECLINES.expired_card : card.decline;
  return decline ? { declined: decline } : 'approved';
}

export function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** A card is valid through the last day of its month. */
export function isExpired(expiry: { exp_month: number; exp_year: number }, now: Date): boolean {
  return now.getTime() >= Date.UTC(expiry.exp_year, expiry.exp_month, 1);
}

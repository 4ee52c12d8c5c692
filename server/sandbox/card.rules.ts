// What a test card answers to a payment or to being saved, as the provider's testing page says.
import { DECLINES, type Decline } from './declines.ts';
import type { TestCard } from './test-cards.ts';

export type Verdict = 'approved' | 'authenticate' | { declined: Decline };

export type Attempt = {
  isOffSession: boolean;
  isAuthenticated: boolean;
  /** Saved with authentication for payments without the buyer. */
  isSetUp: boolean;
  hasCvc: boolean;
  isExpired: boolean;
  /** The shop asked for step-up although the card does not need it. */
  wantsAuthentication: boolean;
};

export function judgePayment(card: TestCard, attempt: Attempt): Verdict {
  if (card.authentication === 'broken') return { declined: DECLINES.generic_decline };
  if (!attempt.isAuthenticated && needsAuthentication(card, attempt)) {
    return attempt.isOffSession ? { declined: DECLINES.authentication_required } : 'authenticate';
  }
  return judgeIssuer(attempt, card.decline);
}

/** Saving a card checks it with its issuer; some cards are saved gladly and fail only when charged. */
export function judgeSetup(
  card: TestCard,
  attempt: Pick<Attempt, 'isAuthenticated' | 'hasCvc' | 'isExpired'>,
): Verdict {
  if (card.authentication === 'broken') return { declined: DECLINES.generic_decline };
  const needsStepUp = card.authentication !== 'none' && card.authentication !== 'optional';
  if (!attempt.isAuthenticated && needsStepUp) return 'authenticate';
  return judgeIssuer(attempt, card.canBeAttached ? undefined : card.decline);
}

function needsAuthentication(card: TestCard, attempt: Attempt): boolean {
  switch (card.authentication) {
    case 'always':
      return true;
    case 'unless_set_up':
      return !attempt.isOffSession || !attempt.isSetUp;
    case 'already_set_up':
      return !attempt.isOffSession;
    case 'optional':
      return attempt.wantsAuthentication && !attempt.isOffSession;
    default:
      return false;
  }
}

function judgeIssuer(attempt: Pick<Attempt, 'hasCvc' | 'isExpired'>, decline: Decline | undefined): Verdict {
  if (attempt.isExpired) return { declined: DECLINES.expired_card };
  if (!decline) return 'approved';
  // Without a security code there is nothing to check.
  if (decline === DECLINES.incorrect_cvc && !attempt.hasCvc) return 'approved';
  return { declined: decline };
}

export function passesLuhn(number: string): boolean {
  const digits = [...number].reverse().map(Number);
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** A card is good to the last day of its month. */
export function isExpired(expiry: { exp_month: number; exp_year: number }, now: Date): boolean {
  return now.getTime() >= Date.UTC(expiry.exp_year, expiry.exp_month, 1);
}

// Limits on declined cards. Only declines count, and successful payments make up for some of them.

export const CARD_ATTEMPT_SUBJECTS = ['account', 'device', 'card', 'address'] as const;
export type CardAttemptSubject = (typeof CARD_ATTEMPT_SUBJECTS)[number];

/** `challenge`: from here on the bank asks the buyer to confirm. `block`: from here on no card is tried. */
export type CardAttemptLimit = { challenge: number; block: number; minutes: number };

/** Thousands of people in one arena share one network address, so its limit is generous. */
export const CARD_ATTEMPT_LIMITS: Record<CardAttemptSubject, CardAttemptLimit> = {
  account: { challenge: 3, block: 8, minutes: 24 * 60 },
  device: { challenge: 5, block: 12, minutes: 24 * 60 },
  card: { challenge: 2, block: 5, minutes: 24 * 60 },
  address: { challenge: 60, block: 300, minutes: 60 },
};

/**
 * `open`: the provider is deciding right now. Such attempts count like declines, so that concurrent ones cannot pass a
 * limit together. An attempt that the provider never answered counts once its decline is known.
 */
export type CardAttemptTally = { declined: number; open: number; passed: number };

const FORGIVEN_PER_PAYMENT = 3;
/** Caps the credit, so that nobody buys many attempts with a few payments. */
const MAX_FORGIVEN = 6;

export function forgivenDeclines(subject: CardAttemptSubject, passed: number): number {
  const forgiven = FORGIVEN_PER_PAYMENT * passed;
  return subject === 'address' ? forgiven : Math.min(forgiven, MAX_FORGIVEN);
}

/** `wait`: too many cards are being tried at this moment. */
export type CardAttemptVerdict = 'free' | 'challenge' | 'wait' | 'block';

export function judgeCardAttempts(
  subject: CardAttemptSubject,
  { declined, open, passed }: CardAttemptTally,
): CardAttemptVerdict {
  const counted = declined - forgivenDeclines(subject, passed);
  const { challenge, block } = CARD_ATTEMPT_LIMITS[subject];
  if (counted >= block) return 'block';
  if (counted + open >= block) return 'wait';
  return counted + open >= challenge ? 'challenge' : 'free';
}

// A card is saved only if its owner agrees to this text. A text that was shown once is never changed: a new one gets a
// new version.

export const CARD_CONSENTS: Record<number, string> = {
  1: /*i18n*/ 'Keep this card for next time. It is charged only when you press a pay button, and you can remove it in your profile at any time.',
};

export const CARD_CONSENT_VERSION = 1 as const;

export const CARD_CONSENT = CARD_CONSENTS[CARD_CONSENT_VERSION] ?? '';

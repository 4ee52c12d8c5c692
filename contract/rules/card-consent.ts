// A card is kept only if its owner agrees to these words. Words that were shown once are never changed: new words
// get a new version.

export const CARD_CONSENTS: Record<number, string> = {
  1: 'Keep this card for next time. It is charged only when you press a pay button, and you can remove it in your profile at any time.',
};

export const CARD_CONSENT_VERSION = 1 as const;

export const CARD_CONSENT = CARD_CONSENTS[CARD_CONSENT_VERSION] ?? '';

/** What issuers and the fraud filter answer: code, decline code and the provider's sentence. */
export type Decline = {
  code: 'authentication_required' | 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error';
  declineCode?: string;
  message: string;
  /** The fraud filter stopped it before the issuer saw it. */
  isBlocked?: boolean;
};

const REFUSED = 'Your card was declined.';

export const DECLINES = {
  authentication_required: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  blocked: { code: 'card_declined', declineCode: 'fraudulent', message: REFUSED, isBlocked: true },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  generic_decline: { code: 'card_declined', declineCode: 'generic_decline', message: REFUSED },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
  lost_card: { code: 'card_declined', declineCode: 'lost_card', message: REFUSED },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  stolen_card: { code: 'card_declined', declineCode: 'stolen_card', message: REFUSED },
  velocity: {
    code: 'card_declined',
    declineCode: 'card_velocity_exceeded',
    message:
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  },
} satisfies Record<string, Decline>;

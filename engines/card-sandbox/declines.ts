export type Decline = {
  code: 'authentication_required' | 'card_declined' | 'expired_card' | 'incorrect_cvc';
  declineCode?: string;
  message: string;
};

export const DECLINES = {
  authentication_required: {
    code: 'authentication_required',
    declineCode: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  expired_card: { code: 'expired_card', message: 'Your card has expired.' },
  generic_decline: {
    code: 'card_declined',
    declineCode: 'generic_decline',
    message: 'Your card was declined.',
  },
  incorrect_cvc: { code: 'incorrect_cvc', message: "Your card's security code is incorrect." },
  insufficient_funds: {
    code: 'card_declined',
    declineCode: 'insufficient_funds',
    message: 'Your card has insufficient funds.',
  },
} satisfies Record<string, Decline>;

import type { DisputeState, PaymentState, RefundState } from '#contract/rules/order-states.ts';

/** Whose books an object is in: what one kind of keys stored means nothing to another. */
export type PaymentMode = 'sandbox' | 'test' | 'live';

/** Each is also a code of the error table, with its sentence. */
export type CardFailure =
  | 'card_declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'authentication_failed'
  | 'processing_error';

export type Card = {
  methodId: string;
  brand: string;
  last4: string;
  expMonth: number;
  expYear: number;
};

/** A payment as the provider has it, in our words. */
export type ProviderPayment = {
  intentId: string;
  state: PaymentState;
  amountCents: number;
  /** The charge that moved the money. */
  chargeId: string | null;
  clientSecret: string | null;
  /** Where the buyer proves to be the card's owner. */
  nextActionUrl: string | null;
  failure: CardFailure | null;
  /** The try has failed but a browser could still confirm it with another card. */
  isReusable: boolean;
  /** Until when held money can be taken. */
  holdUntil: Date | null;
  attemptKey: string | null;
};

/** The provider said no for good, and there is no payment to look at. */
export class PaymentRefused extends Error {
  readonly failure: CardFailure;

  constructor(failure: CardFailure, cause: unknown) {
    super(`the payment provider refused: ${failure}`, { cause });
    this.failure = failure;
  }
}

/** Nobody knows whether it happened: ask again, with the same key. */
export class PaymentUnknown extends Error {
  constructor(cause: unknown) {
    super('the payment provider gave no clear answer', { cause });
  }
}

export type NewPayment = {
  attemptKey: string;
  amountCents: number;
  currency: string;
  customerId: string;
  methodId: string;
  /** `manual`: the money is held, and taken by `capturePayment`. */
  capture: 'automatic' | 'manual';
  description: string;
  returnUrl: string;
};

export type ProviderRefund = {
  refundId: string;
  state: RefundState;
  amountCents: number;
  refundKey: string | null;
};

export type ProviderDispute = {
  disputeId: string;
  intentId: string | null;
  state: DisputeState;
  /** The bank only asks; no money has moved. */
  isInquiry: boolean;
  amountCents: number;
  withdrawnCents: number;
  reinstatedCents: number;
};

export type ProviderEvent = {
  id: string;
  type: string;
  objectId: string | null;
  intentId: string | null;
  refundId: string | null;
  disputeId: string | null;
};

export type BalanceLine = {
  sourceId: string;
  type: string;
  amountCents: number;
  currency: string;
  createdAt: Date;
};

export type Payments = {
  mode: PaymentMode;
  /** For the provider's card fields in the browser. */
  publishableKey: string;
  createCustomer(customer: { key: string; email: string; name: string }): Promise<string>;
  attachCard(customerId: string, token: string): Promise<Card>;
  detachCard(methodId: string): Promise<void>;
  /** The same attempt key is the same payment, however often it is asked for. */
  pay(payment: NewPayment): Promise<ProviderPayment>;
  getPayment(intentId: string): Promise<ProviderPayment>;
  /** A payment whose answer was lost, by the key it was asked with. */
  findPayment(customerId: string, attemptKey: string, since: Date): Promise<ProviderPayment | undefined>;
  /** Takes the held money. The same attempt key is the same capture, however often it is asked for. */
  capturePayment(payment: { attemptKey: string; intentId: string }): Promise<ProviderPayment>;
  /** Ends a payment that has not succeeded; answers what became of it. */
  cancelPayment(intentId: string): Promise<ProviderPayment>;
  /** The same key is the same refund, however often it is asked for. */
  refund(refund: { refundKey: string; intentId: string; amountCents: number }): Promise<ProviderRefund>;
  getRefund(refundId: string): Promise<ProviderRefund>;
  getDispute(disputeId: string): Promise<ProviderDispute>;
  /** A refund whose answer was lost, by the key it was asked with. */
  findRefund(intentId: string, refundKey: string): Promise<ProviderRefund | undefined>;
  /** Undefined when the signature is not the provider's. */
  readEvent(rawBody: string, signature: string, now: Date): ProviderEvent | undefined;
  listUndeliveredEvents(since: Date): Promise<ProviderEvent[]>;
  listBalance(since: Date): Promise<BalanceLine[]>;
};

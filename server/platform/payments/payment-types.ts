import type { EvidenceFields } from '#contract/rules/dispute-evidence.ts';
import type { DisputeState, PaymentState, RefundState } from '#contract/rules/order-states.ts';
import type { TaxPart, TaxPlace } from '#contract/rules/tax.ts';

/** Objects created with the keys of one mode are unknown in the others. */
export type PaymentMode = 'sandbox' | 'test' | 'live';

/** Each is also an error code in `contract/errors.ts`. */
export type CardFailure =
  | 'card_declined'
  | 'insufficient_funds'
  | 'card_unusable'
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
  /** Two cards with one fingerprint have the same number. */
  fingerprint: string | null;
};

/** A card that is kept without a payment. */
export type ProviderSetup = {
  setupId: string;
  state: 'requires_action' | 'succeeded' | 'failed';
  customerId: string | null;
  methodId: string | null;
  clientSecret: string | null;
  nextActionUrl: string | null;
  failure: CardFailure | null;
  /** The customer's consent as recorded at the start of the setup. */
  consent: { version: number; device: string | null; at: Date } | null;
};

export type ProviderPayment = {
  intentId: string;
  state: PaymentState;
  /** Less than was asked for if somebody captured only a part of a hold in the provider's dashboard. */
  amountCents: number;
  chargeId: string | null;
  clientSecret: string | null;
  /** The bank's page where the buyer confirms the payment. */
  nextActionUrl: string | null;
  failure: CardFailure | null;
  /** The attempt has failed, but a browser could still confirm it with another card. */
  isReusable: boolean;
  /** A hold can be captured until then. */
  holdUntil: Date | null;
  attemptKey: string | null;
  methodId: string | null;
};

/** The provider refused for good and created no payment. */
export class PaymentRefused extends Error {
  readonly failure: CardFailure;
  /** The provider no longer knows it or allows its use, for example after a deletion in its dashboard. */
  readonly missing: 'customer' | 'card' | null;

  constructor(failure: CardFailure, cause: unknown, missing: PaymentRefused['missing'] = null) {
    super(`the payment provider refused: ${failure}`, { cause });
    this.failure = failure;
    this.missing = missing;
  }
}

/** The call may or may not have taken effect: repeat it with the same key. */
export class PaymentUnknown extends Error {
  constructor(cause: unknown) {
    super('the payment provider gave no clear answer', { cause });
  }
}

/**
 * For a day the key gets no other answer: the provider failed, or knows it with other parameters. It has ended the call, so
 * reading tells whether it did the work.
 */
export class PaymentStuck extends PaymentUnknown {}

export type NewPayment = {
  attemptKey: string;
  amountCents: number;
  currency: string;
  customerId: string;
  /** A payment method, or a confirmation token of the browser. */
  methodId: string;
  /** The provider attaches the card to the customer once the bank has agreed to the payment. */
  keepsCard: boolean;
  /** `manual` holds the money until `capturePayment`. */
  capture: 'automatic' | 'manual';
  /** Asks the bank to confirm the payment wherever the card can do it. */
  asksBank: boolean;
  description: string;
  /** Names the event on the statement of the card. */
  eventName: string;
  returnUrl: string;
};

export type ProviderRefund = {
  refundId: string;
  state: RefundState;
  amountCents: number;
  refundKey: string | null;
  intentId: string | null;
};

export type ProviderDispute = {
  disputeId: string;
  intentId: string | null;
  state: DisputeState;
  /** An inquiry moves no money. */
  isInquiry: boolean;
  amountCents: number;
  withdrawnCents: number;
  reinstatedCents: number;
  /** The provider's word for why the buyer disputes the payment. */
  reason: string | null;
  /** The bank waits for evidence and lets us send it. */
  needsResponse: boolean;
  dueBy: Date | null;
  /** Names the evidence of ours that the provider has accepted. */
  evidenceKey: string | null;
};

export type ProviderEvent = {
  id: string;
  type: string;
  objectId: string | null;
  intentId: string | null;
  refundId: string | null;
  disputeId: string | null;
  /** The event is about a charge of which something was refunded, and does not name the refund. */
  hasRefunds: boolean;
};

/** A movement of the balance at the provider; `netCents` is what it adds to a payout. */
export type BalanceLine = {
  transactionId: string;
  sourceId: string;
  type: string;
  amountCents: number;
  feeCents: number;
  netCents: number;
  currency: string;
  availableOn: Date;
  createdAt: Date;
};

export type ProviderPayout = {
  payoutId: string;
  state: string;
  amountCents: number;
  currency: string;
  /** A day in UTC. */
  arrivesOn: string;
  isAutomatic: boolean;
  failureCode: string | null;
  createdAt: Date;
};

/** An account at the provider of somebody who is paid by transfers. */
export type ProviderAccount = { accountId: string; state: 'pending' | 'ready' | 'restricted' };

/** Money that went from our balance to an account. */
export type ProviderTransfer = {
  transferId: string;
  amountCents: number;
  reversedCents: number;
  reversals: { reversalId: string; amountCents: number; createdAt: Date }[];
  accountId: string | null;
  /** Null if something else on the same account of the provider made it. */
  transferKey: string | null;
  createdAt: Date;
};

/** The provider refused a transfer or reversal for good, and moved nothing. */
export class TransferRefused extends Error {
  readonly code: string;

  constructor(code: string, cause: unknown) {
    super(`the payment provider refused a transfer: ${code}`, { cause });
    this.code = code;
  }
}

export type ProviderBalance = { currency: string; availableCents: number; pendingCents: number };

export type Payments = {
  mode: PaymentMode;
  publishableKey: string;
  createCustomer(customer: { key: string; email: string; name: string }): Promise<string>;
  updateCustomer(customerId: string, fields: { email: string }): Promise<void>;
  /** Reads the card behind a token without using it. */
  readCard(token: string): Promise<Card>;
  /** Reads a kept card. Once it is detached from its customer it can never pay again. */
  readSavedCard(customerId: string, methodId: string): Promise<{ card: Card; isAttached: boolean }>;
  attachCard(customerId: string, token: string): Promise<Card>;
  /** Repeated calls with the same token create one setup. */
  setUpCard(setup: {
    customerId: string;
    token: string;
    consent: { version: number; device: string | null };
    returnUrl: string;
  }): Promise<ProviderSetup>;
  getSetup(setupId: string): Promise<ProviderSetup>;
  /** Lists cards that became attached to a customer in this time, attached or not by now. */
  listAttachedCards(times: { since: Date; until: Date }): Promise<{ methodId: string; customerId: string }[]>;
  detachCard(methodId: string): Promise<void>;
  /** Detaches every card, too. */
  deleteCustomer(customerId: string): Promise<void>;
  /** Repeated calls with the same attempt key create one payment. */
  pay(payment: NewPayment): Promise<ProviderPayment>;
  getPayment(intentId: string): Promise<ProviderPayment>;
  /** Finds a payment whose answer was lost. Without a customer, it searches the payments of all customers. */
  findPayment(
    customerId: string | null,
    attemptKey: string,
    since: Date,
  ): Promise<ProviderPayment | undefined>;
  /**
   * Reads the key of ours on the payment that a charge, refund or dispute belongs to. Returns null if something else on the
   * same account of the provider made it, and undefined if it belongs to no payment.
   */
  findAttemptKey(sourceId: string): Promise<string | null | undefined>;
  /** A payment that was captured is refused. */
  capturePayment(intentId: string): Promise<ProviderPayment>;
  /** Returns the payment unchanged if it has succeeded already. */
  cancelPayment(intentId: string): Promise<ProviderPayment>;
  /** Repeated calls with the same refund key create one refund. */
  refund(refund: { refundKey: string; intentId: string; amountCents: number }): Promise<ProviderRefund>;
  getRefund(refundId: string): Promise<ProviderRefund>;
  getDispute(disputeId: string): Promise<ProviderDispute>;
  /** The tax of each line at a place; `payable` is the price of each. */
  calculateTax(asked: {
    payable: readonly number[];
    place: TaxPlace;
    isIncluded: boolean;
    taxCode: string;
  }): Promise<{ calculationId: string; lines: TaxPart[][] }>;
  /**
   * Records a sale for the tax reports of the provider. References are unique there, and a call that is repeated gets its first
   * answer for a day, a refusal too. A `retry` gets a new one.
   */
  bookTax(sale: { calculationId: string; reference: string; retry?: string | undefined }): Promise<string>;
  /** Takes an amount of a sale back, or undoes a reversal as a whole. */
  reverseTax(what: {
    transactionId: string;
    reference: string;
    amountCents: number | 'all';
    retry?: string | undefined;
  }): Promise<string>;
  /** Submits to the bank, which is final: the provider takes evidence once, and keeps its key on the dispute. */
  sendEvidence(evidence: {
    evidenceKey: string;
    disputeId: string;
    fields: EvidenceFields;
  }): Promise<ProviderDispute>;
  listRefunds(of: { since: Date } | { intentId: string }): Promise<ProviderRefund[]>;
  listDisputes(since: Date): Promise<ProviderDispute[]>;
  /** Finds a refund whose answer was lost. */
  findRefund(intentId: string, refundKey: string): Promise<ProviderRefund | undefined>;
  /** Returns undefined if the signature is not the provider's. */
  readEvent(rawBody: string, signature: string, now: Date): ProviderEvent | undefined;
  listUndeliveredEvents(since: Date): Promise<ProviderEvent[]>;
  listBalance(since: Date, until?: Date): Promise<BalanceLine[]>;
  /** Lists what an automatic payout consists of. */
  listBalanceOfPayout(payoutId: string): Promise<BalanceLine[]>;
  getPayout(payoutId: string): Promise<ProviderPayout>;
  listPayouts(since: Date): Promise<ProviderPayout[]>;
  getBalance(): Promise<ProviderBalance[]>;
  /** Repeated calls with the same key create one account. */
  createAccount(account: { key: string; email: string | null }): Promise<ProviderAccount>;
  getAccount(accountId: string): Promise<ProviderAccount>;
  /** Returns an address that works once, where the owner gives the provider what it needs to pay them. */
  createAccountLink(link: { accountId: string; returnUrl: string; refreshUrl: string }): Promise<string>;
  /** Repeated calls with the same transfer key create one transfer. */
  transfer(transfer: {
    transferKey: string;
    accountId: string;
    amountCents: number;
    currency: string;
  }): Promise<ProviderTransfer>;
  getTransfer(transferId: string): Promise<ProviderTransfer>;
  /** Finds a transfer whose answer was lost. */
  findTransfer(transferKey: string): Promise<ProviderTransfer | undefined>;
  /** Repeated calls of the same asking reverse once. A later asking is not given the refusal of an earlier one again. */
  reverseTransfer(reversal: {
    transferKey: string;
    transferId: string;
    amountCents: number;
    askedAt: Date;
  }): Promise<ProviderTransfer>;
  listTransfers(since: Date): Promise<ProviderTransfer[]>;
};

// The states of an order and of everything that belongs to it.

export const ORDER_STATES = ['open', 'paid', 'partly_refunded', 'refunded', 'cancelled', 'expired'] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** An order is paid again when the bank returns its refund. */
export const orderMachine = stateMachine<OrderState>({
  open: ['paid', 'cancelled', 'expired'],
  paid: ['partly_refunded', 'refunded'],
  partly_refunded: ['refunded', 'paid'],
  refunded: ['partly_refunded', 'paid'],
  cancelled: [],
  expired: [],
});

/** One attempt to pay with one card. Only `failed` and `released` allow another attempt at the same money. */
export const PAYMENT_STATES = [
  'processing',
  'requires_action',
  'authorized',
  'succeeded',
  'failed',
  'released',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const paymentMachine = stateMachine<PaymentState>({
  processing: ['requires_action', 'authorized', 'succeeded', 'failed', 'released'],
  requires_action: ['processing', 'authorized', 'succeeded', 'failed', 'released'],
  authorized: ['succeeded', 'failed', 'released'],
  succeeded: [],
  failed: [],
  released: [],
});

export const SHARE_STATES = ['held', 'authorized', 'paid', 'released', 'refunded'] as const;
export type ShareState = (typeof SHARE_STATES)[number];

/** A share in one of these states belongs to somebody. */
export const LIVE_SHARE_STATES = ['held', 'authorized', 'paid'] as const satisfies readonly ShareState[];

export const shareMachine = stateMachine<ShareState>({
  held: ['authorized', 'released'],
  authorized: ['paid', 'released'],
  paid: ['refunded'],
  released: [],
  refunded: [],
});

/**
 * `charging`: every share is authorized and is being captured. `covering`: a capture failed after others had
 * succeeded, so the shares of that card can be taken by someone else before everyone is refunded.
 */
export const POOL_PHASES = ['filling', 'charging', 'covering', 'filled', 'released'] as const;
export type PoolPhase = (typeof POOL_PHASES)[number];

export const poolMachine = stateMachine<PoolPhase>({
  filling: ['charging', 'released'],
  charging: ['filled', 'filling', 'covering', 'released'],
  covering: ['charging', 'released'],
  filled: [],
  released: [],
});

export const REFUND_STATES = ['reserved', 'pending', 'succeeded', 'failed'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** A refund that succeeded can still fail later, when the bank returns it. */
export const refundMachine = stateMachine<RefundState>({
  reserved: ['pending', 'succeeded', 'failed'],
  pending: ['succeeded', 'failed'],
  succeeded: ['failed'],
  failed: [],
});

/** The ways to settle a refund that the card provider refused or the bank returned. */
export const RETURNED_SETTLEMENTS = ['refund_again', 'paid_another_way', 'purchase_kept'] as const;
export type ReturnedSettlement = (typeof RETURNED_SETTLEMENTS)[number];

/** Why staff refund an order although a bank disputes it. */
export const DISPUTE_REFUND_REASONS = ['withdrawn', 'our_mistake', 'other'] as const;
export type DisputeRefundReason = (typeof DISPUTE_REFUND_REASONS)[number];

export const DISPUTE_REFUND_REASON_NAMES: Record<DisputeRefundReason, string> = {
  withdrawn: 'The buyer is withdrawing the dispute',
  our_mistake: 'It was our mistake',
  other: 'Another reason',
};

/** A lost dispute gives the money back without us. */
export const RETURNED_OUTCOMES = [
  'refunded_again',
  'paid_another_way',
  'purchase_kept',
  'lost_in_dispute',
] as const;
export type ReturnedOutcome = (typeof RETURNED_OUTCOMES)[number];

export const DISPUTE_STATES = ['open', 'won', 'lost'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

export const disputeMachine = stateMachine<DisputeState>({
  open: ['won', 'lost'],
  won: [],
  lost: [],
});

export const ENTITLEMENT_STATES = ['active', 'suspended', 'ended'] as const;
export type EntitlementState = (typeof ENTITLEMENT_STATES)[number];

export type StateMachine<State extends string> = ReturnType<typeof stateMachine<State>>;

/** The first state is the one that everything begins in. */
export function stateMachine<State extends string>(moves: Record<State, readonly State[]>) {
  return {
    states: Object.keys(moves) as State[],
    canMove: (from: State, to: State) => moves[from].includes(to),
    isFinal: (state: State) => moves[state].length === 0,
  };
}

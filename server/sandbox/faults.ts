/** Trouble on the way to the provider, for tests. */
export type Fault = {
  /** As the SDK names it: `paymentIntents.create`; `*` is any call. */
  operation: string;
  kind:
    | 'api_error'
    | 'conflict'
    | 'decline'
    | 'hang'
    | 'rate_limit'
    | 'reset'
    /** No trouble, but the payment is `processing` for a few seconds. */
    | 'slow_settlement';
  /** After: the work is done and remembered, only its answer is lost. */
  when?: 'after' | 'before';
  times?: number;
};

export type Faults = {
  /** The next calls of the operation meet this fault; several faults are met in the order given. */
  next(fault: Fault): void;
  clear(): void;
  take(operation: string): Fault | undefined;
};

export function createFaults(): Faults {
  let waiting: (Fault & { left: number })[] = [];
  return {
    next(fault) {
      waiting.push({ ...fault, left: fault.times ?? 1 });
    },
    clear() {
      waiting = [];
    },
    take(operation) {
      const fault = waiting.find((one) => one.operation === operation || one.operation === '*');
      if (!fault) return undefined;
      fault.left -= 1;
      if (fault.left === 0) waiting = waiting.filter((one) => one !== fault);
      return fault;
    },
  };
}

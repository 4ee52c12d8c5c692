export type Fault = {
  /** The SDK's name of the call, such as `paymentIntents.create`; `*` matches every call. */
  operation: string;
  /**
   * `slow_settlement` is no error: the payment stays `processing` for a few seconds. `refuse` is the provider's own refusal
   * of a request that makes no sense to it, such as a refund of a charge that it no longer refunds. Like every answer to work
   * that has begun, it is remembered for the key of the call, and so is `kept_error`, a 500 that every repetition gets.
   */
  kind:
    | 'api_error'
    | 'conflict'
    | 'decline'
    | 'hang'
    | 'kept_error'
    | 'rate_limit'
    | 'refuse'
    | 'reset'
    | 'slow_settlement';
  /** Only calls that name this object, in the path or as a parameter, meet the fault. */
  object?: string;
  /** A fault after the work loses only the answer. */
  when?: 'after' | 'before';
  times?: number;
};

export type WebhookFault = {
  /** A dropped event counts as given up, as after days of a dead endpoint. */
  kind: 'delay' | 'drop' | 'duplicate';
  times?: number;
  /** A delayed event is sent this many seconds later. */
  seconds?: number;
};

export type FaultQueue<Kind> = {
  /** Plans a fault; several faults are met in the order given. */
  next(fault: Kind): void;
  /** Plans a fault for every call until `clear`, also for calls of jobs that run beside a test. */
  untilCleared(fault: Omit<Kind, 'times'>): void;
  clear(): void;
  take(matches: (fault: Kind) => boolean): Kind | undefined;
};

export function createFaults<Kind extends { times?: number }>(): FaultQueue<Kind> {
  let planned: { fault: Kind; left: number }[] = [];
  return {
    next(fault) {
      planned.push({ fault, left: fault.times ?? 1 });
    },
    untilCleared(fault) {
      planned.push({ fault: fault as Kind, left: Number.POSITIVE_INFINITY });
    },
    clear() {
      planned = [];
    },
    take(matches) {
      const met = planned.find(({ fault }) => matches(fault));
      if (!met) return undefined;
      met.left -= 1;
      if (met.left === 0) planned = planned.filter((one) => one !== met);
      return met.fault;
    },
  };
}

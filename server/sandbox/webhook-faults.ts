/** Trouble on the way from the provider, for tests. */
type WebhookFault = {
  /**
   * drop: given up without a try, as after days of a dead endpoint. duplicate: sent twice.
   * delay: sent so many seconds later.
   */
  kind: 'delay' | 'drop' | 'duplicate';
  /** An event type, or a family like `charge.*`; any event when left out. */
  type?: string;
  times?: number;
  seconds?: number;
};

export type WebhookFaults = {
  next(fault: WebhookFault): void;
  /** While on, what is due goes out newest first. */
  reverse(isReversed: boolean): void;
  clear(): void;
  take(type: string): WebhookFault | undefined;
  isReversed(): boolean;
};

export function createWebhookFaults(): WebhookFaults {
  let waiting: (WebhookFault & { left: number })[] = [];
  let reversed = false;
  return {
    next(fault) {
      waiting.push({ ...fault, left: fault.times ?? 1 });
    },
    reverse(isReversed) {
      reversed = isReversed;
    },
    clear() {
      waiting = [];
      reversed = false;
    },
    take(type) {
      const fault = waiting.find((one) => matches(one.type, type));
      if (!fault) return undefined;
      fault.left -= 1;
      if (fault.left === 0) waiting = waiting.filter((one) => one !== fault);
      return fault;
    },
    isReversed: () => reversed,
  };
}

function matches(pattern: string | undefined, type: string): boolean {
  if (pattern === undefined) return true;
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}

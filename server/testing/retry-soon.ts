import Stripe from 'stripe';
import type { Sandbox } from '#engines/card-sandbox/create-sandbox.ts';

const SOON_SECONDS = 0.01;

const { prototype } = Stripe;
const ordinaryDelay = prototype.getInitialNetworkRetryDelay;
let plannedFaults = 0;

prototype.getInitialNetworkRetryDelay = function (this: Stripe) {
  if (plannedFaults === 0) return ordinaryDelay.call(this);
  plannedFaults -= 1;
  return SOON_SECONDS;
};

/**
 * The SDK waits half a second and more before each further try, which no planned fault needs. Without one it waits as
 * ever: calls that meet under one key leave this time to the first of them.
 */
export function retrySoonAfterFaults({ faults }: Sandbox): void {
  const { next, untilCleared, clear } = faults;
  faults.next = (fault) => {
    plannedFaults += fault.times ?? 1;
    next(fault);
  };
  faults.untilCleared = (fault) => {
    plannedFaults = Number.POSITIVE_INFINITY;
    untilCleared(fault);
  };
  faults.clear = () => {
    plannedFaults = 0;
    clear();
  };
}

import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Payment } from '#contract/entities/order.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;
/** The bank's answer can reach the card provider after the buyer has returned. */
const LATE_NEWS_TRIES = 3;

type StepUp = (payment: Payment) => Promise<'answered' | 'left'>;

type Follow = {
  stepUp: StepUp;
  onWaiting: () => void;
  signal: AbortSignal;
};

export const isOnItsWay = ({ status }: Payment) => status === 'processing' || status === 'requires_action';

/**
 * Follows a payment until it ends or the buyer leaves the bank's page. The server decides the outcome, not
 * what the browser saw.
 */
export async function followPayment(started: Payment, follow: Follow): Promise<Payment> {
  let payment = started;
  let pauseMs = FIRST_PAUSE_MS;
  while (isOnItsWay(payment)) {
    if (payment.status === 'requires_action') {
      const outcome = await follow.stepUp(payment);
      follow.onWaiting();
      payment = await askAgain(payment, follow, outcome === 'left' ? 1 : LATE_NEWS_TRIES);
      if (payment.status === 'requires_action') return payment;
    } else {
      follow.onWaiting();
      await pause(pauseMs, follow.signal);
      pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
      payment = await refreshQuietly(payment, follow.signal);
    }
  }
  return payment;
}

export function refreshPayment(paymentId: number, signal: AbortSignal): Promise<Payment> {
  return callApi(paymentEndpoints.refreshPayment, { params: { id: paymentId }, signal });
}

async function askAgain(payment: Payment, { signal }: Follow, tries: number): Promise<Payment> {
  let known = await refreshQuietly(payment, signal);
  for (let left = tries - 1; left > 0 && known.status === 'requires_action'; left -= 1) {
    await pause(FIRST_PAUSE_MS, signal);
    known = await refreshQuietly(payment, signal);
  }
  return known;
}

/** A lost connection says nothing about the payment. */
async function refreshQuietly(payment: Payment, signal: AbortSignal): Promise<Payment> {
  try {
    return await refreshPayment(payment.id, signal);
  } catch (error) {
    if (isApiError(error) && (error.status === 0 || error.status >= 500)) return payment;
    throw error;
  }
}

function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

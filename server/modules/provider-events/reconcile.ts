import type { Context } from '#server/context.ts';
import { executeRefund } from '#server/modules/after-sale/settle-refund.ts';
import { chargePool, listChargingPools } from '#server/modules/group-orders/charge-pool.ts';
import { closeDuePool, listDuePools } from '#server/modules/group-orders/end-pool.ts';
import { listRehearsed, listUnsettledAttempts } from '#server/modules/orders/payment-attempts.ts';
import { reconcilePayment } from '#server/modules/payments/execute.ts';
import { listUnsettledRefunds } from '#server/modules/payments/refunds.ts';
import { settleWithoutProvider } from '#server/modules/payments/settle.ts';
import { PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { receiveEvent } from './receive-event.ts';

const SETTLING_MINUTES = 2;
const EVENT_WINDOW_MINUTES = 3 * 24 * 60;

/**
 * Moves payments, refunds and pools to the provider's state. One that fails or stays unknown does not stop the rest.
 */
export async function reconcilePayments(context: Context): Promise<void> {
  const { db, payments, clock } = context;
  const before = minutesFrom(clock.now(), -SETTLING_MINUTES);
  const errors: unknown[] = [];
  let unknown: PaymentUnknown | undefined;
  const collectErrors = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof PaymentUnknown) unknown ??= error;
      else errors.push(error);
    }
  };
  for (const attempt of await listUnsettledAttempts(db, payments.mode, before)) {
    await collectErrors(() => reconcilePayment(context, attempt));
  }
  for (const attempt of await listRehearsed(db, payments.mode)) {
    await collectErrors(() => settleWithoutProvider(context, attempt, 'processing_error'));
  }
  for (const refund of await listUnsettledRefunds(db, payments.mode, before)) {
    await collectErrors(() => executeRefund(context, refund));
  }
  for (const { orderId } of await listDuePools(db, clock.now())) {
    await collectErrors(() => closeDuePool(context, orderId));
  }
  for (const { orderId } of await listChargingPools(db)) {
    await collectErrors(() => chargePool(context, orderId));
  }
  if (errors.length > 0) throw new AggregateError(errors, `payments not reconciled: ${errors.join('; ')}`);
  if (unknown) throw unknown;
}

export async function fetchUndeliveredEvents(context: Context): Promise<void> {
  const since = minutesFrom(context.clock.now(), -EVENT_WINDOW_MINUTES);
  for (const event of await context.payments.listUndeliveredEvents(since)) await receiveEvent(context, event);
}

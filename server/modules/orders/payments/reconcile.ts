import type { Context } from '#server/context.ts';
import { chargePool } from '#server/modules/orders/pools/charge.ts';
import { listChargingPools, listDuePools } from '#server/modules/orders/pools/pools.queries.ts';
import { closeDuePool } from '#server/modules/orders/pools/release.ts';
import { listUnsettledRefunds } from '#server/modules/orders/refunds/refunds.queries.ts';
import { carryOutRefund } from '#server/modules/orders/refunds/settle.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { listUnsettledAttempts } from './attempts.queries.ts';
import { receiveEvent } from './receive-event.ts';
import { healPayment } from './refresh.ts';

const SETTLED_BY_THEN_MINUTES = 2;
const EVENTS_KEPT_MINUTES = 3 * 24 * 60;

/** Payments and refunds whose news was lost: each is brought to what the provider says. One bad one does not stop the rest. */
export async function reconcilePayments(context: Context): Promise<void> {
  const before = minutesFrom(context.clock.now(), -SETTLED_BY_THEN_MINUTES);
  const errors: unknown[] = [];
  const heal = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      // The next run asks again.
      if (!(error instanceof PaymentUnknown)) errors.push(error);
    }
  };
  for (const attempt of await listUnsettledAttempts(context.db, context.payments.mode, before)) {
    await heal(() => healPayment(context, attempt));
  }
  for (const refund of await listUnsettledRefunds(context.db, context.payments.mode, before)) {
    await heal(() => carryOutRefund(context, refund));
  }
  for (const { orderId } of await listDuePools(context.db, context.clock.now())) {
    await heal(() => closeDuePool(context, orderId));
  }
  for (const { orderId } of await listChargingPools(context.db)) {
    await heal(() => chargePool(context, orderId));
  }
  if (errors.length > 0) throw new AggregateError(errors, `payments not reconciled: ${errors.join('; ')}`);
}

/** Events the provider could not deliver to us. */
export async function fetchUndeliveredEvents(context: Context): Promise<void> {
  const since = minutesFrom(context.clock.now(), -EVENTS_KEPT_MINUTES);
  for (const event of await context.payments.listUndeliveredEvents(since)) await receiveEvent(context, event);
}

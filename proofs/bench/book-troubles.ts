// Random failures of the shop, and their repairs.
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Fault } from '#engines/card-sandbox/faults.ts';
import { bookLateCredits } from '#server/modules/ledger/ledger.ts';
import { settleTransfers } from '#server/modules/payees/execute-transfer.ts';
import { syncPayeeAccounts } from '#server/modules/payees/onboarding.ts';
import { payDue } from '#server/modules/payees/transfers.ts';
import { paySingle } from '#server/modules/payments/pay.ts';
import { reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { sweepProvider } from '#server/modules/provider-events/sweep.ts';
import { PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import { customerActor, type PayingApp } from '#server/testing/paying-app.ts';
import { dyingAt, unlessRefused } from '#server/testing/pool-troubles.ts';
import { DAYS, type Shop, superActor } from './book-shop.ts';

const MAX_STEPS = 60;

/** The process dies before or after a call to the provider, and nobody writes down its answer. */
export async function dieSelling({ app, ...shop }: Shop): Promise<void> {
  const buyer = shop.pick(shop.buyers);
  const { id: albumId } = await shop.offer(buyer);
  const context = dyingAt(
    app,
    shop.pick(['pay', 'getPayment'] as const),
    shop.pick(['before', 'after'] as const),
  );
  const { token } = buyer;
  const quote = await app.call(paymentEndpoints.quotePayment, { token, body: { albumId } });
  if (!shop.note('quotes', quote)) return;
  const request = { cardId: buyer.sourceId, amountCents: quote.body.total, facial: false };
  await unlessUnknown(
    unlessRefused(paySingle(context, customerActor(buyer), { choice: { albumId }, request })),
  );
  shop.note('sales that died', { status: 200 });
}

export async function dieRefunding({ app, ...shop }: Shop): Promise<void> {
  const { rows } = await findWholeOrder(app);
  const key = shop.pick(rows)?.key;
  if (key) await shop.kill({ kind: 'refund', actor: superActor(shop), key }, shop.upTo(MAX_STEPS));
}

export const dieSweeping = (shop: Shop) => shop.kill({ kind: 'sweep' }, shop.upTo(MAX_STEPS));

const findWholeOrder = async ({ context: { db } }: PayingApp) => ({
  rows: await db
    .selectFrom('orders')
    .select('key')
    .where('state', '=', 'paid')
    .where('isPool', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('disputes').select('id').whereRef('disputes.orderId', '=', 'orders.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('refunds').select('id').whereRef('refunds.orderId', '=', 'orders.id'))),
    )
    .orderBy('id', 'desc')
    .limit(10)
    .execute(),
});

export async function unlessUnknown(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof PaymentUnknown)) throw error;
  });
}

export async function disturb({ app, ...shop }: Shop): Promise<void> {
  if (shop.random() < 0.5) {
    const operation = shop.pick([
      'paymentIntents.create',
      'paymentIntents.retrieve',
      'refunds.create',
    ] as const);
    const kind = shop.pick(['api_error', 'reset', 'rate_limit'] satisfies Fault['kind'][]);
    app.sandbox.faults.next({
      operation,
      kind,
      when: shop.pick(['before', 'after'] as const),
      times: shop.upTo(3),
    });
  } else {
    app.sandbox.webhooks.next({
      kind: shop.pick(['delay', 'drop', 'duplicate'] as const),
      seconds: 90,
      times: 3,
    });
    app.sandbox.webhooks.reverse(shop.random() < 0.5);
  }
  shop.note('faults', { status: 200 });
}

export async function reconcile({ app }: Shop): Promise<void> {
  await unlessUnknown(reconcilePayments(app.context));
  await unlessUnknown(sweepProvider(app.context));
  await unlessUnknown(syncPayeeAccounts(app.context));
  await unlessUnknown(settleTransfers(app.context));
  await payDue(app.context);
  await bookLateCredits(app.context);
}

export async function wait({ app, ...shop }: Shop): Promise<void> {
  // The days of a run pass evenly, however often operations wait.
  const minutes = Math.round((DAYS * 24 * 60 * shop.progress.done) / shop.operations) + 3;
  app.advanceMinutes(Math.max(3, minutes - shop.progress.minutes));
  shop.progress.minutes = minutes;
  app.sandbox.faults.clear();
  await app.sandbox.settle();
  await app.sandbox.webhooks.deliverNow();
}

export async function changeTerms({ app, ...shop }: Shop): Promise<void> {
  await changeSettings(app, {
    tax_source: shop.pick(['table', 'table', 'flat'] as const),
    tax_rate_basis_points: shop.pick([0, 700, 725, 1_025]),
    commission_rate_basis_points: shop.upTo(6_000),
    account_sales: `4${shop.upTo(899) + 99} Sales of photos`,
  });
  shop.note('changes of rates and names', { status: 200 });
}

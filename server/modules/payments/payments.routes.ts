import type { FastifyInstance } from 'fastify';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { cardAttemptEndpoints } from '#contract/endpoints/refunds.ts';
import { askingFirst, type Context, inTransaction } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { deviceOf } from '#server/platform/http/devices.ts';
import { handle } from '#server/platform/http/handle.ts';
import { getCardAttempts, liftCardAttempts } from './card-attempts.ts';
import { addCard, readCard, removeCard, visitOf } from './cards.ts';
import { refreshPayment } from './execute.ts';
import { payOrder, paySingle, quotePayment, toWireQuote } from './pay.ts';
import { finishCardSetup, setUpCard } from './set-up-card.ts';
import { toWirePayment } from './settle.ts';

const CURRENCY = 'usd';

const photosOf = (imageId = 0, imageIds?: number[]) => (imageIds ? { imageIds } : { imageId });

export function paymentRoutes(app: FastifyInstance, context: Context): void {
  handle(app, paymentEndpoints.addPaymentMethod, async ({ actor, body, ...http }) =>
    addCard(context, actor, { token: body.token, visit: await visitOf(http) }),
  );
  handle(app, paymentEndpoints.setUpCard, async ({ actor, body, ...http }) => {
    // A repeated call has to send the same device, so one that is given only now does not count.
    const device = deviceOf(http.request);
    return setUpCard(context, actor, { ...body, device, visit: await visitOf(http) });
  });
  handle(app, paymentEndpoints.finishCardSetup, ({ actor, body }) =>
    finishCardSetup(context, actor, body.setup),
  );
  handle(app, paymentEndpoints.removePaymentMethod, async ({ actor, body }) => {
    await inTransaction(context, (tx) => removeCard(tx, actor, body.id));
    return { ok: true } as const;
  });
  handle(app, paymentEndpoints.paymentSettings, async () => ({
    mode: context.payments.mode,
    publishable_key: context.payments.publishableKey,
    currency: CURRENCY,
    image_price: (await getSettings(context)).image_price,
  }));

  handle(
    app,
    paymentEndpoints.quotePayment,
    async ({ actor, body: { albumId, imageId, imageIds, coupon } }) => {
      const choice = albumId ? { albumId } : photosOf(imageId, imageIds);
      return askingFirst(context, async () =>
        toWireQuote(await quotePayment(context, actor, { choice, couponCode: coupon })),
      );
    },
  );
  handle(app, paymentEndpoints.payForAlbum, async ({ actor, body, ...http }) => {
    const request = { ...(await readCard(context, actor, body, http)), amountCents: body.amount };
    const choice = { albumId: body.albumId };
    return toWirePayment(await paySingle(context, actor, { choice, request, couponCode: body.coupon }));
  });
  handle(app, paymentEndpoints.payForImage, async ({ actor, body, ...http }) => {
    const request = { ...(await readCard(context, actor, body, http)), amountCents: body.amount };
    const choice = photosOf(body.imageId, body.imageIds);
    return toWirePayment(await paySingle(context, actor, { choice, request, couponCode: body.coupon }));
  });
  handle(app, paymentEndpoints.payOrder, async ({ actor, params, body, ...http }) => {
    const request = { ...(await readCard(context, actor, body, http)), amountCents: body.amount };
    return toWirePayment(await payOrder(context, actor, { ref: params.id, request }));
  });
  handle(app, paymentEndpoints.refreshPayment, async ({ actor, params }) =>
    toWirePayment(await refreshPayment(context, actor, params.id)),
  );

  handle(app, cardAttemptEndpoints.cardAttemptsOfUser, ({ actor, params }) =>
    getCardAttempts(context, actor, params.id),
  );
  handle(app, cardAttemptEndpoints.liftCardAttempts, ({ actor, params }) =>
    inTransaction(context, (tx) => liftCardAttempts(tx, actor, params.id)),
  );
}

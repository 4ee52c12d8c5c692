import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { cardTryEndpoints } from '#contract/endpoints/card-tries.ts';
import { disputeEndpoints } from '#contract/endpoints/disputes.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import type { PayingCard } from '#contract/endpoints/paying-card.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { pricePreviewEndpoints } from '#contract/endpoints/price-preview.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import {
  userAdministrationEndpoints,
  userOrderListEndpoints,
} from '#contract/endpoints/user-administration.ts';
import { userOrderList } from '#contract/lists/user-orders.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { readOfBuyer } from '#server/modules/accounts/customer-access.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { deviceOf, ensureDevice } from '#server/platform/http/devices.ts';
import { handle } from '#server/platform/http/handle.ts';
import { networkOf } from '#server/platform/http/network-of.ts';
import { handleList } from '#server/platform/lists/handle-list.ts';
import { addAlbumToCart, addPhotosToCart } from './cart/add-to-cart.ts';
import { getCart, removeFromCart } from './cart/cart.ts';
import { checkOut } from './cart/check-out.ts';
import { getEvidence } from './disputes/get-evidence.ts';
import { sendEvidence } from './disputes/send-evidence.ts';
import { setGift } from './gifts/set-gift.ts';
import { cancelOrder } from './order/cancel-order.ts';
import { getOrder, listMyOrders } from './order/get-order.ts';
import { previewPrices } from './order/preview-prices.ts';
import type { OrderRef } from './orders.ts';
import type { Visit } from './payments/card-tries.ts';
import { addCard, chooseCard, removeCard } from './payments/cards.ts';
import { getCardTries, liftCardTries } from './payments/lift-card-tries.ts';
import { payOrder } from './payments/pay-order.ts';
import { paySingle } from './payments/pay-single.ts';
import { toWirePayment, toWireQuote } from './payments/payments.wire.ts';
import { quotePayment } from './payments/quote.ts';
import { refreshPayment } from './payments/refresh.ts';
import { finishCardSetup, setUpCard } from './payments/set-up-card.ts';
import { leavePool } from './pools/leave.ts';
import { setShared } from './pools/open.ts';
import { shareAlbum } from './pools/share-album.ts';
import { showToVisitors } from './pools/show-to-visitors.ts';
import { takeShares } from './pools/take-shares.ts';
import { getReceipt } from './receipts/get-receipt.ts';
import { approveRefund, declineRefund } from './refunds/decide-refund.ts';
import { refundOrder } from './refunds/refund-order.ts';
import { toWireRefund, toWireRequestedRefund } from './refunds/refunds.wire.ts';
import { settleReturned } from './refunds/settle-returned.ts';
import { swapItem } from './refunds/swap.ts';
import { listAlbumSales } from './sales/list-album-sales.ts';
import { getUserOrder, userOrderSource } from './sales/list-user-orders.ts';

const CURRENCY = 'usd';

export function orderRoutes(app: FastifyInstance, context: Context): void {
  cartRoutes(app, context);
  customerOrderRoutes(app, context);
  paymentRoutes(app, context);
  staffRoutes(app, context);
}

function cartRoutes(app: FastifyInstance, context: Context): void {
  const changeCart = (actor: Actor, change: (tx: Tx) => Promise<void>) =>
    inTransaction(context, async (tx) => {
      await change(tx);
      return getCart(tx, actor);
    });

  handle(app, orderEndpoints.addCartItem, ({ actor, body: { album, image, images = [image ?? 0] } }) =>
    changeCart(actor, (tx) =>
      album ? addAlbumToCart(tx, actor, album) : addPhotosToCart(tx, actor, images),
    ),
  );
  handle(app, orderEndpoints.removeCartItem, ({ actor, body }) =>
    changeCart(actor, (tx) => removeFromCart(tx, actor, body.id)),
  );
  handle(app, orderEndpoints.checkOut, async ({ actor, body }) => ({
    data: await inTransaction(context, (tx) =>
      checkOut(tx, actor, { cartId: body.id, seenTotalCents: body.total }),
    ),
  }));
}

function customerOrderRoutes(app: FastifyInstance, context: Context): void {
  const changeOrder = (actor: Actor, ref: OrderRef, change: (tx: Tx) => Promise<void>) =>
    inTransaction(context, async (tx) => {
      await change(tx);
      return getOrder(tx, actor, ref);
    });

  handle(app, orderEndpoints.listMyOrders, ({ actor, query }) => listMyOrders(context, actor, query.scope));
  handle(app, orderEndpoints.getOrder, ({ actor, params }) => getOrder(context, actor, params.id));
  handle(app, arrivingEndpoints.visitPool, ({ params }) => showToVisitors(context, params.key));
  handle(app, orderEndpoints.orderReceipt, ({ actor, params }) => getReceipt(context, actor, params.id));
  handle(app, orderEndpoints.updateOrder, ({ actor, params, body }) =>
    changeOrder(actor, params.id, (tx) => setShared(tx, actor, { ref: params.id, isPool: body.is_pool })),
  );
  handle(app, orderEndpoints.sharePool, ({ actor, body }) =>
    inTransaction(context, async (tx) => getOrder(tx, actor, await shareAlbum(tx, actor, body))),
  );
  handle(app, orderEndpoints.setGift, ({ actor, params, body: { email, message } }) =>
    changeOrder(actor, params.id, (tx) =>
      setGift(tx, actor, { ref: params.id, gift: email === null ? null : { email, message } }),
    ),
  );
  handle(app, orderEndpoints.cancelOrder, ({ actor, params }) =>
    changeOrder(actor, params.id, (tx) => cancelOrder(tx, actor, params.id)),
  );
  handle(app, orderEndpoints.leavePool, ({ actor, params }) =>
    changeOrder(actor, params.id, (tx) => leavePool(tx, actor, params.id)),
  );
}

type Http = { request: FastifyRequest; reply: FastifyReply };

/** A payment needs a device, so that declined cards of one browser are counted together. */
async function visitOf({ request, reply }: Http): Promise<Visit> {
  return { device: await ensureDevice(request, reply), network: networkOf(request.ip) };
}

const photosOf = (imageId = 0, imageIds?: number[]) => (imageIds ? { imageIds } : { imageId });

function paymentRoutes(app: FastifyInstance, context: Context): void {
  const cardOf = async (actor: Actor, { paymentMethodId, card }: PayingCard, http: Http) => {
    const visit = await visitOf(http);
    const chosen = await chooseCard(context, actor, { paymentMethodId, card, device: visit.device });
    return { ...chosen, visit };
  };

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
    await removeCard(context, actor, body.id);
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
      return toWireQuote(await quotePayment(context, actor, { choice, couponCode: coupon }));
    },
  );
  handle(app, paymentEndpoints.payForAlbum, async ({ actor, body, ...http }) => {
    const request = { ...(await cardOf(actor, body, http)), amountCents: body.amount };
    const choice = { albumId: body.albumId };
    return toWirePayment(await paySingle(context, actor, { choice, request, couponCode: body.coupon }));
  });
  handle(app, paymentEndpoints.payForImage, async ({ actor, body, ...http }) => {
    const request = { ...(await cardOf(actor, body, http)), amountCents: body.amount };
    const choice = photosOf(body.imageId, body.imageIds);
    return toWirePayment(await paySingle(context, actor, { choice, request, couponCode: body.coupon }));
  });
  handle(app, paymentEndpoints.payOrder, async ({ actor, params, body, ...http }) => {
    const request = { ...(await cardOf(actor, body, http)), amountCents: body.amount };
    return toWirePayment(await payOrder(context, actor, { ref: params.id, request }));
  });
  handle(app, orderEndpoints.takeShares, async ({ actor, params, body, ...http }) => {
    const { shares, held, amount: amountCents } = body;
    const request = { ...(await cardOf(actor, body, http)), shares, held, amountCents };
    return toWirePayment(await takeShares(context, actor, { ref: params.id, request }));
  });
  handle(app, paymentEndpoints.refreshPayment, async ({ actor, params }) =>
    toWirePayment(await refreshPayment(context, actor, params.id)),
  );
  handle(app, refundEndpoints.swapAlbumPayment, async ({ actor, body }) => {
    const request = { lineId: body.album_payment_id, to: { albumId: body.album_id }, memo: body.memo };
    return toWirePayment(await inTransaction(context, (tx) => swapItem(tx, actor, request)));
  });
}

function staffRoutes(app: FastifyInstance, context: Context): void {
  handle(app, pricePreviewEndpoints.previewPrices, ({ body }) => previewPrices(context, body));
  handle(app, refundEndpoints.refundOrder, async ({ actor, params, body, reply }) => {
    const request = { ref: params.id, lineIds: body.lines, memo: body.memo };
    const outcome = await refundOrder(context, actor, request);
    if ('refund' in outcome) return toWireRefund(outcome);
    reply.code(202);
    return toWireRequestedRefund(outcome);
  });
  handle(app, refundEndpoints.approveRefund, async ({ actor, params }) =>
    toWireRefund(await approveRefund(context, actor, params.id)),
  );
  handle(app, refundEndpoints.settleReturnedRefund, ({ actor, params, body }) =>
    settleReturned(context, actor, { id: params.id, ...body }),
  );
  handle(app, disputeEndpoints.getEvidence, ({ actor, params }) => getEvidence(context, actor, params.id));
  handle(app, disputeEndpoints.sendEvidence, ({ actor, params, body }) =>
    sendEvidence(context, actor, { id: params.id, note: body.note }),
  );
  handle(app, refundEndpoints.declineRefund, async ({ actor, params }) => {
    await inTransaction(context, (tx) => declineRefund(tx, actor, params.id));
    return { ok: true } as const;
  });
  handle(app, refundEndpoints.swapImagePayment, async ({ actor, body }) => {
    const request = { lineId: body.image_payment_id, to: { imageId: body.image_id }, memo: body.memo };
    return toWirePayment(await inTransaction(context, (tx) => swapItem(tx, actor, request)));
  });
  handleList(app, context.db, userOrderListEndpoints, userOrderList, userOrderSource(context), {
    authorize: (actor, { user }) => readOfBuyer(context, actor, { userId: user ?? 0, part: 'orders' }),
  });
  handle(app, cardTryEndpoints.cardTriesOfUser, ({ actor, params }) =>
    getCardTries(context, actor, params.id),
  );
  handle(app, cardTryEndpoints.liftCardTries, ({ actor, params }) =>
    inTransaction(context, (tx) => liftCardTries(tx, actor, params.id)),
  );
  handle(app, userAdministrationEndpoints.orderOfUser, async ({ actor, params }) => {
    await readOfBuyer(context, actor, { userId: params.id, part: 'orders' });
    return getUserOrder(context, { userId: params.id, orderId: params.order });
  });
  handle(app, albumAdministrationEndpoints.albumSales, ({ params, query }) =>
    listAlbumSales(context, { albumId: params.id, start: query._start, limit: query._limit }),
  );
}

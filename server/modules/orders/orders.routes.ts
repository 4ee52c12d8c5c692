import type { FastifyInstance } from 'fastify';
import { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { handle } from '#server/platform/http/handle.ts';
import { addToCart, removeFromCart } from './cart/cart.ts';
import { checkOut } from './cart/check-out.ts';
import { cancelOrder } from './order/cancel-order.ts';
import { getOrder, listMyOrders } from './order/get-order.ts';
import { toWirePayment, toWireRefund } from './order/orders.wire.ts';
import { addPaymentMethod, removePaymentMethod } from './payments/cards.ts';
import { payOrder } from './payments/pay-order.ts';
import { payForAlbum, payForImage } from './payments/pay-single.ts';
import { quotePayment } from './payments/quote.ts';
import { refreshPayment } from './payments/refresh.ts';
import { leavePool } from './pools/leave.ts';
import { updateOrder } from './pools/open.ts';
import { takeShares } from './pools/take-shares.ts';
import { getReceipt } from './receipts/get-receipt.ts';
import { refundOrder } from './refunds/refund-order.ts';
import { swapAlbum, swapImage } from './refunds/swap.ts';
import { listAlbumSales } from './sales/list-album-sales.ts';
import { getUserOrder, listUserOrders } from './sales/list-user-orders.ts';

const CURRENCY = 'usd';

export function orderRoutes(app: FastifyInstance, context: Context): void {
  handle(app, orderEndpoints.addCartItem, ({ actor, body }) =>
    inTransaction(context, (tx) => addToCart(tx, actor.userId, body.album)),
  );
  handle(app, orderEndpoints.removeCartItem, ({ actor, body }) =>
    inTransaction(context, (tx) => removeFromCart(tx, actor.userId, body.id)),
  );
  handle(app, orderEndpoints.checkOut, async ({ actor, body }) => ({
    data: await inTransaction(context, (tx) => checkOut(tx, actor.userId, body.id)),
  }));
  handle(app, orderEndpoints.listMyOrders, ({ actor, query }) =>
    listMyOrders(context, actor.userId, query.scope),
  );
  handle(app, orderEndpoints.getOrder, ({ actor, params }) => getOrder(context, actor.userId, params.id));
  handle(app, orderEndpoints.orderReceipt, ({ actor, params }) =>
    getReceipt(context, actor.userId, params.id),
  );
  handle(app, orderEndpoints.updateOrder, ({ actor, params, body }) =>
    inTransaction(context, (tx) => updateOrder(tx, actor.userId, params.id, { isPool: body.is_pool })),
  );
  handle(app, orderEndpoints.cancelOrder, ({ actor, params }) =>
    inTransaction(context, (tx) => cancelOrder(tx, actor.userId, params.id)),
  );
  handle(app, orderEndpoints.takeShares, async ({ actor, params, body }) => {
    const wish = { shares: body.shares, sourceId: body.paymentMethodId, amountCents: body.amount };
    return toWirePayment(await takeShares(context, actor.userId, params.id, wish));
  });
  handle(app, orderEndpoints.leavePool, ({ actor, params }) =>
    inTransaction(context, (tx) => leavePool(tx, actor.userId, params.id)),
  );

  handle(app, orderEndpoints.addPaymentMethod, ({ actor, body }) =>
    addPaymentMethod(context, actor, body.token),
  );
  handle(app, orderEndpoints.removePaymentMethod, async ({ actor, body }) => {
    await removePaymentMethod(context, actor.userId, body.id);
    return { ok: true } as const;
  });
  handle(app, orderEndpoints.paymentSettings, async () => ({
    mode: context.payments.mode,
    publishable_key: context.payments.publishableKey,
    currency: CURRENCY,
    image_price: (await getSettings(context)).image_price,
  }));

  handle(app, orderEndpoints.quotePayment, ({ actor, body: { albumId, imageId, coupon } }) =>
    quotePayment(context, actor.userId, albumId ? { albumId } : { imageId: imageId ?? 0 }, coupon),
  );
  handle(app, orderEndpoints.payForAlbum, async ({ actor, body }) => {
    const offer = { sourceId: body.paymentMethodId, amountCents: body.amount, facial: body.facial };
    return toWirePayment(await payForAlbum(context, actor.userId, body.albumId, offer, body.coupon));
  });
  handle(app, orderEndpoints.payForImage, async ({ actor, body }) => {
    const offer = { sourceId: body.paymentMethodId, amountCents: body.amount, facial: body.facial };
    return toWirePayment(await payForImage(context, actor.userId, body.imageId, offer, body.coupon));
  });
  handle(app, orderEndpoints.payOrder, async ({ actor, params, body }) => {
    const offer = { sourceId: body.paymentMethodId, amountCents: body.amount, facial: false };
    return toWirePayment(await payOrder(context, actor.userId, params.id, offer));
  });
  handle(app, orderEndpoints.refundOrder, async ({ actor, params, body }) => {
    const name = typeof params.id === 'number' ? { id: params.id } : { key: params.id };
    const wish = { lineIds: body.lines, memo: body.memo };
    const { refund, orderKey, lineIds } = await refundOrder(context, actor, name, wish);
    return toWireRefund(refund, orderKey, lineIds);
  });
  handle(app, orderEndpoints.swapAlbumPayment, async ({ actor, body }) => {
    const wish = { lineId: body.album_payment_id, memo: body.memo };
    return toWirePayment(await inTransaction(context, (tx) => swapAlbum(tx, actor, wish, body.album_id)));
  });
  handle(app, orderEndpoints.swapImagePayment, async ({ actor, body }) => {
    const wish = { lineId: body.image_payment_id, memo: body.memo };
    return toWirePayment(await inTransaction(context, (tx) => swapImage(tx, actor, wish, body.image_id)));
  });
  handle(app, userAdministrationEndpoints.ordersOfUser, ({ params, query }) =>
    listUserOrders(context, params.id, {
      state: query.status,
      text: query.q,
      sort: query._sort,
      start: query._start,
      limit: query._limit,
    }),
  );
  handle(app, userAdministrationEndpoints.orderOfUser, ({ params }) =>
    getUserOrder(context, params.id, params.order),
  );
  handle(app, albumAdministrationEndpoints.albumSales, ({ actor, params, query }) =>
    listAlbumSales(context, actor, params.id, { start: query._start, limit: query._limit }),
  );
  handle(app, orderEndpoints.refreshPayment, async ({ actor, params }) =>
    toWirePayment(await refreshPayment(context, actor.userId, params.id)),
  );
}

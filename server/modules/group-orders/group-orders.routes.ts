import type { FastifyInstance } from 'fastify';
import { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { getCart } from '#server/modules/orders/cart.ts';
import { setOrderCoupon } from '#server/modules/orders/change-order.ts';
import { findCouponForCode } from '#server/modules/orders/coupons.ts';
import type { OrderRef } from '#server/modules/orders/orders.ts';
import { readCard } from '#server/modules/payments/cards.ts';
import { toWirePayment } from '#server/modules/payments/settle.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { handle } from '#server/platform/http/handle.ts';
import { languageOf } from '#server/platform/http/language-of.ts';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import { cancelOrder, leavePool, putBack, setShared, shareAlbum } from './pools.ts';
import { getOrder, listMyOrders } from './show-order.ts';
import { showToVisitors } from './show-pools.ts';
import { takeShares } from './take-shares.ts';

export function groupOrderRoutes(app: FastifyInstance, context: Context): void {
  const changeOrder = (actor: Actor, ref: OrderRef, change: (tx: Tx) => Promise<void>) =>
    inTransaction(context, async (tx) => {
      await change(tx);
      return getOrder(tx, actor, ref);
    });

  handle(app, orderEndpoints.listMyOrders, ({ actor, query }) => listMyOrders(context, actor, query.scope));
  handle(app, orderEndpoints.getOrder, ({ actor, params }) => getOrder(context, actor, params.id));
  handle(app, arrivingEndpoints.visitPool, ({ params, request }) =>
    showToVisitors(context, i18nFor(languageOf(request)), params.key),
  );
  handle(app, orderEndpoints.updateOrder, ({ actor, params, body }) =>
    changeOrder(actor, params.id, (tx) => setShared(tx, actor, { ref: params.id, isPool: body.is_pool })),
  );
  handle(app, orderEndpoints.setOrderCoupon, async ({ actor, params, body }) => {
    const coupon = await findCouponForCode(context, body.code);
    return changeOrder(actor, params.id, (tx) => setOrderCoupon(tx, actor, { ref: params.id, coupon }));
  });
  handle(app, orderEndpoints.sharePool, ({ actor, body }) =>
    inTransaction(context, async (tx) => getOrder(tx, actor, await shareAlbum(tx, actor, body))),
  );
  handle(app, orderEndpoints.cancelOrder, ({ actor, params }) =>
    changeOrder(actor, params.id, (tx) => cancelOrder(tx, actor, params.id)),
  );
  handle(app, orderEndpoints.putBack, ({ actor, params }) =>
    inTransaction(context, async (tx) => {
      await putBack(tx, actor, params.id);
      return getCart(tx, actor);
    }),
  );
  handle(app, orderEndpoints.leavePool, ({ actor, params }) =>
    changeOrder(actor, params.id, (tx) => leavePool(tx, actor, params.id)),
  );
  handle(app, orderEndpoints.takeShares, async ({ actor, params, body, ...http }) => {
    const { shares, held, amount: amountCents } = body;
    const request = { ...(await readCard(context, actor, body, http)), shares, held, amountCents };
    return toWirePayment(await takeShares(context, actor, { ref: params.id, request }));
  });
}

import type { FastifyInstance } from 'fastify';
import { couponEndpoints } from '#contract/endpoints/coupons.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { getOrder } from '#server/modules/orders/order/get-order.ts';
import { handle } from '#server/platform/http/handle.ts';
import { createCoupon, endCoupon, endCoupons, listAllCoupons } from './manage.ts';
import { setOrderCoupon } from './set-order-coupon.ts';
import { findCouponForCode } from './use.ts';

export function couponRoutes(app: FastifyInstance, context: Context): void {
  handle(app, couponEndpoints.listCoupons, () => listAllCoupons(context));
  handle(app, couponEndpoints.createCoupon, ({ actor, body }) =>
    inTransaction(context, (tx) => createCoupon(tx, actor, body)),
  );
  handle(app, couponEndpoints.endCoupon, ({ actor, params }) =>
    inTransaction(context, (tx) => endCoupon(tx, actor, params.id)),
  );
  handle(app, couponEndpoints.endCoupons, ({ actor, body }) =>
    inTransaction(context, (tx) => endCoupons(tx, actor, body.ids)),
  );
  handle(app, orderEndpoints.setOrderCoupon, async ({ actor, params, body }) => {
    const coupon = await findCouponForCode(context, body.code);
    return inTransaction(context, async (tx) => {
      await setOrderCoupon(tx, actor, { ref: params.id, coupon });
      return getOrder(tx, actor, params.id);
    });
  });
}

import type { FastifyInstance } from 'fastify';
import { couponEndpoints } from '#contract/endpoints/coupons.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { endCoupons } from './end.ts';
import { createCoupon, endCoupon, listAllCoupons } from './manage.ts';
import { setOrderCoupon } from './set-order-coupon.ts';

export function couponRoutes(app: FastifyInstance, context: Context): void {
  handle(app, couponEndpoints.listCoupons, () => listAllCoupons(context));
  handle(app, couponEndpoints.createCoupon, ({ actor, body }) =>
    inTransaction(context, (tx) => createCoupon(tx, actor, body)),
  );
  handle(app, couponEndpoints.endCoupon, ({ actor, params }) =>
    inTransaction(context, (tx) => endCoupon(tx, actor, params.id)),
  );
  handle(app, couponEndpoints.endCoupons, async ({ actor, body }) => ({
    ended: await inTransaction(context, (tx) => endCoupons(tx, actor, body.ids)),
  }));
  handle(app, orderEndpoints.setOrderCoupon, ({ actor, params, body }) =>
    setOrderCoupon(context, actor.userId, params.id, body.code),
  );
}

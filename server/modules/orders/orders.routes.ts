import type { FastifyInstance } from 'fastify';
import { couponEndpoints, pricePreviewEndpoints } from '#contract/endpoints/coupons.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { askingFirst, type Context, inTransaction, type Tx } from '#server/context.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { handle } from '#server/platform/http/handle.ts';
import { addAlbumToCart, addPhotosToCart, getCart, removeFromCart } from './cart.ts';
import { checkOut } from './checkout.ts';
import { createCoupon, endCoupons, listAllCoupons, updateCoupon } from './coupons.ts';
import { previewPrices } from './prices.ts';

export function orderRoutes(app: FastifyInstance, context: Context): void {
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
  handle(app, orderEndpoints.priceCart, ({ actor }) =>
    askingFirst(context, () => getCart(context, actor, { isEstimate: false })),
  );
  handle(app, orderEndpoints.checkOut, async ({ actor, body }) => ({
    data: await inTransaction(context, (tx) =>
      checkOut(tx, actor, { cartId: body.id, seenTotalCents: body.total }),
    ),
  }));

  handle(app, couponEndpoints.listCoupons, () => listAllCoupons(context));
  handle(app, couponEndpoints.createCoupon, ({ actor, body }) =>
    inTransaction(context, (tx) => createCoupon(tx, actor, body)),
  );
  handle(app, couponEndpoints.updateCoupon, ({ actor, params, body }) =>
    inTransaction(context, (tx) => updateCoupon(tx, actor, { couponId: params.id, edit: body })),
  );
  handle(app, couponEndpoints.endCoupons, ({ actor, body }) =>
    inTransaction(context, (tx) => endCoupons(tx, actor, body.ids)),
  );
  handle(app, pricePreviewEndpoints.previewPrices, ({ body }) => previewPrices(context, body));
}

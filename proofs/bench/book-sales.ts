// Random sales, refunds, disputes and swaps.
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { payOrder } from '#server/testing/order-factories.ts';
import type { Buyer } from '#server/testing/paying-app.ts';
import { buildPool, takeShares } from '#server/testing/pools.ts';
import type { Shop } from './book-shop.ts';

export async function sellSingle({ app, ...shop }: Shop, kind: 'album' | 'photo'): Promise<void> {
  const buyer = shop.pick(shop.buyers);
  const { id: albumId, imageId } = await shop.offer(buyer);
  const item = {
    ...(kind === 'album' ? { albumId } : { imageId }),
    ...(shop.random() < 0.25 ? { coupon: shop.code } : {}),
  };
  const { token } = buyer;
  const quote = await app.call(paymentEndpoints.quotePayment, { token, body: item });
  if (!shop.note('quotes', quote)) return;
  const body = { ...item, paymentMethodId: buyer.sourceId, amount: quote.body.total, facial: false };
  const pay = kind === 'album' ? paymentEndpoints.payForAlbum : paymentEndpoints.payForImage;
  const paid = await app.call(pay, { token, body: body as never });
  if (shop.note(`${kind} sales`, paid)) shop.orders.push(paid.body.order_key);
}

export async function sellCart({ app, ...shop }: Shop, isGift: boolean): Promise<void> {
  const buyer = shop.pick(shop.buyers);
  const key = await checkOut({ app, ...shop }, buyer);
  if (!key) return;
  const { token } = buyer;
  const params = { id: key };
  if (isGift) {
    const email =
      shop.random() < 0.5
        ? shop.pick(shop.buyers.filter(({ id }) => id !== buyer.id)).email
        : `gift-${shop.orders.length}-${buyer.id}@example.test`;
    const given = await app.call(orderEndpoints.setGift, { token, params, body: { email, message: '' } });
    if (!shop.note('gifts', given)) return;
  }
  const { body: order } = await app.call(orderEndpoints.getOrder, { token, params });
  if (shop.note('cart sales', await payOrder(app, buyer, key, order.total))) shop.orders.push(key);
}

/** Items that the buyer owns by a gift or swap are refused. */
async function checkOut({ app, ...shop }: Shop, buyer: Buyer): Promise<string | undefined> {
  const { token } = buyer;
  let cart: number | undefined;
  for (let i = shop.upTo(3); i > 0; i--) {
    const { id: album } = await shop.offer(buyer);
    const added = await app.call(orderEndpoints.addCartItem, { token, body: { album } });
    if (shop.note('cart items', added)) cart = added.body.id;
  }
  if (cart === undefined) return undefined;
  const made = await app.call(orderEndpoints.checkOut, { token, body: { id: cart } });
  await app.context.db.deleteFrom('cartItems').where('cartId', '=', cart).execute();
  return shop.note('checkouts', made) ? made.body.data.key : undefined;
}

export async function sellPool({ app, ...shop }: Shop): Promise<void> {
  const [, second, third] = shop.buyers as [Buyer, Buyer, Buyer];
  const pool = await buildPool(app, { albums: shop.upTo(2), owner: shop.buyers[0] as Buyer });
  for (const [buyer, shares] of [
    [pool.owner, 3],
    [second, 2],
    [third, 2],
  ] as const) {
    shop.note('parts of group orders', await takeShares(app, buyer, pool, shares));
  }
  shop.orders.push(pool.key);
}

export async function refund({ app, ...shop }: Shop): Promise<void> {
  const key = shop.pick(shop.orders);
  if (!key) return;
  const body = {
    memo: 'the parent asked for it',
    dispute_reason: 'other' as const,
    ...(shop.random() < 0.4 ? { amount: shop.upTo(700) } : {}),
  };
  shop.note(
    'refunds',
    await app.call(refundEndpoints.refundOrder, { token: shop.staff.token, params: { id: key }, body }),
  );
}

export async function refundInDashboard({ app, ...shop }: Shop): Promise<void> {
  const charges = await app.stripe.charges.list({ limit: 20 });
  const charge = shop.pick(charges.data.filter((one) => one.paid && !one.refunded && !one.disputed));
  if (!charge) return;
  const amount = Math.min(shop.upTo(900), charge.amount - charge.amount_refunded);
  const made = await app.stripe.refunds.create({ charge: charge.id, amount }).catch(() => undefined);
  if (made) shop.note('refunds in the dashboard', { status: 200 });
}

export async function decideDispute({ app, ...shop }: Shop): Promise<void> {
  const open = await app.context.db
    .selectFrom('disputes')
    .select('disputeId')
    .where('state', '=', 'open')
    .limit(20)
    .execute();
  if (open.length === 0) return;
  const words = shop.random() < 0.5 ? 'winning_evidence' : 'losing_evidence';
  const { disputeId } = shop.pick(open);
  const evidence = { evidence: { uncategorized_text: words } };
  const decided = await app.stripe.disputes.update(disputeId, evidence).catch(() => undefined);
  if (decided) shop.note('disputes decided', { status: 200 });
}

/** A swap moves no money, and so no books. */
export async function swap({ app, ...shop }: Shop): Promise<void> {
  const lines = await app.context.db
    .selectFrom('entitlements')
    .innerJoin('orderLines', 'orderLines.id', 'entitlements.orderLineId')
    .select('orderLines.id')
    .where('entitlements.state', '=', 'active')
    .where('orderLines.imageId', 'is', null)
    .orderBy('entitlements.id', 'desc')
    .limit(10)
    .execute();
  if (lines.length === 0) return;
  const { id } = await shop.offer(shop.pick(shop.buyers));
  const body = { album_payment_id: shop.pick(lines).id, album_id: id, memo: 'Wrong team' };
  shop.note('swaps', await app.call(refundEndpoints.swapAlbumPayment, { token: shop.staff.token, body }));
}

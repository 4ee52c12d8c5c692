// What customers, staff, banks and the card provider do to a shop, one random operation at a time, with processes that die.
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import type { Fault } from '#engines/card-sandbox/faults.ts';
import { bookLateCredits } from '#server/modules/ledger/ledger.ts';
import { settleTransfers } from '#server/modules/payees/execute-transfer.ts';
import { followAccounts } from '#server/modules/payees/onboarding.ts';
import { payDue } from '#server/modules/payees/transfers.ts';
import { paySingle } from '#server/modules/payments/pay.ts';
import { reconcilePayments } from '#server/modules/provider-events/reconcile.ts';
import { sweepProvider } from '#server/modules/provider-events/sweep.ts';
import { PaymentUnknown } from '#server/platform/payments/payment-types.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { createDyingProcess, type DyingAct } from '#server/testing/die-at-step.ts';
import { buildUser } from '#server/testing/factories.ts';
import { buildCoupon, changeSettings, payOrder } from '#server/testing/order-factories.ts';
import { type Buyer, buildBuyer, customerActor, type PayingApp } from '#server/testing/paying-app.ts';
import { dyingAt, unlessRefused } from '#server/testing/pool-troubles.ts';
import { buildPool, takeShares } from '#server/testing/pools.ts';
import {
  addShare,
  changeRate,
  changeShare,
  diePaying,
  hirePayees,
  moveName,
  PROGRAMS,
  pay,
  settleFile,
  takeBack,
  useRates,
} from './book-payees.ts';

const CARDS = [
  ...Array<string>(14).fill('pm_card_visa'),
  ...Array<string>(3).fill('pm_card_refundFail'),
  ...Array<string>(3).fill('pm_card_createDispute'),
];
const PHOTOGRAPHERS = ['Ana Sample', 'Ben Sample', 'Camera 7', null];
const ALBUMS_OF_AN_EVENT = 20;
/** A run lasts this long on the clock of the shop, so that some months are closed in it. */
const DAYS = 130;
const MAX_STEPS = 60;

export type Shop = Awaited<ReturnType<typeof openBookShop>>;

export async function openBookShop(
  app: PayingApp,
  { operations, random }: { operations: number; random: () => number },
) {
  const buyers: Buyer[] = [];
  for (const card of CARDS) buyers.push(await buildBuyer(app, card));
  const staff = await buildUser(app, { role: 'super' });
  const { code } = await buildCoupon(app, { percent_off: 33 });
  await changeSettings(app, { refund_second_person_cents: 100_000_000, commission_rate_basis_points: 3_333 });
  await useRates(app, staff.token, buyers);
  const hired = await hirePayees(app);
  await keepLoggedIn(app, [staff, ...buyers]);
  const dying = createDyingProcess();
  const counts = new Map<string, number>();
  const spentMs = new Map<string, number>();
  const orders: string[] = [];
  const events: number[] = [];
  const albums: { id: number; imageId: number }[] = [];
  const seen = new Set<string>();
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const upTo = (most: number) => Math.floor(random() * most) + 1;

  async function addEvent(): Promise<void> {
    const { id: eventId } = await buildEvent(app);
    for (let i = 0; i < ALBUMS_OF_AN_EVENT; i++) {
      const album = await buildAlbum(app, { eventId, performanceOrder: i, programName: pick(PROGRAMS) });
      const { id: imageId } = await buildImage(app, album, { photographer: pick(PHOTOGRAPHERS) });
      if (random() < 0.4) await buildImage(app, album, { photographer: pick(PHOTOGRAPHERS) });
      albums.push({ id: album.id, imageId });
    }
    events.push(eventId);
    for (let i = upTo(4); i > 1; i--) await addShare(shop, eventId);
  }

  /** An album that this buyer has not been offered before. */
  async function offer(buyer: Buyer): Promise<{ id: number; imageId: number }> {
    const album = albums.find(({ id }) => !seen.has(`${buyer.id} ${id}`));
    if (!album) {
      await addEvent();
      return offer(buyer);
    }
    seen.add(`${buyer.id} ${album.id}`);
    // A gift or a swap may have shown it to them already.
    await app.context.db
      .insertInto('userFoundAlbums')
      .values({ userId: buyer.id, albumId: album.id, foundBy: 'opened', viewsUsed: 1 })
      .onConflict((conflict) => conflict.columns(['userId', 'albumId']).doUpdateSet({ viewsUsed: 1 }))
      .execute();
    return album;
  }

  /** Whatever is out of order, no call fails without a reason. */
  function note(name: string, { status, error }: { status: number; error?: { code: string } }): boolean {
    if (status >= 500 && status !== 503) throw new Error(`${name} answered ${status}`);
    const isDone = status === 200 || status === 202;
    const counted = isDone ? name : `${name}: ${error?.code ?? status}`;
    counts.set(counted, (counts.get(counted) ?? 0) + 1);
    return status === 200;
  }

  /** A process of its own is killed before one of its statements or calls. */
  async function kill(act: DyingAct, dieAt: number): Promise<void> {
    app.sandbox.faults.clear();
    const died = await dying.run(app, act, dieAt);
    // Loading the shop takes most of the time of a process.
    dying.prepare();
    note(died === undefined ? `killed: ${act.kind}` : `quicker: ${act.kind}`, { status: 200 });
  }

  const shop = {
    app,
    random,
    operations,
    ...hired,
    kill,
    counts,
    spentMs,
    progress: { done: 0, minutes: 0 },
    orders,
    events,
    buyers,
    staff,
    code,
    pick,
    upTo,
    offer,
    note,
    async close() {
      await dying.stop();
    },
  };
  return shop;
}

/** Sessions of staff last for hours, and those of customers for a month, which is less than a run. */
async function keepLoggedIn({ context }: PayingApp, people: readonly { id: number }[]): Promise<void> {
  const expiresAt = minutesFrom(context.clock.now(), 10 * DAYS * 24 * 60);
  const ids = people.map(({ id }) => id);
  await context.db.updateTable('sessions').set({ expiresAt }).where('userId', 'in', ids).execute();
}

export const superActor = ({ staff }: Pick<Shop, 'staff'>) =>
  ({ userId: staff.id, role: 'super', sessionId: 'test', isVerified: true }) as const;

async function sellSingle({ app, ...shop }: Shop, kind: 'album' | 'photo'): Promise<void> {
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

async function sellCart({ app, ...shop }: Shop, isGift: boolean): Promise<void> {
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

/** What the buyer owns by a gift or a swap is refused. */
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

async function sellPool({ app, ...shop }: Shop): Promise<void> {
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

async function refund({ app, ...shop }: Shop): Promise<void> {
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

async function refundInDashboard({ app, ...shop }: Shop): Promise<void> {
  const charges = await app.stripe.charges.list({ limit: 20 });
  const charge = shop.pick(charges.data.filter((one) => one.paid && !one.refunded && !one.disputed));
  if (!charge) return;
  const amount = Math.min(shop.upTo(900), charge.amount - charge.amount_refunded);
  const made = await app.stripe.refunds.create({ charge: charge.id, amount }).catch(() => undefined);
  if (made) shop.note('refunds in the dashboard', { status: 200 });
}

async function decideDispute({ app, ...shop }: Shop): Promise<void> {
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
async function swap({ app, ...shop }: Shop): Promise<void> {
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

/** The process dies before or after a call to the provider, and nobody writes down its answer. */
async function dieSelling({ app, ...shop }: Shop): Promise<void> {
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

async function dieRefunding({ app, ...shop }: Shop): Promise<void> {
  const { rows } = await findWholeOrder(app);
  const key = shop.pick(rows)?.key;
  if (key) await shop.kill({ kind: 'refund', actor: superActor(shop), key }, shop.upTo(MAX_STEPS));
}

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

async function disturb({ app, ...shop }: Shop): Promise<void> {
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

async function reconcile({ app }: Shop): Promise<void> {
  await unlessUnknown(reconcilePayments(app.context));
  await unlessUnknown(sweepProvider(app.context));
  await unlessUnknown(followAccounts(app.context));
  await unlessUnknown(settleTransfers(app.context));
  await payDue(app.context);
  await bookLateCredits(app.context);
}

async function wait({ app, ...shop }: Shop): Promise<void> {
  // However often they wait, the days of a run go by evenly.
  const minutes = Math.round((DAYS * 24 * 60 * shop.progress.done) / shop.operations) + 3;
  app.advanceMinutes(Math.max(3, minutes - shop.progress.minutes));
  shop.progress.minutes = minutes;
  app.sandbox.faults.clear();
  await app.sandbox.settle();
  await app.sandbox.webhooks.deliverNow();
}

async function changeTerms({ app, ...shop }: Shop): Promise<void> {
  await changeSettings(app, {
    tax_source: shop.pick(['table', 'table', 'flat'] as const),
    tax_rate_basis_points: shop.pick([0, 700, 725, 1_025]),
    commission_rate_basis_points: shop.upTo(6_000),
    account_sales: `4${shop.upTo(899) + 99} Sales of photos`,
  });
  shop.note('changes of rates and names', { status: 200 });
}

/** The parts add up to 1. */
const OPERATIONS: [number, string, (shop: Shop) => Promise<void>][] = [
  [0.26, 'sell an album', (shop) => sellSingle(shop, 'album')],
  [0.12, 'sell a photo', (shop) => sellSingle(shop, 'photo')],
  [0.07, 'sell a cart', (shop) => sellCart(shop, false)],
  [0.04, 'sell a gift', (shop) => sellCart(shop, true)],
  [0.02, 'sell to a group', sellPool],
  [0.1, 'refund', refund],
  [0.03, 'refund in the dashboard', refundInDashboard],
  [0.03, 'decide a dispute', decideDispute],
  [0.02, 'swap', swap],
  [0.04, 'die selling', dieSelling],
  [0.008, 'die refunding', dieRefunding],
  [0.002, 'die sweeping', (shop) => shop.kill({ kind: 'sweep' }, shop.upTo(MAX_STEPS))],
  [0.03, 'die paying', diePaying],
  [0.05, 'disturb', disturb],
  [0.02, 'reconcile', reconcile],
  [0.06, 'wait', wait],
  [0.01, 'change terms', changeTerms],
  [0.005, 'change a tax rate', changeRate],
  [0.01, 'change a share', changeShare],
  [0.005, 'move a name', moveName],
  [0.05, 'pay a payee', pay],
  [0.01, 'settle a file', settleFile],
  [0.01, 'take back', takeBack],
];

export async function operate(shop: Shop): Promise<void> {
  let chance = shop.random();
  const chosen = OPERATIONS.find(([part]) => {
    chance -= part;
    return chance < 0;
  });
  const [, name, operation] = chosen ?? ([0, 'wait', wait] as const);
  const began = performance.now();
  await operation(shop);
  shop.progress.done += 1;
  shop.spentMs.set(name, (shop.spentMs.get(name) ?? 0) + performance.now() - began);
}

import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { historyEndpoints } from '#contract/endpoints/operations.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { privacyEndpoints } from '#contract/endpoints/privacy.ts';
import { disputeEndpoints, refundEndpoints } from '#contract/endpoints/refunds.ts';
import {
  userAdministrationEndpoints,
  userOrderListEndpoints,
} from '#contract/endpoints/user-administration.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, TEST_PASSWORD, type TestUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import {
  ALBUM_PRICE,
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  sharePayingApp,
} from '#server/testing/paying-app.ts';
import { buildPool, fillPool } from '#server/testing/pools.ts';
import { buyAlbum, buyWithReturningCard, letBankReturn, returnedOf } from '#server/testing/refunds.ts';

const app = await sharePayingApp();
const support = () => buildUser(app, { role: 'customer_support' });

/** Deletes the account and returns the id that its order belongs to from then on. */
async function leave({ token }: { token: string }, key: string): Promise<{ id: number; orderId: number }> {
  const { status } = await app.call(privacyEndpoints.deleteMe, { token, body: { password: TEST_PASSWORD } });
  expect(status).toBe(200);
  const { db } = app.context;
  const order = db.selectFrom('orders').select(['id', 'userId']).where('key', '=', key);
  const { id: orderId, userId: id } = await order.executeTakeFirstOrThrow();
  return { id, orderId };
}

const refund = ({ token }: TestUser, key: string, memo = 'wrong team') =>
  app.call(refundEndpoints.refundOrder, { token, params: { id: key }, body: { memo } });
const actionsOn = async ({ token }: TestUser, { id }: { id: number }) =>
  (await readHistory(app, token, { scope: 'user', subject: id })).map(({ action }) => action);

describe('an order whose buyer has deleted the account', () => {
  test('is shown to staff under that name, on record', async () => {
    const { buyer, key } = await buyAlbum(app);
    const gone = await leave(buyer, key);
    const staff = await support();
    const { token } = staff;
    expect(await app.call(accountEndpoints.getUser, { token, params: { id: gone.id } })).toMatchObject({
      status: 404,
      error: { code: 'account_deleted' },
    });
    const listed = await app.call(userOrderListEndpoints.page, { token, query: { user: gone.id } });
    expect(listed.body.rows).toMatchObject([{ id: gone.orderId, status: 'paid' }]);
    const order = await app.call(userAdministrationEndpoints.orderOfUser, {
      token,
      params: { id: gone.id, order: gone.orderId },
    });
    expect(order.body).toMatchObject({ payments: [{ payer: { id: gone.id, name: 'Deleted account' } }] });
    const reads = app.context.db
      .selectFrom('auditLog')
      .select('after')
      .where('actorId', '=', staff.id)
      .where('subject', '=', `user:${gone.id}`);
    expect(await reads.execute()).toEqual([{ after: { part: 'orders' } }]);
    // An account that never existed is still unknown.
    expect(await app.call(userOrderListEndpoints.page, { token, query: { user: buyer.id } })).toMatchObject({
      status: 404,
      error: { code: 'not_found' },
    });
  });

  test('can be refunded', async () => {
    const { buyer, key } = await buyAlbum(app);
    const gone = await leave(buyer, key);
    const staff = await support();
    expect(await refund(staff, key)).toMatchObject({ status: 200, body: { status: 'succeeded' } });
    const { entitlements, entries } = await booksOf(app, gone.id);
    expect(entitlements.map(({ state }) => state)).toEqual(['ended']);
    expect(entries.map(({ amountCents }) => amountCents)).toEqual([ALBUM_PRICE, -ALBUM_PRICE]);
    expect(await actionsOn(staff, gone)).toContain('order.refund');
  });

  test('of a group is refunded to those who are still there', async () => {
    const people = await Promise.all([buildBuyer(app), buildBuyer(app), buildBuyer(app)]);
    const pool = await buildPool(app, { owner: people[0] });
    await fillPool(app, pool, [people[0], people[1], people[2]]);
    await leave(pool.owner, pool.key);
    const answer = await refund(await support(), pool.key);
    expect(answer).toMatchObject({ status: 200, body: { status: 'succeeded', amount: ALBUM_PRICE } });
  });

  test('has a large refund approved or declined', async () => {
    const buyer = await buildBuyer(app);
    const price = { sharePriceCents: 4_000, imagePriceCents: null };
    const album = await buildViewedAlbum(app, buyer, price);
    const { body } = await payForAlbum(app, buyer, album.id, { amount: 28_000 });
    const [asking, deciding] = [await support(), await support()];
    const first = await refund(asking, body.order_key);
    expect(first.status).toBe(202);
    const gone = await leave(buyer, body.order_key);
    const decline = { token: deciding.token, params: { id: first.body.id } };
    expect(await app.call(refundEndpoints.declineRefund, decline)).toMatchObject({ status: 200 });
    const second = await refund(asking, body.order_key);
    const approve = { token: deciding.token, params: { id: second.body.id } };
    expect(await app.call(refundEndpoints.approveRefund, approve)).toMatchObject({
      status: 200,
      body: { status: 'succeeded', amount: 28_000 },
    });
    expect(await actionsOn(deciding, gone)).toEqual(
      expect.arrayContaining(['order.decline-refund', 'order.refund']),
    );
  });

  test.each(['refund_again', 'paid_another_way', 'purchase_kept'] as const)(
    'has a returned refund settled: %s',
    async (how) => {
      const { buyer, key } = await buyWithReturningCard(app);
      await refund(await support(), key);
      await letBankReturn(app, buyer);
      const gone = await leave(buyer, key);
      const [returned] = await returnedOf(app, gone.id);
      const staff = await support();
      const settled = await app.call(refundEndpoints.settleReturnedRefund, {
        token: staff.token,
        params: { id: returned?.id ?? 0 },
        body: { how, note: 'by check' },
      });
      expect(settled).toMatchObject({
        status: 200,
        body: { status: how === 'refund_again' ? 'sent' : 'settled' },
      });
      const actions = {
        refund_again: 'order.refund-again',
        paid_another_way: 'order.refund-another-way',
        purchase_kept: 'order.refund-dropped',
      };
      expect(await actionsOn(staff, gone)).toContain(actions[how]);
    },
  );

  test('has evidence sent to the bank', async () => {
    const { buyer, key } = await buyAlbum(app, 'pm_card_createDispute');
    app.advanceMinutes(1);
    await app.sandbox.settle();
    const dispute = await eventually(
      () =>
        app.context.db
          .selectFrom('disputes')
          .innerJoin('paymentAttempts', 'paymentAttempts.id', 'disputes.attemptId')
          .select('disputes.id')
          .where('paymentAttempts.userId', '=', buyer.id)
          .executeTakeFirst(),
      'the dispute',
    );
    const gone = await leave(buyer, key);
    const staff = await support();
    const of = { token: staff.token, params: { id: dispute.id } };
    expect(await app.call(disputeEndpoints.getEvidence, of)).toMatchObject({
      status: 200,
      body: { status: 'needed' },
    });
    const sent = await app.call(disputeEndpoints.sendEvidence, { ...of, body: { note: 'They were happy.' } });
    expect(sent).toMatchObject({ status: 200, body: { status: 'sent' } });
    expect(await actionsOn(staff, gone)).toContain('order.send-evidence');
  });

  test('is swapped, and its downloads are reset', async () => {
    const { buyer, key } = await buyAlbum(app);
    const order = (await app.call(orderEndpoints.getOrder, { token: buyer.token, params: { id: key } })).body;
    const gone = await leave(buyer, key);
    const staff = await support();
    const to = await buildAlbum(app);
    const swapped = await app.call(refundEndpoints.swapAlbumPayment, {
      token: staff.token,
      body: { album_payment_id: order.items[0]?.id ?? 0, album_id: to.id },
    });
    expect(swapped.status).toBe(200);
    const [entitlement] = (await booksOf(app, gone.id)).entitlements;
    expect(entitlement).toMatchObject({ albumId: to.id, state: 'active' });
    const reset = await app.call(downloadEndpoints.resetDownloads, {
      token: staff.token,
      params: { id: entitlement?.id ?? 0 },
    });
    expect(reset.status).toBe(200);
    const downloads = await app.call(userAdministrationEndpoints.downloadsOfUser, {
      token: staff.token,
      params: { id: gone.id },
    });
    expect(downloads.status).toBe(200);
    expect(await actionsOn(staff, gone)).toEqual(
      expect.arrayContaining(['entitlement.swap', 'downloads.reset']),
    );
  });
});

test('staff who read the history of a deleted account are on record', async () => {
  const { buyer, key } = await buyAlbum(app);
  const gone = await leave(buyer, key);
  const { id, token } = await buildUser(app, { role: 'super' });
  const query = { scope: 'user', subject: gone.id } as const;
  expect(await app.call(historyEndpoints.page, { token, query })).toMatchObject({ status: 200 });
  const reads = await app.context.db
    .selectFrom('auditLog')
    .select(['actorId', 'after'])
    .where('subject', '=', `user:${gone.id}`)
    .where('action', '=', 'user.read')
    .where('actorId', '=', id)
    .execute();
  expect(reads).toEqual([{ actorId: id, after: { part: 'history' } }]);
});

test('what is not an order stays closed with the account', async () => {
  const { buyer, key } = await buyAlbum(app);
  const gone = await leave(buyer, key);
  const { token } = await buildUser(app, { role: 'super' });
  const closed = [
    await app.call(userAdministrationEndpoints.previewQuota, { token, params: { id: gone.id } }),
    await app.call(userAdministrationEndpoints.foundAlbumsOfUser, { token, params: { id: gone.id } }),
  ];
  expect(closed.map(({ error }) => error.code)).toEqual(['account_deleted', 'account_deleted']);
});

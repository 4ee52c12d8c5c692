import { beforeAll, describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { createBrowserTokens } from '#server/testing/browser-tokens.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { buildViewedAlbum, keepCard, payForAlbum, sharePayingApp } from '#server/testing/paying-app.ts';
import { readFingerprints } from './saved-cards.ts';

const app = await sharePayingApp();
let browser: Awaited<ReturnType<typeof createBrowserTokens>>;
beforeAll(async () => {
  browser = await createBrowserTokens(app);
});

const OTHER = '5555555555554444';

type Given = { number?: string; expYear?: string; consent?: number };

/** A card as earlier releases kept it: attached at the provider, without a fingerprint. */
async function keepOldCard(user: TestUser, { number = OTHER, expYear = '2040', consent }: Given = {}) {
  const { db, payments } = app.context;
  const { customerId } = await db
    .selectFrom('paymentCustomers')
    .select('customerId')
    .where('userId', '=', user.id)
    .executeTakeFirstOrThrow();
  const method = await app.stripe.paymentMethods.attach(await browser.paymentMethod({ number, expYear }), {
    customer: customerId ?? '',
  });
  const { id } = await db
    .insertInto('paymentSources')
    .values({
      userId: user.id,
      mode: payments.mode,
      methodId: method.id,
      brand: 'visa',
      last4: number.slice(-4),
      expMonth: 12,
      expYear: Number(expYear),
      consentVersion: consent ?? null,
      consentAt: consent ? new Date() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, methodId: method.id };
}

async function buildOwner(): Promise<TestUser> {
  const user = await buildUser(app);
  await keepCard(app, user, await browser.paymentMethod());
  return user;
}
const cardsOf = async ({ token }: TestUser) =>
  (await app.call(accountEndpoints.me, { token })).body.payment_sources;
const rowOf = (id: number) =>
  app.context.db.selectFrom('paymentSources').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const isDetached = async (methodId: string) =>
  (await app.stripe.paymentMethods.retrieve(methodId)).customer === null;

describe('cards that were kept before fingerprints were stored', () => {
  test('get their fingerprint, and the same card kept several times becomes one that still pays', async () => {
    const user = await buildOwner();
    const first = await keepOldCard(user);
    const second = await keepOldCard(user, { consent: 1 });
    const third = await keepOldCard(user);
    await Promise.all([readFingerprints(app.context), readFingerprints(app.context)]);
    expect((await cardsOf(user)).map(({ id }) => id).sort()).toHaveLength(2);
    expect(await rowOf(first.id)).toMatchObject({
      removedAt: null,
      consentVersion: 1,
      fingerprint: expect.any(String),
    });
    for (const { methodId } of [second, third]) {
      await eventually(async () => (await isDetached(methodId)) || undefined, 'the copy to be detached');
    }
    expect(await isDetached(first.methodId)).toBe(false);
    const album = await buildViewedAlbum(app, user);
    expect(await payForAlbum(app, { ...user, sourceId: first.id }, album.id)).toMatchObject({ status: 200 });
  });

  test('give way to one that expires later', async () => {
    const user = await buildOwner();
    const old = await keepOldCard(user, { number: '4242424242424242', expYear: '2041' });
    await readFingerprints(app.context);
    expect(await cardsOf(user)).toMatchObject([{ id: old.id, exp_year: 2041 }]);
  });

  test('leave the list when the provider has dropped them', async () => {
    const user = await buildOwner();
    const { id, methodId } = await keepOldCard(user);
    app.sandbox.webhooks.pause();
    await app.stripe.paymentMethods.detach(methodId);
    const unknown = await keepOldCard(user);
    await app.context.db
      .updateTable('paymentSources')
      .set({ methodId: `pm_gone_${unknown.id}` })
      .where('id', '=', unknown.id)
      .execute();
    await readFingerprints(app.context);
    expect((await rowOf(id)).removedAt).not.toBeNull();
    expect((await rowOf(unknown.id)).removedAt).not.toBeNull();
  });

  test('wait while the provider does not answer, and are asked about once', async () => {
    const user = await buildOwner();
    const { id } = await keepOldCard(user);
    app.sandbox.faults.untilCleared({
      operation: 'paymentMethods.retrieve',
      kind: 'api_error',
      when: 'before',
    });
    await expect(readFingerprints(app.context)).rejects.toThrow('no clear answer');
    expect(await rowOf(id)).toMatchObject({ fingerprintReadAt: null, removedAt: null });
    app.sandbox.faults.clear();
    await readFingerprints(app.context);
    const { fingerprintReadAt } = await rowOf(id);
    expect(fingerprintReadAt).not.toBeNull();
    app.advanceMinutes(1);
    await readFingerprints(app.context);
    expect(await rowOf(id)).toMatchObject({ fingerprintReadAt });
  });

  test('are not merged while a payment with one of them runs', async () => {
    const user = await buildOwner();
    const number = '4000000000003220';
    const [first, second] = [await keepOldCard(user, { number }), await keepOldCard(user, { number })];
    const album = await buildViewedAlbum(app, user);
    const started = await payForAlbum(app, { ...user, sourceId: second.id }, album.id);
    expect(started.body.status).toBe('requires_action');
    await readFingerprints(app.context);
    expect([(await rowOf(first.id)).removedAt, (await rowOf(second.id)).removedAt]).toEqual([null, null]);
    expect(await isDetached(second.methodId)).toBe(false);
  });
});

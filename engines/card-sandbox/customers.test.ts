import { describe, expect, test } from 'vitest';
import { pay, refusal, startTestSandbox } from '#server/testing/sandbox.ts';

const t = startTestSandbox();

test('a customer keeps email, name and metadata', async () => {
  const given = { email: 'ann@example.test', name: 'Ann', metadata: { user: '7' } };
  const made = await t.stripe.customers.create(given);
  expect(made).toMatchObject({ object: 'customer', livemode: false, ...given });
  expect((await t.stripe.customers.list({ email: given.email })).data).toEqual([made]);
});

describe('lists', () => {
  test('go newest first, page by page, and autopaging sees each object once', async () => {
    const email = 'page@example.test';
    const made: string[] = [];
    for (let i = 0; i < 7; i++) made.push((await t.stripe.customers.create({ email })).id);
    const newest = made.toReversed();
    const first = await t.stripe.customers.list({ limit: 3, email });
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' });
    expect(first.data.map(({ id }) => id)).toEqual(newest.slice(0, 3));
    const second = await t.stripe.customers.list({ limit: 3, email, starting_after: newest[2] });
    expect(second.data.map(({ id }) => id)).toEqual(newest.slice(3, 6));
    const all = await t.stripe.customers.list({ limit: 2, email }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(newest);
  });

  test('start at the given time', async () => {
    const email = 'moment@example.test';
    const { id, created } = await t.stripe.customers.create({ email });
    const since = async (gte: number) => (await t.stripe.customers.list({ email, created: { gte } })).data;
    expect((await since(created)).map((one) => one.id)).toEqual([id]);
    expect(await since(created + 1)).toEqual([]);
  });

  test.each([{ limit: 101 }, { starting_after: 'cus_nobody' }])('refuse %o', async (params) => {
    expect((await refusal(t.stripe.customers.list(params))).type).toBe('StripeInvalidRequestError');
  });
});

describe('a malformed call', () => {
  test.each([
    [{ currency: undefined }, 'currency'],
    [{ color: 'red' }, 'color'],
    [{ amount: 19.95 }, 'amount'],
    [{ amount: -5 }, 'amount'],
    [{ amount: 49 }, 'amount'],
    [{ amount: 100_000_000 }, 'amount'],
    [{ currency: '' }, 'currency'],
    [{ currency: 'xyz' }, 'currency'],
    [{ payment_method_types: ['card'] }, 'payment_method_types'],
  ])('with %o is refused for %s', async (params, param) => {
    const error = await refusal(pay(t.stripe, 'pm_card_visa', params as object));
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, param });
  });

  test('about an unknown object is 404', async () => {
    expect(await refusal(t.stripe.paymentIntents.retrieve('pi_nothing'))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
      message: "No such payment_intent: 'pi_nothing'",
    });
  });

  test('without a secret test key is 401', async () => {
    for (const key of ['sk_live_abc', 'pk_test_encore', 'nonsense']) {
      const error = await refusal(t.stripe.customers.list({}, { apiKey: key }));
      expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
    }
  });

  test('to an unknown address is an error and not an empty success', async () => {
    expect(await refusal(t.stripe.products.list())).toMatchObject({ statusCode: 404 });
  });
});

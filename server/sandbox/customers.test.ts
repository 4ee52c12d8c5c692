import { describe, expect, test } from 'vitest';
import { refusal, startTestSandbox, typedCard } from '#server/testing/sandbox.ts';

const t = startTestSandbox();

describe('a customer', () => {
  test('is created, read and changed, metadata key by key', async () => {
    const made = await t.stripe.customers.create({
      email: 'ann@example.test',
      name: 'Ann',
      metadata: { user: '7', gone: 'x' },
    });
    expect(made).toMatchObject({ object: 'customer', livemode: false, metadata: { user: '7', gone: 'x' } });
    await t.stripe.customers.update(made.id, { name: 'Anna', metadata: { gone: '', more: 'y' } });
    expect(await t.stripe.customers.retrieve(made.id)).toMatchObject({
      email: 'ann@example.test',
      name: 'Anna',
      metadata: { user: '7', more: 'y' },
    });
    const unset = await t.stripe.customers.update(made.id, { metadata: '' });
    expect(unset.metadata).toEqual({});
  });

  test('that is deleted says so, loses its cards and takes no new ones', async () => {
    const customer = await t.stripe.customers.create();
    const method = await t.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    expect(await t.stripe.customers.del(customer.id)).toMatchObject({ id: customer.id, deleted: true });
    expect(await t.stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
    expect((await t.stripe.paymentMethods.retrieve(method.id)).customer).toBeNull();
    const attach = t.stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
    expect(await refusal(attach)).toMatchObject({ statusCode: 404, code: 'resource_missing' });
    expect(await refusal(t.stripe.customers.update(customer.id, {}))).toMatchObject({ statusCode: 404 });
  });

  test('who does not exist is 404 with the kind and the id', async () => {
    expect(await refusal(t.stripe.customers.retrieve('cus_nobody'))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
      message: "No such customer: 'cus_nobody'",
    });
  });

  test('keeps only a card of its own as default', async () => {
    const customer = await t.stripe.customers.create({ payment_method: 'pm_card_visa' });
    const [own] = (await t.stripe.customers.listPaymentMethods(customer.id)).data;
    const changed = await t.stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: own?.id },
      expand: ['invoice_settings.default_payment_method'],
    });
    expect(changed.invoice_settings.default_payment_method).toMatchObject({ id: own?.id, type: 'card' });
    const stranger = await t.stripe.paymentMethods.create(typedCard('4242424242424242'));
    const steal = t.stripe.customers.update(customer.id, {
      invoice_settings: { default_payment_method: stranger.id },
    });
    expect(await refusal(steal)).toMatchObject({ code: 'resource_missing' });
  });
});

describe('lists', () => {
  test('go newest first, page by page in both directions, and autopaging sees each once', async () => {
    const made: string[] = [];
    for (let i = 0; i < 7; i++) {
      made.push((await t.stripe.customers.create({ email: 'page@example.test' })).id);
    }
    const newest = made.toReversed();
    const email = 'page@example.test';
    const first = await t.stripe.customers.list({ limit: 3, email });
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/customers' });
    expect(first.data.map(({ id }) => id)).toEqual(newest.slice(0, 3));
    const second = await t.stripe.customers.list({ limit: 3, email, starting_after: newest[2] });
    expect(second.data.map(({ id }) => id)).toEqual(newest.slice(3, 6));
    const back = await t.stripe.customers.list({ limit: 2, email, ending_before: newest[3] });
    expect(back.data.map(({ id }) => id)).toEqual(newest.slice(1, 3));
    expect(back.has_more).toBe(true);
    const all = await t.stripe.customers.list({ limit: 2, email }).autoPagingToArray({ limit: 100 });
    expect(all.map(({ id }) => id)).toEqual(newest);
  });

  test('are limited by the moment of creation', async () => {
    const { id, created } = await t.stripe.customers.create({ email: 'moment@example.test' });
    const email = 'moment@example.test';
    const within = await t.stripe.customers.list({ email, created: { gte: created, lt: created + 60 } });
    expect(within.data.map((one) => one.id)).toEqual([id]);
    expect((await t.stripe.customers.list({ email, created: { gt: created } })).data).toEqual([]);
  });

  test.each([
    [{ limit: 101 }, 'limit'],
    [{ starting_after: 'cus_nobody' }, 'starting_after'],
  ])('refuse %o', async (params, param) => {
    expect(await refusal(t.stripe.customers.list(params))).toMatchObject({ param });
  });
});

describe('a saved card', () => {
  test('belongs to one customer, is listed there, and once detached is never taken again', async () => {
    const ann = await t.stripe.customers.create();
    const ben = await t.stripe.customers.create();
    const card = await t.stripe.paymentMethods.create({
      ...typedCard('5555555555554444'),
      billing_details: { name: 'Ann', address: { postal_code: '12345' } },
    });
    expect(card).toMatchObject({
      customer: null,
      billing_details: { name: 'Ann' },
      card: {
        brand: 'mastercard',
        last4: '4444',
        checks: { cvc_check: 'pass', address_postal_code_check: 'pass' },
      },
    });
    await t.stripe.paymentMethods.attach(card.id, { customer: ann.id });
    const twice = await refusal(t.stripe.paymentMethods.attach(card.id, { customer: ben.id }));
    expect(twice.code).toBe('payment_method_unexpected_state');
    const listed = await t.stripe.paymentMethods.list({ customer: ann.id, type: 'card' });
    expect(listed.data.map(({ id }) => id)).toEqual([card.id]);
    expect((await t.stripe.paymentMethods.list({ customer: ben.id })).data).toEqual([]);
    expect((await t.stripe.paymentMethods.detach(card.id)).customer).toBeNull();
    const again = await refusal(t.stripe.paymentMethods.attach(card.id, { customer: ann.id }));
    expect(again.message).toMatch(/may not be used again/);
    expect((await refusal(t.stripe.paymentMethods.detach(card.id))).statusCode).toBe(400);
  });

  test('has the same fingerprint wherever the same number is saved', async () => {
    const [first, second, other] = await Promise.all([
      t.stripe.paymentMethods.create(typedCard('4242424242424242')),
      t.stripe.paymentMethods.create(typedCard('4242 4242 4242 4242')),
      t.stripe.paymentMethods.create(typedCard('5555555555554444')),
    ]);
    expect(first?.card?.fingerprint).toBe(second?.card?.fingerprint);
    expect(first?.card?.fingerprint).not.toBe(other?.card?.fingerprint);
  });

  test('keeps no card number in the books', async () => {
    await t.stripe.paymentMethods.create(typedCard('4000000000000259'));
    const rows = await t.db.selectFrom('sandboxObjects').select(['body', 'hidden']).execute();
    expect(JSON.stringify(rows)).not.toMatch(/\d{14,19}/);
  });

  test.each([
    ['4242424242424241', {}, 'incorrect_number', undefined],
    ['4111111111111111', {}, 'card_declined', 'test_mode_live_card'],
    ['42', {}, 'invalid_number', undefined],
    ['4242424242424242', { exp_month: 13 }, 'invalid_expiry_month', undefined],
    ['4242424242424242', { exp_year: 2019 }, 'invalid_expiry_year', undefined],
    ['4242424242424242', { exp_year: 95 }, 'invalid_expiry_year', undefined],
    ['4242424242424242', { cvc: '99' }, 'invalid_cvc', undefined],
    ['378282246310005', { cvc: '123' }, 'invalid_cvc', undefined],
  ])('of number %s with %o is refused: %s', async (number, given, code, declineCode) => {
    const error = await refusal(t.stripe.paymentMethods.create(typedCard(number, given)));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code });
    if (declineCode) expect(error.decline_code).toBe(declineCode);
    expect(error.message).toMatch(/card/);
  });

  test('by token is taken once, by published name as often as wanted', async () => {
    const token = await t.stripe.tokens.create({
      card: { number: '4242424242424242', exp_month: '12', exp_year: '2040', cvc: '123' },
    });
    expect(token).toMatchObject({ object: 'token', used: false, card: { last4: '4242' } });
    const card = { type: 'card' as const, card: { token: token.id } };
    expect((await t.stripe.paymentMethods.create(card)).card?.last4).toBe('4242');
    expect((await refusal(t.stripe.paymentMethods.create(card))).message).toMatch(/more than once/);
    expect((await t.stripe.tokens.retrieve(token.id)).used).toBe(true);
    for (let i = 0; i < 2; i++) {
      const named = await t.stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_mastercard' } });
      expect(named.card?.brand).toBe('mastercard');
    }
  });
});

describe('a malformed call', () => {
  test.each([
    [{ amount: 2000 }, 'parameter_missing', 'currency'],
    [{ amount: 2000, currency: 'usd', colour: 'red' }, 'parameter_unknown', 'colour'],
    [{ amount: 19.95, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: -5, currency: 'usd' }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 49, currency: 'usd' }, 'amount_too_small', 'amount'],
    [{ amount: 2000, currency: '' }, 'parameter_invalid_empty', 'currency'],
    [
      { amount: 2000, currency: 'usd', payment_method_types: ['card'] },
      'parameter_unknown',
      'payment_method_types',
    ],
  ])('%o is refused with %s for %s', async (params, code, param) => {
    const error = await refusal(
      t.stripe.paymentIntents.create(params as { amount: number; currency: string }),
    );
    expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, code, param });
  });

  test('without a good key is 401', async () => {
    for (const key of ['sk_live_abc', 'nonsense']) {
      const error = await refusal(t.stripe.customers.list({}, { apiKey: key }));
      expect(error).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 });
    }
    const answer = await fetch(`${t.sandbox.url}/v1/customers`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('request-id')).toMatch(/^req_/);
  });

  test('of another API version is refused', async () => {
    const error = await refusal(t.stripe.customers.list({}, { apiVersion: '2020-08-27' }));
    expect(error.message).toMatch(/API version/);
  });

  test('to an unknown address is an error and not an empty success', async () => {
    expect(await refusal(t.stripe.products.list())).toMatchObject({ statusCode: 404 });
  });

  test('with an expansion that is none is refused', async () => {
    const { id } = await t.stripe.customers.create();
    expect((await refusal(t.stripe.customers.retrieve(id, { expand: ['email'] }))).statusCode).toBe(400);
    expect((await refusal(t.stripe.customers.retrieve(id, { expand: ['nothing'] }))).statusCode).toBe(400);
  });
});

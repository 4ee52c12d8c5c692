import { describe, expect, test } from 'vitest';
import { idOf, pay, refusal, startTestSandbox } from '#server/testing/sandbox.ts';

const t = startTestSandbox();
const returnUrl = { return_url: 'https://shop.example/back' };

describe('a card that succeeds', () => {
  test.each([
    ['4242424242424242', 'visa', 'credit'],
    ['4000056655665556', 'visa', 'debit'],
    ['5555555555554444', 'mastercard', 'credit'],
    ['2223003122003222', 'mastercard', 'credit'],
    ['5200828282828210', 'mastercard', 'debit'],
    ['5105105105105100', 'mastercard', 'prepaid'],
    ['378282246310005', 'amex', 'credit'],
    ['371449635398431', 'amex', 'credit'],
    ['6011111111111117', 'discover', 'credit'],
    ['6011000990139424', 'discover', 'credit'],
    ['3056930009020004', 'diners', 'credit'],
    ['36227206271667', 'diners', 'credit'],
    ['3566002020360505', 'jcb', 'credit'],
    ['6200000000000005', 'unionpay', 'credit'],
    ['6205500000000000004', 'unionpay', 'credit'],
    ['4000001240000000', 'visa', 'credit'],
    ['4000000000000077', 'visa', 'credit'],
    ['4000000000003055', 'visa', 'credit'],
  ])('%s is %s %s', async (number, brand, funding) => {
    const paid = await pay(t.stripe, number, { expand: ['payment_method'] });
    expect(paid).toMatchObject({
      status: 'succeeded',
      payment_method: { card: { brand, funding, last4: number.slice(-4) } },
    });
  });

  test.each([
    ['pm_card_visa', '4242'],
    ['pm_card_mastercard', '4444'],
    ['pm_card_amex', '0005'],
    ['pm_card_discover', '1117'],
    ['pm_card_visa_debit', '5556'],
    ['pm_card_ca', '0000'],
  ])('is known by its published name %s', async (name, last4) => {
    const paid = await pay(t.stripe, name, { expand: ['payment_method'] });
    expect(paid.payment_method).toMatchObject({ card: { last4 } });
    expect(idOf(paid.payment_method)).not.toBe(name);
  });

  test.each([
    ['4000000000000101', { cvc_check: 'fail' }],
    ['4000000000000036', { cvc_check: 'pass', address_postal_code_check: 'fail' }],
    ['4000000000000028', { address_line1_check: 'fail', address_postal_code_check: 'pass' }],
    ['4000000000000010', { address_line1_check: 'fail', address_postal_code_check: 'fail' }],
    ['4000000000000044', { address_line1_check: 'unavailable', address_postal_code_check: 'unavailable' }],
  ])('%s reports its checks: %o', async (number, checks) => {
    const { card } = await t.stripe.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 1, exp_year: 2040, cvc: '123' },
      billing_details: { address: { line1: 'Main Street 1', postal_code: '12345' } },
    });
    expect(card?.checks).toMatchObject(checks);
  });

  test('has its money available at once where the provider says so, else after two days', async () => {
    const statusOf = async (method: string) => {
      const paid = await pay(t.stripe, method, { capture_method: 'automatic' });
      const lines = await t.stripe.balanceTransactions.list({ source: idOf(paid.latest_charge) });
      return lines.data[0]?.status;
    };
    expect(await statusOf('pm_card_bypassPending')).toBe('available');
    expect(await statusOf('pm_card_visa')).toBe('pending');
  });
});

describe('a card that declines', () => {
  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000009987', 'card_declined', 'lost_card', 'Your card was declined.'],
    ['4000000000009979', 'card_declined', 'stolen_card', 'Your card was declined.'],
    ['4000000000000069', 'expired_card', '', 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', '', "Your card's security code is incorrect."],
    [
      '4000000000000119',
      'processing_error',
      '',
      'An error occurred while processing your card. Try again in a little bit.',
    ],
    [
      '4000000000006975',
      'card_declined',
      'card_velocity_exceeded',
      'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    ],
    ['4000000000000341', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4100000000000019', 'card_declined', 'fraudulent', 'Your card was declined.'],
    ['4000000000004954', 'card_declined', 'fraudulent', 'Your card was declined.'],
    ['4000008400001280', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ])('%s answers %s %s', async (number, code, declineCode, message) => {
    const error = await refusal(pay(t.stripe, number, { metadata: { order: 'x' } }));
    expect(error).toMatchObject({
      type: 'StripeCardError',
      rawType: 'card_error',
      statusCode: 402,
      code,
      message,
    });
    expect(error.decline_code).toBe(declineCode);
    const intent = await t.stripe.paymentIntents.retrieve(idOf(error.payment_intent));
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_received: 0,
      metadata: { order: 'x' },
      last_payment_error: { code, message, payment_method: { card: { last4: number.slice(-4) } } },
    });
    const charge = await t.stripe.charges.retrieve(idOf(intent.latest_charge));
    expect(charge).toMatchObject({
      status: 'failed',
      paid: false,
      failure_code: code,
      balance_transaction: null,
    });
    const isBlocked = declineCode === 'fraudulent';
    expect(charge.outcome?.type).toBe(isBlocked ? 'blocked' : 'issuer_declined');
  });

  test('leaves the intent open for another card', async () => {
    const error = await refusal(pay(t.stripe, 'pm_card_visa_chargeDeclined'));
    const id = idOf(error.payment_intent);
    const again = await refusal(
      t.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclinedInsufficientFunds' }),
    );
    expect(again.decline_code).toBe('insufficient_funds');
    const paid = await t.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(paid).toMatchObject({ status: 'succeeded', last_payment_error: null });
    const charges = await t.stripe.charges.list({ payment_intent: id });
    expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed', 'failed']);
  });

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
  ])('%s is not attached to a customer either', async (name, code) => {
    const customer = (await t.stripe.customers.create()).id;
    expect(await refusal(t.stripe.paymentMethods.attach(name, { customer }))).toMatchObject({
      statusCode: 402,
      code,
    });
    expect((await t.stripe.paymentMethods.list({ customer })).data).toEqual([]);
  });

  test('4000000000000341 is attached gladly and fails when charged', async () => {
    const customer = (await t.stripe.customers.create()).id;
    const { id } = await t.stripe.paymentMethods.attach('pm_card_chargeCustomerFail', { customer });
    expect((await refusal(pay(t.stripe, id, { customer, off_session: true }))).code).toBe('card_declined');
  });

  test('4000000000000127 passes where no security code is given', async () => {
    const { id } = await t.stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4000000000000127', exp_month: 1, exp_year: 2040 },
    });
    expect((await pay(t.stripe, id)).status).toBe('succeeded');
  });
});

describe('a card that asks for step-up', () => {
  test.each([
    '4000002500003155',
    '4000002760003184',
    '4000003800000446',
    '4000008260003178',
    '4000000000003220',
    '4000000000003063',
    '4000008400001629',
  ])('%s asks the buyer who is there', async (number) => {
    const intent = await pay(t.stripe, number, returnUrl);
    expect(intent).toMatchObject({
      status: 'requires_action',
      latest_charge: null,
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: 'https://shop.example/back' } },
    });
  });

  test('without a return address is left to the browser library', async () => {
    const intent = await pay(t.stripe, '4000000000003220');
    expect(intent.next_action).toMatchObject({
      type: 'use_stripe_sdk',
      use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: expect.stringContaining('/3ds/') },
    });
  });

  test.each([
    ['4000002500003155', 'authentication_required'],
    ['4000002760003184', 'authentication_required'],
    ['4000003800000446', undefined],
    ['4000008260003178', 'authentication_required'],
  ])('%s without the buyer and never set up: %s', async (number, code) => {
    const customer = (await t.stripe.customers.create()).id;
    const card = await t.stripe.paymentMethods.create({
      type: 'card',
      card: { number, exp_month: 1, exp_year: 2040, cvc: '123' },
    });
    await t.stripe.paymentMethods.attach(card.id, { customer });
    const payment = pay(t.stripe, card.id, { customer, off_session: true });
    if (code === undefined) expect((await payment).status).toBe('succeeded');
    else expect(await refusal(payment)).toMatchObject({ statusCode: 402, code, decline_code: code });
  });

  test('is refused where the shop takes no step-up', async () => {
    const error = await refusal(pay(t.stripe, '4000000000003220', { error_on_requires_action: true }));
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
  });

  test('only because the shop wants it: a card that supports it asks, one that does not pays', async () => {
    const wanted = {
      payment_method_options: { card: { request_three_d_secure: 'any' as const } },
      ...returnUrl,
    };
    expect((await pay(t.stripe, '4000000000003055', wanted)).status).toBe('requires_action');
    expect((await pay(t.stripe, '4242424242424242', wanted)).status).toBe('succeeded');
  });
});

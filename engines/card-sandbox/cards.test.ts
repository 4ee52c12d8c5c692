import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY, idOf, pay, refusal, startTestSandbox } from '#server/testing/sandbox.ts';
import { SandboxError } from './call.ts';
import { passesLuhn, readCard } from './cards.ts';

const t = startTestSandbox();
const newCustomer = async () => (await t.stripe.customers.create()).id;
const attach = (card: string, customer: string) => t.stripe.paymentMethods.attach(card, { customer });

describe('a saved card', () => {
  test('belongs to one customer and is never accepted again once detached', async () => {
    const ann = await newCustomer();
    const ben = await newCustomer();
    const card = await attach('pm_card_mastercard', ann);
    expect(card).toMatchObject({ customer: ann, card: { brand: 'mastercard', last4: '4444' } });
    const twice = await refusal(attach(card.id, ben));
    expect(twice.code).toBe('payment_method_unexpected_state');
    expect((await refusal(pay(t.stripe, card.id))).statusCode).toBe(400);
    expect((await refusal(pay(t.stripe, card.id, { customer: ben }))).statusCode).toBe(400);
    expect((await pay(t.stripe, card.id, { customer: ann })).status).toBe('succeeded');
    expect((await pay(t.stripe, card.id, { customer: ann })).status).toBe('succeeded');
    expect((await t.stripe.paymentMethods.detach(card.id)).customer).toBeNull();
    expect((await refusal(attach(card.id, ann))).message).toMatch(/may not be used again/);
    expect((await refusal(t.stripe.paymentMethods.detach(card.id))).statusCode).toBe(400);
  });

  test('that was never saved pays once', async () => {
    const paid = await pay(t.stripe, 'pm_card_visa');
    const again = await refusal(pay(t.stripe, idOf(paid.payment_method)));
    expect(again.message).toMatch(/may not be used again/);
  });

  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
  ])('%s is not attached: %s', async (name, code) => {
    expect(await refusal(attach(name, await newCustomer()))).toMatchObject({ statusCode: 402, code });
  });

  test('pm_card_chargeCustomerFail is attached and declined when charged', async () => {
    const customer = await newCustomer();
    const { id } = await attach('pm_card_chargeCustomerFail', customer);
    expect((await refusal(pay(t.stripe, id, { customer }))).code).toBe('card_declined');
  });

  test('that asks for authentication is declined when the buyer is not there', async () => {
    const customer = await newCustomer();
    const { id } = await attach('pm_card_authenticationRequired', customer);
    const error = await refusal(pay(t.stripe, id, { customer, off_session: true }));
    expect(error).toMatchObject({ statusCode: 402, code: 'authentication_required' });
  });

  test('that has expired since is declined', async () => {
    const customer = await newCustomer();
    const card = await attach('pm_card_visa', customer);
    await t.advance(2 * 366 * DAY);
    expect(await refusal(pay(t.stripe, card.id, { customer }))).toMatchObject({ code: 'expired_card' });
  });
});

describe('a card that declines', () => {
  test.each([
    ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined', 'insufficient_funds'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card', ''],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', ''],
  ])('%s answers %s %s', async (name, code, declineCode) => {
    const error = await refusal(pay(t.stripe, name, { metadata: { order: 'x' } }));
    expect(error).toMatchObject({ type: 'StripeCardError', statusCode: 402, code });
    expect(error.decline_code).toBe(declineCode);
    const intent = await t.stripe.paymentIntents.retrieve(idOf(error.payment_intent), {
      expand: ['latest_charge'],
    });
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      amount_received: 0,
      metadata: { order: 'x' },
      last_payment_error: { code },
      latest_charge: { status: 'failed', paid: false, failure_code: code, balance_transaction: null },
    });
  });
});

describe('a typed card', () => {
  const now = new Date('2026-11-15T12:00:00Z');
  const good = { number: '4242 4242 4242 4242', exp_month: '12', exp_year: '2040', cvc: '123' };

  test('with a published test number is accepted', () => {
    expect(readCard(good, now)).toMatchObject({ card: { name: 'visa' }, exp_month: 12, exp_year: 2040 });
    expect(readCard({ ...good, exp_month: '11', exp_year: '26' }, now).exp_year).toBe(2026);
  });

  test.each([
    [{ number: '4242424242424241' }, 'incorrect_number', undefined],
    [{ number: '4111111111111111' }, 'card_declined', 'test_mode_live_card'],
    [{ number: '42' }, 'invalid_number', undefined],
    [{ exp_month: '13' }, 'invalid_expiry_month', undefined],
    [{ exp_month: '10', exp_year: '2026' }, 'invalid_expiry_month', undefined],
    [{ exp_year: '2019' }, 'invalid_expiry_year', undefined],
    [{ exp_year: '95' }, 'invalid_expiry_year', undefined],
    [{ cvc: '99' }, 'invalid_cvc', undefined],
    [{ number: '378282246310005' }, 'invalid_cvc', undefined],
  ])('with %o is refused: %s', (given, code, declineCode) => {
    const read = () => readCard({ ...good, ...given }, now);
    expect(read).toThrow(SandboxError);
    expect(read).toThrow(expect.objectContaining({ status: 402, fields: expect.objectContaining({ code }) }));
    if (declineCode) {
      expect(read).toThrow(
        expect.objectContaining({ fields: expect.objectContaining({ decline_code: declineCode }) }),
      );
    }
  });

  test('with any single wrong digit fails the check digit', () => {
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (position, change) => {
        const digits = [...'4242424242424242'].map(Number);
        digits[position] = ((digits[position] ?? 0) + change) % 10;
        expect(passesLuhn(digits.join(''))).toBe(false);
      }),
    );
  });
});

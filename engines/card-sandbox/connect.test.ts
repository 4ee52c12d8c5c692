import { describe, expect, test } from 'vitest';
import { DAY, pay, refusal, startTestSandbox } from '#server/testing/sandbox.ts';

const testSandbox = startTestSandbox();
const BACK = 'https://example.test/back';

async function openAccount(): Promise<string> {
  const { id } = await testSandbox.stripe.accounts.create({
    type: 'express',
    email: 'payee@example.test',
    capabilities: { transfers: { requested: true } },
    metadata: { payee: '7' },
  });
  return id;
}

const linkFor = async (account: string) =>
  (
    await testSandbox.stripe.accountLinks.create({
      account,
      type: 'account_onboarding',
      return_url: BACK,
      refresh_url: BACK,
    })
  ).url;

const follow = (url: string) => fetch(url, { method: 'POST', redirect: 'manual' });

async function readyAccount(): Promise<string> {
  const account = await openAccount();
  await follow(await linkFor(account));
  return account;
}

/** A payment whose money has arrived. */
async function earn(amount: number): Promise<void> {
  await pay(testSandbox.stripe, 'pm_card_visa', { amount });
  await testSandbox.advance(3 * DAY);
}

const available = async () => (await testSandbox.stripe.balance.retrieve()).available[0]?.amount ?? 0;

describe('a connected account', () => {
  test('is inactive until its owner has followed the link, which works once', async () => {
    const { stripe } = testSandbox;
    const account = await openAccount();
    expect(await stripe.accounts.retrieve(account)).toMatchObject({
      object: 'account',
      type: 'express',
      payouts_enabled: false,
      details_submitted: false,
      capabilities: { transfers: 'inactive' },
      metadata: { payee: '7' },
    });
    const url = await linkFor(account);
    expect((await fetch(url)).status).toBe(200);
    const answer = await follow(url);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, BACK]);
    expect((await follow(url)).status).toBe(404);
    expect(await stripe.accounts.retrieve(account)).toMatchObject({
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { transfers: 'active' },
    });
    await testSandbox.sandbox.webhooks.deliverNow();
    const updated = testSandbox.endpoint.received.find(({ event }) => event.type === 'account.updated');
    expect(updated?.event.account).toBe(account);
  });

  test('has links that end after some minutes', async () => {
    const url = await linkFor(await openAccount());
    await testSandbox.advance(600);
    expect((await follow(url)).status).toBe(404);
  });

  test('receives no transfer before it is active, and an unknown one never', async () => {
    const { stripe } = testSandbox;
    const destination = await openAccount();
    const early = await refusal(stripe.transfers.create({ amount: 100, currency: 'usd', destination }));
    expect(early).toMatchObject({ statusCode: 400, code: 'insufficient_capabilities_for_transfer' });
    const unknown = await refusal(
      stripe.transfers.create({ amount: 100, currency: 'usd', destination: 'acct_absent' }),
    );
    expect(unknown).toMatchObject({ statusCode: 400, code: 'resource_missing', param: 'destination' });
  });
});

describe('a transfer', () => {
  test('takes its amount off the available balance, once under one key', async () => {
    const { stripe } = testSandbox;
    const destination = await readyAccount();
    await earn(5_000);
    const before = await available();
    const params = {
      amount: 1_200,
      currency: 'usd',
      destination,
      transfer_group: 'group-1',
      metadata: { transfer: 'a' },
    };
    const send = () => stripe.transfers.create(params, { idempotencyKey: 'key-1' });
    const [first, again] = [await send(), await send()];
    expect(again.id).toBe(first.id);
    expect(first).toMatchObject({
      object: 'transfer',
      amount: 1_200,
      amount_reversed: 0,
      reversed: false,
      destination,
      transfer_group: 'group-1',
      reversals: { object: 'list', data: [] },
    });
    expect(await available()).toBe(before - 1_200);
    const { data } = await stripe.transfers.list({ transfer_group: 'group-1' });
    expect(data.map(({ id }) => id)).toEqual([first.id]);
    const { data: lines } = await stripe.balanceTransactions.list({ limit: 1 });
    expect(lines[0]).toMatchObject({ type: 'transfer', amount: -1_200, fee: 0, source: first.id });
  });

  test('of more than is available is refused and moves nothing, also two at once', async () => {
    const { stripe } = testSandbox;
    const destination = await readyAccount();
    await earn(2_000);
    const all = await available();
    const tooMuch = await refusal(stripe.transfers.create({ amount: all + 1, currency: 'usd', destination }));
    expect(tooMuch).toMatchObject({
      statusCode: 400,
      type: 'StripeInvalidRequestError',
      code: 'balance_insufficient',
    });
    const both = await Promise.allSettled(
      [1, 2].map(() => stripe.transfers.create({ amount: all, currency: 'usd', destination })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await available()).toBe(0);
  });

  test('comes back in parts, never more than was sent, with events', async () => {
    const { stripe } = testSandbox;
    const destination = await readyAccount();
    await earn(2_000);
    const before = await available();
    const { id } = await stripe.transfers.create({ amount: 1_000, currency: 'usd', destination });
    const part = await stripe.transfers.createReversal(id, { amount: 300 });
    expect(part).toMatchObject({ object: 'transfer_reversal', amount: 300, transfer: id });
    expect(await refusal(stripe.transfers.createReversal(id, { amount: 701 }))).toMatchObject({
      statusCode: 400,
      param: 'amount',
    });
    await stripe.transfers.createReversal(id);
    const after = await stripe.transfers.retrieve(id);
    expect(after).toMatchObject({ amount_reversed: 1_000, reversed: true });
    expect(after.reversals.data).toHaveLength(2);
    expect(await refusal(stripe.transfers.createReversal(id))).toMatchObject({ statusCode: 400 });
    expect(await available()).toBe(before);
    await testSandbox.sandbox.webhooks.deliverNow();
    const types = testSandbox.endpoint.types();
    expect(types).toEqual(expect.arrayContaining(['transfer.created', 'transfer.reversed']));
  });
});

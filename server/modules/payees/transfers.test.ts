import { describe, expect, test } from 'vitest';
import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { passEndpoints } from '#contract/endpoints/passes.ts';
import { payeeEndpoints } from '#contract/endpoints/payees.ts';
import { buildUser } from '#server/testing/factories.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import { payeeCalls } from '#server/testing/payees.ts';
import { startPayingApp } from '#server/testing/paying-app.ts';
import { rosterCalls } from '#server/testing/roster.ts';
import { compareTransfers } from './compare-transfers.ts';
import { executeTransfer } from './execute-transfer.ts';
import { payDue } from './transfers.ts';

const app = await startPayingApp();
const calls = payeeCalls(app);
const { add, sellable, find, pay, transfers, refund, reverse, connect, pass, rest, settle } = calls;

const HOLD_DAYS = 14;
/** A tenth of an album of $19.95. */
const SHARE = 200;

async function connected(name: string) {
  const payee = await add('producer', name);
  await connect(payee.id);
  expect(await find(payee.id)).toMatchObject({ account: 'ready' });
  return payee;
}

/** A producer who is owed a tenth of each album sold, and whose hold is over. */
async function owed(name: string, albums = 1) {
  const payee = await connected(name);
  const keys: string[] = [];
  for (let sold = 0; sold < albums; sold += 1) {
    const { buy } = await sellable([{ payee: payee.id, basis_points: 1_000 }]);
    keys.push((await buy()) ?? '');
  }
  await pass(HOLD_DAYS + 1);
  return { ...payee, keys };
}

const theirTransfers = async (payeeName: string) => {
  const [payee] = await app.context.db
    .selectFrom('payees')
    .select('accountId')
    .where('displayName', '=', payeeName)
    .execute();
  return (await app.stripe.transfers.list({ destination: payee?.accountId ?? '', limit: 100 })).data;
};

/** Nothing differs between ledger, transfers and the balance of the provider. */
async function agrees() {
  app.advanceMinutes(60);
  await compareTransfers(app.context);
  expect(
    await app.context.db.selectFrom('payeeCases').selectAll().where('closedAt', 'is', null).execute(),
  ).toEqual([]);
}

describe('what is owed', () => {
  test('is held for the days of the setting, then paid once, and adds up line by line', async () => {
    const payee = await connected('Held');
    const { buy } = await sellable([{ payee: payee.id, basis_points: 1_000 }]);
    await buy();
    expect(await find(payee.id)).toMatchObject({ balance: SHARE, held: SHARE, owed: 0 });
    expect(await pay(payee.id, SHARE)).toMatchObject({ status: 409 });
    await pass(HOLD_DAYS + 1);
    const preview = await calls.preview(payee.id);
    const earned = preview.earned.reduce((sum, { amount }) => sum + amount, 0);
    expect(earned - preview.sent - preview.held).toBe(preview.pays_now);
    expect(preview.pays_now).toBe(SHARE);
    expect(await pay(payee.id, SHARE - 1)).toMatchObject({
      status: 409,
      error: { message: /changed to \$2\.00/ },
    });
    expect(await pay(payee.id, SHARE)).toMatchObject({ status: 200, body: { amount: SHARE } });
    await rest();
    expect(await transfers(payee.id)).toMatchObject([{ state: 'paid', amount: SHARE }]);
    const [sent] = await theirTransfers('Held');
    expect(sent).toMatchObject({ amount: SHARE, metadata: { transfer: expect.any(String) } });
    expect(sent?.transfer_group).toBe(`transfer_${sent?.metadata.transfer}`);
    expect(await find(payee.id)).toMatchObject({ balance: 0, owed: 0, under_way: 0 });
    await agrees();
  });

  test('is paid once when two people press at the same moment', async () => {
    const payee = await owed('Pressed twice');
    const [one, other] = [await calls.as(), await calls.as()];
    const call = { params: { id: payee.id }, body: { amount: SHARE, method: 'connect' as const } };
    const answers = await Promise.all(
      [one, other, one, other].map((token) => app.call(payeeEndpoints.payPayee, { token, ...call })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    await rest();
    expect(await theirTransfers('Pressed twice')).toHaveLength(1);
    await agrees();
  });

  test('is reduced by a refund after the transfer, and carried over until more is earned', async () => {
    const payee = await owed('Refunded later', 2);
    await pay(payee.id, 2 * SHARE);
    await rest();
    await refund(payee.keys[0] ?? '');
    expect(await find(payee.id)).toMatchObject({ balance: -SHARE, owed: 0 });
    const { buy } = await sellable([{ payee: payee.id, basis_points: 3_000 }]);
    await buy();
    await pass(HOLD_DAYS + 1);
    expect(await find(payee.id)).toMatchObject({ balance: 599 - SHARE, owed: 599 - SHARE });
    await agrees();
  });

  test('by hand or by payment file needs no account, and is settled by people', async () => {
    const payee = await add('gym', 'By file', 'By file gym');
    const { album, buy } = await sellable();
    await app.context.db
      .updateTable('albums')
      .set({ programName: 'BY FILE  gym' })
      .where('id', '=', album.id)
      .execute();
    await calls.share(album.eventId, { payee: payee.id, cents: 150 });
    await buy();
    await pass(HOLD_DAYS + 1);
    expect(await pay(payee.id, 150, 'connect')).toMatchObject({
      status: 409,
      error: { message: /not connected/ },
    });
    const { body: filed } = await pay(payee.id, 150, 'file');
    expect(await find(payee.id)).toMatchObject({ owed: 0, under_way: 150 });
    const token = await calls.as();
    const how = (way: 'paid' | 'canceled', id: number) =>
      app.call(payeeEndpoints.settleTransfer, { token, params: { id }, body: { how: way } });
    expect((await how('canceled', filed.id)).body).toMatchObject({ state: 'canceled' });
    const { body: again } = await pay(payee.id, 150, 'file');
    expect((await how('paid', again.id)).body).toMatchObject({ state: 'paid' });
    expect(await how('canceled', again.id)).toMatchObject({ status: 409 });
    expect((await reverse(again.id)).body).toMatchObject({ state: 'reversed' });
    expect(await pay(payee.id, 150, 'manual')).toMatchObject({ body: { state: 'paid' } });
    const year = app.context.clock.now().getUTCFullYear();
    const { body } = await app.call(payeeEndpoints.taxYear, { token, params: { year: year as never } });
    expect(body.rows.find((row) => row.payee === payee.id)).toMatchObject({ paid: 150 });
  });

  test('goes out by itself on the day of the schedule, from the minimum on', async () => {
    const [rich, poor] = [await owed('Rich', 2), await owed('Poor')];
    await changeSettings(app, { payout_schedule: 'weekly', payout_minimum_cents: SHARE + 1 });
    for (let day = 0; day < 7; day += 1) {
      await pass(1);
      await payDue(app.context);
      await rest();
    }
    await changeSettings(app, { payout_schedule: 'manual' });
    expect(await transfers(rich.id)).toMatchObject([{ state: 'paid', amount: 2 * SHARE }]);
    expect(await transfers(poor.id)).toEqual([]);
    await agrees();
  });
});

describe('a transfer', () => {
  test('whose answer is lost is found again and not sent twice', async () => {
    const payee = await owed('Lost answer');
    app.sandbox.faults.untilCleared({ operation: 'transfers.create', kind: 'reset', when: 'after' });
    app.sandbox.webhooks.pause();
    await pay(payee.id, SHARE);
    await expect.poll(async () => (await theirTransfers('Lost answer')).length, { timeout: 10_000 }).toBe(1);
    app.sandbox.faults.clear();
    await settle();
    expect(await transfers(payee.id)).toMatchObject([{ state: 'paid' }]);
    expect(await theirTransfers('Lost answer')).toHaveLength(1);
    app.sandbox.webhooks.resume();
    await rest();
    await agrees();
  });

  test('that the provider refuses is owed again, with the reason', async () => {
    const payee = await connected('Refused');
    const { buy } = await sellable([{ payee: payee.id, basis_points: 10_000 }]);
    await buy();
    await changeSettings(app, { payout_hold_days: 0 });
    // The money of the card arrives two days later.
    const { available } = await app.stripe.balance.retrieve();
    const cash = available[0]?.amount ?? 0;
    if (cash > 0)
      await app.stripe.transfers.create({ amount: cash, currency: 'usd', destination: await otherAccount() });
    const { owed: due } = await find(payee.id);
    await pay(payee.id, due);
    await rest();
    expect(await transfers(payee.id)).toMatchObject([{ state: 'failed', failure: /not enough money/ }]);
    expect(await find(payee.id)).toMatchObject({ owed: due, under_way: 0 });
    await pass(3);
    await pay(payee.id, due);
    await rest();
    expect(await transfers(payee.id)).toMatchObject([{ state: 'failed' }, { state: 'paid' }].toReversed());
    await changeSettings(app, { payout_hold_days: HOLD_DAYS });
    await agrees();
  });

  test('follows events that come twice, late and in the wrong order', async () => {
    const payee = await owed('Late events');
    app.sandbox.webhooks.pause();
    app.sandbox.webhooks.reverse(true);
    const { body: sent } = await pay(payee.id, SHARE);
    await calls.rest();
    await reverse(sent.id);
    await executeTransfer(app.context, sent.id);
    app.sandbox.webhooks.next({ kind: 'duplicate', times: 2 });
    app.sandbox.webhooks.resume();
    await rest();
    await executeTransfer(app.context, sent.id);
    expect(await transfers(payee.id)).toMatchObject([{ state: 'reversed', reversed: SHARE }]);
    expect(await theirTransfers('Late events')).toMatchObject([{ amount_reversed: SHARE, reversed: true }]);
    expect(await find(payee.id)).toMatchObject({ owed: SHARE, balance: SHARE });
    await agrees();
  });

  test('that somebody made in the dashboard to a payee is a case until it is taken back', async () => {
    const payee = await owed('Dashboard');
    const { accountId } = await app.context.db
      .selectFrom('payees')
      .select('accountId')
      .where('id', '=', payee.id)
      .executeTakeFirstOrThrow();
    const foreign = { amount: 77, currency: 'usd', destination: accountId ?? '' };
    const { id } = await app.stripe.transfers.create(foreign);
    await compareTransfers(app.context);
    const { body } = await app.call(payeeEndpoints.listPayees, { token: await calls.as() });
    expect(body.cases).toMatchObject([{ payee: payee.id, amount: 77, problem: expect.stringContaining(id) }]);
    await app.stripe.transfers.createReversal(id);
    await agrees();
  });
});

test('finance sees payees and transfers, and other staff and customers do not', async () => {
  const see = async (
    role: 'finance' | 'super' | 'customer_support' | 'analyst' | 'event_lead' | 'authenticated',
  ) => (await app.call(payeeEndpoints.listPayees, { token: (await buildUser(app, { role })).token })).status;
  expect(await see('finance')).toBe(200);
  expect(await see('super')).toBe(200);
  for (const role of ['customer_support', 'analyst', 'event_lead', 'authenticated'] as const) {
    expect(await see(role)).toBe(403);
  }
});

async function otherAccount(): Promise<string> {
  const account = await app.stripe.accounts.create({
    type: 'express',
    capabilities: { transfers: { requested: true } },
  });
  const address = 'https://example.test/back';
  const { url } = await app.stripe.accountLinks.create({
    account: account.id,
    type: 'account_onboarding',
    return_url: address,
    refresh_url: address,
  });
  await fetch(url, { method: 'POST', redirect: 'manual' });
  return account.id;
}

describe('a secret link', () => {
  test('lets a producer and a photographer connect a bank account, and changes no connected one', async () => {
    const producer = await add('producer', 'By cockpit');
    const { album } = await sellable([{ payee: producer.id, basis_points: 500 }]);
    const { token: staff } = await buildUser(app, { role: 'super' });
    const params = { id: album.eventId };
    const { body: cockpit } = await app.call(cockpitEndpoints.makeCockpitLink, {
      token: staff,
      params,
      body: { label: 'Producer' },
    });
    const ask = async (begin: boolean) =>
      (await app.call(cockpitEndpoints.cockpitPayoutAccount, { body: { token: cockpit.token, begin } })).body;
    expect(await ask(false)).toEqual({ account: 'none', url: null });
    const { url } = await ask(true);
    const answer = await fetch(url ?? '', { method: 'POST', redirect: 'manual' });
    expect(answer.headers.get('location')).toContain(`/cockpit/${cockpit.token}`);
    expect(await ask(true)).toEqual({ account: 'ready', url: null });
    expect(await find(producer.id)).toMatchObject({ account: 'ready' });

    await rosterCalls(app).add('Pia Pass', 2_000);
    const make = (label: string) =>
      app.call(passEndpoints.makePass, { token: staff, params, body: { label } });
    const [own, stranger] = [await make('PIA PASS'), await make('Nobody on the roster')];
    const open = async (token: string) =>
      (await app.call(passEndpoints.passPayoutAccount, { body: { token, begin: true } })).body;
    expect(await open(own.body.token)).toMatchObject({
      account: 'none',
      url: expect.stringContaining('/connect/'),
    });
    expect(await open(stranger.body.token)).toEqual({ account: null, url: null });
  });
});

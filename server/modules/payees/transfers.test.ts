import { describe, expect, test } from 'vitest';
import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { passEndpoints } from '#contract/endpoints/passes.ts';
import { payeeEndpoints } from '#contract/endpoints/payees.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import { payeeCalls } from '#server/testing/payees.ts';
import { startPayingApp } from '#server/testing/paying-app.ts';
import { rosterCalls } from '#server/testing/roster.ts';
import { compareTransfers } from './compare-transfers.ts';
import { executeTransfer } from './execute-transfer.ts';
import { syncPayeeAccounts } from './onboarding.ts';
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

async function accountIdOf(payeeId: number): Promise<string> {
  const payees = app.context.db.selectFrom('payees').select('accountId').where('id', '=', payeeId);
  return (await payees.executeTakeFirstOrThrow()).accountId ?? '';
}

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
    const until = new Date(app.context.clock.now().getTime() + HOLD_DAYS * 24 * 3600_000);
    expect(await find(payee.id)).toMatchObject({
      balance: SHARE,
      held: SHARE,
      held_until: until.toISOString().slice(0, 10),
      owed: 0,
      rates: [{ basis_points: 1_000, cents: null }],
    });
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
    const waiting = await app.call(payeeEndpoints.listTransfers, { token, query: { state: 'pending' } });
    expect(waiting.body).toMatchObject([{ id: filed.id, method: 'file', amount: 150 }]);
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
      const last = (await transfers(rich.id))[0];
      if (last && !last.is_reversing && last.state === 'paid') await reverse(last.id);
      await rest();
      // The job runs again on the same day.
      await payDue(app.context);
    }
    await changeSettings(app, { payout_schedule: 'manual' });
    expect(await transfers(rich.id)).toMatchObject([{ state: 'reversed', amount: 2 * SHARE }]);
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

  test('whose reversal was refused is taken back when somebody asks again', async () => {
    const payee = await owed('Refused reversal');
    const { body: sent } = await pay(payee.id, SHARE);
    await rest();
    const accountId = await accountIdOf(payee.id);
    app.sandbox.faults.untilCleared({ operation: 'transfers.createReversal', kind: 'refuse' });
    await reverse(sent.id);
    await rest();
    expect(await transfers(payee.id)).toMatchObject([{ state: 'paid', failure: /not have the money/ }]);
    app.sandbox.faults.clear();
    app.advanceMinutes(1);
    await reverse(sent.id);
    await rest();
    expect(await transfers(payee.id)).toMatchObject([{ state: 'reversed', reversed: SHARE }]);
    expect((await app.stripe.transfers.list({ destination: accountId })).data).toHaveLength(1);
    await agrees();
  });

  test('goes to no account that is gone, its money stays owed, and its owner connects another one', async () => {
    const payee = await owed('Left Stripe');
    const gone = await accountIdOf(payee.id);
    await app.stripe.accounts.del(gone);
    await rest();
    expect(await find(payee.id)).toMatchObject({ account: 'restricted', owed: SHARE });
    expect(await pay(payee.id, SHARE)).toMatchObject({ status: 409 });
    await syncPayeeAccounts(app.context);
    await calls.connect(payee.id);
    expect(await accountIdOf(payee.id)).not.toBe(gone);
    expect(await find(payee.id)).toMatchObject({ account: 'ready', owed: SHARE });
    expect(await pay(payee.id, SHARE)).toMatchObject({ status: 200 });
    await rest();
    expect(await transfers(payee.id)).toMatchObject([{ state: 'paid', amount: SHARE }]);
    await agrees();
  });

  test('that somebody took back in twelve parts in the dashboard is back, and no case', async () => {
    const payee = await owed('Twelve parts');
    await pay(payee.id, SHARE);
    await rest();
    const [{ id = '' } = {}] = await theirTransfers('Twelve parts');
    for (let part = 0; part < 12; part += 1) await app.stripe.transfers.createReversal(id, { amount: 1 });
    await rest();
    expect(await transfers(payee.id)).toMatchObject([{ reversed: 12 }]);
    await agrees();
  });

  test('that somebody made in the dashboard to a payee is a case until it is taken back', async () => {
    const payee = await owed('Dashboard');
    const foreign = { amount: 77, currency: 'usd', destination: await accountIdOf(payee.id) };
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
      (await app.call(payeeEndpoints.payoutAccount, { body: { by: 'cockpit', token: cockpit.token, begin } }))
        .body;
    expect(await ask(false)).toEqual({ account: 'none', url: null, statements: [] });
    const { url } = await ask(true);
    const answer = await fetch(url ?? '', { method: 'POST', redirect: 'manual' });
    expect(answer.headers.get('location')).toContain(`/cockpit/${cockpit.token}`);
    expect(await ask(true)).toEqual({ account: 'ready', url: null, statements: [] });
    expect(await find(producer.id)).toMatchObject({ account: 'ready' });

    await rosterCalls(app).add('Pia Pass', 2_000);
    const make = (label: string) =>
      app.call(passEndpoints.makePass, { token: staff, params, body: { label } });
    const [own, stranger] = [await make('PIA PASS'), await make('Nobody on the roster')];
    const open = async (token: string) =>
      (await app.call(payeeEndpoints.payoutAccount, { body: { by: 'pass', token, begin: true } })).body;
    expect(await open(own.body.token)).toMatchObject({
      account: 'none',
      url: expect.stringContaining('/connect/'),
    });
    expect(await open(stranger.body.token)).toEqual({ account: null, url: null, statements: [] });
  });

  test('of staff lets a gym connect again and again for two weeks, and leads back to its page', async () => {
    const gym = await add('gym', 'By its page', 'By its page');
    const token = await calls.linkOf(gym.id);
    const open = (body: object = {}) =>
      app.call(payeeEndpoints.payoutAccount, { body: { by: 'payee', token, begin: true, ...body } });
    app.sandbox.faults.next({ operation: 'accounts.create', kind: 'refuse' });
    expect(await open()).toMatchObject({ status: 409, error: { message: /Connect is on/ } });
    app.sandbox.faults.next({ operation: 'accounts.create', kind: 'kept_error' });
    expect(await open()).toMatchObject({ status: 409, error: { message: /did not answer/ } });
    expect(await open()).toMatchObject({ status: 200, body: { url: expect.stringContaining('/connect/') } });
    // The first address of the provider has expired; the page gives another one.
    const { body } = await open();
    const answer = await fetch(body.url ?? '', { method: 'POST', redirect: 'manual' });
    expect(answer.headers.get('location')).toMatch(new RegExp(`/payee/${token}$`));
    expect((await open()).body).toMatchObject({ account: 'ready', url: null });
    for (const wrong of [`${token}x`, 'x', '1.zzzzzz.aaaa']) {
      expect(await open({ token: wrong })).toMatchObject({ status: 404 });
    }
    await pass(29);
    expect(await open()).toMatchObject({ status: 404 });
  });

  test('lets a gym connect whose first answer was lost, also once staff have corrected its address', async () => {
    const gym = await add('gym', 'Lost its answer', 'Lost its answer');
    const token = await calls.linkOf(gym.id);
    const open = () => app.call(payeeEndpoints.payoutAccount, { body: { by: 'payee', token, begin: true } });
    app.sandbox.faults.next({ operation: 'accounts.create', kind: 'reset', when: 'after', times: 3 });
    expect(await open()).toMatchObject({ status: 409, error: { message: /did not answer/ } });
    app.sandbox.faults.clear();
    const body = { email: 'gym@example.test' };
    const params = { id: gym.id };
    await app.call(payeeEndpoints.changePayee, { token: await calls.as(), params, body });
    expect(await open()).toMatchObject({ status: 200, body: { url: expect.stringContaining('/connect/') } });
  });

  test('of staff works until they end it, and another one that they make then works', async () => {
    const gym = await add('gym', 'Lost its link', 'Lost its link');
    const open = async (link: string) =>
      (await app.call(payeeEndpoints.payoutAccount, { body: { by: 'payee', token: link } })).status;
    const lost = await calls.linkOf(gym.id);
    expect(await find(gym.id)).toMatchObject({ link_until: expect.any(String) });
    expect(await open(lost)).toBe(200);
    const ended = await app.call(payeeEndpoints.endPayeeLinks, {
      token: await calls.as(),
      params: { id: gym.id },
    });
    expect(ended).toMatchObject({ status: 200, body: { link_until: null } });
    const next = await calls.linkOf(gym.id);
    expect([await open(lost), await open(next)]).toEqual([404, 200]);
    const other = await calls.linkOf((await add('gym', 'Another', 'Another')).id);
    const [own, ...signed] = next.split('.');
    expect(await open([other.split('.')[0], ...signed].join('.'))).toBe(404);
    expect(await open(`${own}z9z9z9z9z9.${signed.join('.')}`)).toBe(404);
  });

  test('gives a producer and a photographer their own statements only', async () => {
    const producer = await add('producer', 'Reads statements');
    await rosterCalls(app).add('Stella Statement', 2_000);
    const { album, buy } = await sellable([{ payee: producer.id, basis_points: 1_000 }]);
    await buildImage(app, album, { photographer: 'Stella Statement' });
    await buy();
    const { token: staff } = await buildUser(app, { role: 'super' });
    const make = { token: staff, params: { id: album.eventId } };
    const made = {
      cockpit: (await app.call(cockpitEndpoints.makeCockpitLink, { ...make, body: { label: 'P' } })).body
        .token,
      pass: (await app.call(passEndpoints.makePass, { ...make, body: { label: 'Stella Statement' } })).body
        .token,
    };
    await pass(31);
    const ended = (await rosterCalls(app).months()).filter(
      ({ state }) => state === 'due' || state === 'waiting',
    );
    for (const { month } of ended.toReversed()) await rosterCalls(app).close(month);
    const links = { ...made, payee: await calls.linkOf(producer.id) };
    type By = keyof typeof links;
    const list = async (by: By) =>
      (await app.call(payeeEndpoints.payoutAccount, { body: { by, token: links[by] } })).body.statements;
    const listed = [await list('cockpit'), await list('pass'), await list('payee')];
    expect(listed).toMatchObject([[{ earned: SHARE }], [{ earned: 399 }], [{ earned: SHARE }]]);
    const [theirs, hers] = listed.map((statements) => statements[0]?.number ?? 0);
    const read = async (by: By, number = 0) => {
      const body = { by, token: links[by], number };
      const { status, text } = await app.request({
        method: 'POST',
        url: '/api/payout-account/statement',
        body,
      });
      return status === 200 ? text.slice(0, 8) : status;
    };
    for (const by of ['cockpit', 'payee'] as const) {
      expect(await read(by, theirs)).toBe('%PDF-1.7');
      expect(await read(by, hers)).toBe(404);
    }
    expect(await read('pass', hers)).toBe('%PDF-1.7');
    expect(await read('pass', theirs)).toBe(404);
  });
});

test('each part of a transfer counts in the year in which it came back, and what was never paid in none', async () => {
  const payee = await owed('Two years');
  const { id: byHand } = await owed('Never paid');
  const year = app.context.clock.now().getUTCFullYear();
  const paidIn = async (wanted: number, payeeId = payee.id) => {
    const params = { year: wanted as never };
    const { body } = await app.call(payeeEndpoints.taxYear, { token: await calls.as(), params });
    return body.rows.find((row) => row.payee === payeeId)?.paid ?? 0;
  };
  const { body: marked } = await pay(byHand, SHARE, 'manual');
  expect(await paidIn(year, byHand)).toBe(SHARE);
  await pay(payee.id, SHARE);
  await rest();
  const [sent] = await theirTransfers('Two years');
  await app.stripe.transfers.createReversal(sent?.id ?? '', { amount: 70 });
  await rest();
  app.sandbox.webhooks.pause();
  await app.stripe.transfers.createReversal(sent?.id ?? '', { amount: 20 });
  await pass(366);
  app.sandbox.webhooks.resume();
  await rest();
  expect([await paidIn(year), await paidIn(year + 1)]).toEqual([SHARE - 90, 0]);
  await app.stripe.transfers.createReversal(sent?.id ?? '', { amount: 30 });
  await rest();
  expect([await paidIn(year), await paidIn(year + 1)]).toEqual([SHARE - 90, -30]);
  expect(await transfers(payee.id)).toMatchObject([{ state: 'paid', reversed: 120 }]);
  await reverse(marked.id);
  expect([await paidIn(year, byHand), await paidIn(year + 1, byHand)]).toEqual([0, 0]);
});

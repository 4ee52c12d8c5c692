// Random share rules, payments to payees and tax changes of the random shop.
import { payeeEndpoints } from '#contract/endpoints/payees.ts';
import { shareRuleEndpoints } from '#contract/endpoints/share-rules.ts';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import { inTransaction } from '#server/context.ts';
import { payPayee, reverseTransfer } from '#server/modules/payees/transfers.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import { payeeCalls } from '#server/testing/payees.ts';
import type { Buyer, PayingApp } from '#server/testing/paying-app.ts';
import { rosterCalls } from '#server/testing/roster.ts';
import { type Shop, superActor } from './book-shop.ts';
import { unlessUnknown } from './book-troubles.ts';

const GYMS = ['Gym One', 'Gym Two'];
/** The names of programs in running orders; the first is of no gym. */
export const PROGRAMS = ['Star Athletics', ...GYMS];
const LATE_NAME = 'Camera 7';
const MAX_STEPS = 16;
const DAY_MS = 24 * 3600_000;

/** Buyers who live in Texas, California, where there is no tax, and where prices include it. */
const PLACES = [
  { country: 'US', postal_code: '78701' },
  { country: 'US', postal_code: '94103' },
  { country: 'US', postal_code: '97201' },
  { country: 'GB', postal_code: 'SW1A 1AA' },
];
const RATES = [
  { country: 'US', state: 'TX', name: 'Texas', rate_millionths: 62_500 },
  { country: 'US', state: 'TX', name: 'Austin', rate_millionths: 20_000 },
  { country: 'US', state: 'CA', name: 'California', rate_millionths: 72_500 },
  { country: 'GB', state: '', name: 'VAT', rate_millionths: 200_000 },
];

export async function hirePayees(app: PayingApp) {
  const { add } = payeeCalls(app);
  const roster = rosterCalls(app);
  const { id: ana } = await roster.add('Ana Sample', 3_000);
  const { id: ben } = await roster.add('Ben Sample', 4_125);
  let [owner, other] = [ana, ben];
  const payees: number[] = [];
  for (const name of ['Producer One', 'Producer Two']) payees.push((await add('producer', name)).id);
  for (const name of GYMS) payees.push((await add('gym', name, name)).id);
  // Most of what is owed is more than a few dollars in so short a run.
  await changeSettings(app, { payout_schedule: 'weekly', payout_minimum_cents: 500 });
  async function moveName() {
    [owner, other] = [other, owner];
    await roster.change(other, { other_names: [] });
    return roster.link(owner, LATE_NAME);
  }
  return { payees, moveName };
}

export async function useRates(app: PayingApp, token: string, buyers: readonly Buyer[]): Promise<void> {
  const from_day = '2020-01-01';
  for (const rate of RATES) await saveRate(app, token, { ...rate, from_day, to_day: null });
  await changeSettings(app, { tax_source: 'table', tax_included_countries: 'GB' });
  for (const [position, buyer] of buyers.entries()) {
    const body = PLACES[position % PLACES.length] as (typeof PLACES)[number];
    await app.call(taxEndpoints.saveTaxPlace, { token: buyer.token, body });
  }
}

type Rate = (typeof RATES)[number] & { from_day: string; to_day: string | null };

async function saveRate(app: PayingApp, token: string, rate: Rate): Promise<{ status: number }> {
  const { country, state, name, rate_millionths: millionths, from_day, to_day } = rate;
  const line = [country, state, 'digital', name, millionths / 10_000, from_day, to_day ?? ''].join();
  const csv = `country,state,goods,name,rate_percent,from,to\n${line}`;
  return app.call(taxEndpoints.importTaxRates, { token, body: { csv } });
}

/** The old rate ends the day before, as a bookkeeper enters it. */
export async function changeRate({ app, ...shop }: Shop): Promise<void> {
  const { token } = shop.staff;
  const { body: all } = await app.call(taxEndpoints.listTaxRates, { token });
  const { id: _id, kind: _kind, ...old } = shop.pick(all.filter(({ to_day }) => to_day === null));
  const now = app.context.clock.now().getTime();
  const [yesterday, today] = [now - DAY_MS, now].map((at) => new Date(at).toISOString().slice(0, 10));
  if (yesterday === undefined || today === undefined) return;
  const next = { ...old, rate_millionths: shop.upTo(1_200) * 100, from_day: today, to_day: null };
  if (old.from_day < today) await saveRate(app, token, { ...old, to_day: yesterday });
  shop.note('changes of tax rates', await saveRate(app, token, next));
}

export async function addShare({ app, ...shop }: Shop, eventId: number): Promise<void> {
  const body = {
    payee: shop.pick(shop.payees),
    ...(shop.random() < 0.6 ? { basis_points: shop.upTo(3_000) } : { cents: shop.upTo(300) }),
    basis: shop.pick(['net_of_tax', 'net_of_fees'] as const),
  };
  const { token } = shop.staff;
  shop.note(
    'shares',
    await app.call(shareRuleEndpoints.addShareRule, { token, params: { id: eventId }, body }),
  );
}

export async function changeShare(shop: Shop): Promise<void> {
  const eventId = shop.pick(shop.events);
  if (eventId !== undefined) await addShare(shop, eventId);
}

/** A credit that nobody on the roster had, or that was somebody else's, becomes somebody's. */
export async function moveName(shop: Shop): Promise<void> {
  shop.note('names that moved', await shop.moveName());
}

async function findOwed({ app, ...shop }: Shop) {
  const { body } = await app.call(payeeEndpoints.listPayees, { token: shop.staff.token });
  return shop.pick(body.payees.filter(({ owed, under_way }) => owed > 0 && under_way === 0));
}

export async function pay({ app, ...shop }: Shop): Promise<void> {
  const { token } = shop.staff;
  const payee = await findOwed({ app, ...shop });
  if (!payee) return;
  const params = { id: payee.id };
  // Payouts to the bank go on until the first account is connected.
  if (payee.account !== 'ready' && shop.random() < 0.3) {
    const { status, body } = await payeeCalls(app).askToConnect(payee.id);
    if (status === 200 && body.url) await fetch(body.url, { method: 'POST', redirect: 'manual' });
    shop.note('accounts connected', { status });
  }
  const method =
    payee.account === 'ready' && shop.random() < 0.8
      ? ('connect' as const)
      : shop.pick(['file', 'manual'] as const);
  const body = { amount: payee.owed, method };
  shop.note(
    `payments to payees, ${method}`,
    await app.call(payeeEndpoints.payPayee, { token, params, body }),
  );
}

export async function settleFile({ app, ...shop }: Shop): Promise<void> {
  const { token } = shop.staff;
  const query = { state: 'pending' as const };
  const { body: all } = await app.call(payeeEndpoints.listTransfers, { token, query });
  const filed = shop.pick(all.filter(({ method }) => method === 'file'));
  if (!filed) return;
  const body = { how: shop.random() < 0.75 ? ('paid' as const) : ('canceled' as const) };
  const params = { id: filed.id };
  shop.note(`files ${body.how}`, await app.call(payeeEndpoints.settleTransfer, { token, params, body }));
}

export async function takeBack({ app, ...shop }: Shop): Promise<void> {
  const paid = await findPaid({ app, ...shop });
  if (!paid) return;
  const call = { token: shop.staff.token, params: { id: paid.id } };
  shop.note(`taken back, ${paid.method}`, await app.call(payeeEndpoints.reverseTransfer, call));
}

async function findPaid({ app, ...shop }: Shop) {
  const call = { token: shop.staff.token, query: { state: 'paid' as const } };
  const { body: all } = await app.call(payeeEndpoints.listTransfers, call);
  return shop.pick(all.filter(({ is_reversing }) => !is_reversing));
}

/** A process is killed while it pays a payee, makes a transfer, or takes one back. */
export async function diePaying({ app, ...shop }: Shop): Promise<void> {
  app.sandbox.faults.clear();
  // The job of the process that dies is the only one that makes the call.
  const queue = { ...app.context.queue, enqueue: async () => undefined };
  const whole = shop.random() < 0.3;
  const paid = shop.random() < 0.5 ? await findPaid({ app, ...shop }) : undefined;
  const payee = paid ? undefined : await findOwed({ app, ...shop });
  if (payee?.account !== 'ready' && paid?.method !== 'connect') return;
  const actor = superActor(shop);
  const transferId = paid
    ? (await inTransaction(app.context, (tx) => reverseTransfer({ ...tx, queue }, actor, paid.id))).id
    : undefined;
  const pending = async (payeeId: number) =>
    inTransaction(app.context, (tx) => payPayee({ ...tx, queue }, null, { payeeId, method: 'connect' }));
  const act =
    payee && whole
      ? ({ kind: 'pay-payee', payeeId: payee.id } as const)
      : ({ kind: 'transfer', transferId: transferId ?? (await pending(payee?.id ?? 0)).id } as const);
  await unlessUnknown(shop.kill(act, shop.upTo(MAX_STEPS)));
}

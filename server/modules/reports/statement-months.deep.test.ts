import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { sumCents } from '#contract/rules/money.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { rounds } from '#server/testing/chaos.ts';
import { buildUser } from '#server/testing/factories.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import { buildBuyer, buildViewedAlbum, payForAlbum, startPayingApp } from '#server/testing/paying-app.ts';
import { sales, sell } from '#server/testing/random-sales.ts';
import { rosterCalls } from '#server/testing/roster.ts';

const app = await startPayingApp();
const { add, change, link, assign, months, month, close } = rosterCalls(app);
const RUNS = rounds({ usually: 6, inChaos: 40 });

const NAMES = ['Ana Sample', 'ANA SAMPLE', 'Ben Sample', 'Camera 7', null];
const people: number[] = [];
const orders: { key: string; eventId: number }[] = [];
const frozen = new Map<string, object>();

const rate = fc.integer({ min: 0, max: 10_000 });
const names = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 5 });
const position = fc.nat({ max: 1_000 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('sell' as const), names }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('sell anything' as const), sale: sales }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('refund' as const), position }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('own rate' as const), position, rate }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('event rate' as const), position, rate }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('site rate' as const), rate }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('link' as const), position }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('close' as const), names, position }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

async function sellPhotosOf(photographers: readonly (string | null)[]): Promise<void> {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  for (const photographer of photographers) await buildImage(app, album, { photographer });
  const { body } = await payForAlbum(app, buyer, album.id, { amount: 2_140 });
  orders.push({ key: body.order_key, eventId: album.eventId });
}

async function refund(at: number): Promise<void> {
  const [order] = orders.splice(at % Math.max(orders.length, 1), 1);
  const { token } = await buildUser(app, { role: 'super' });
  if (!order) return;
  const answer = await app.call(refundEndpoints.refundOrder, {
    token,
    params: { id: order.key },
    body: { memo: 'asked' },
  });
  expect(answer.status).toBe(200);
}

/** Two people close every month that has ended while somebody buys and somebody is refunded. */
async function closeAll(photographers: readonly (string | null)[], at: number): Promise<void> {
  const due = (await months()).find(({ state }) => state === 'due')?.month;
  if (due === undefined) return;
  const [first, second] = await Promise.all([
    close(due),
    close(due),
    sellPhotosOf(photographers),
    refund(at),
  ]);
  expect([first.status, second.status].sort()).toEqual([200, 409]);
  frozen.set(due, await month(due));
  await closeAll(photographers, at);
}

async function take(chosen: Step): Promise<void> {
  const person = 'position' in chosen ? (people[chosen.position % people.length] ?? 0) : 0;
  if (chosen.kind === 'sell') await sellPhotosOf(chosen.names);
  if (chosen.kind === 'sell anything') await sell(app, chosen.sale);
  if (chosen.kind === 'refund') await refund(chosen.position);
  if (chosen.kind === 'own rate') await change(person, { default_rate_basis_points: chosen.rate });
  if (chosen.kind === 'event rate') {
    const event = orders[chosen.position % Math.max(orders.length, 1)]?.eventId;
    if (event !== undefined) await assign(event, person, chosen.rate);
  }
  if (chosen.kind === 'site rate') await changeSettings(app, { commission_rate_basis_points: chosen.rate });
  if (chosen.kind === 'link') await link(person, 'Camera 7');
  if (chosen.kind === 'wait') app.advanceMinutes(chosen.days * 24 * 60);
  if (chosen.kind === 'close') await closeAll(chosen.names, chosen.position);
}

/** All months together have what the ledger has, and no more. */
async function expectExact(): Promise<void> {
  const all = await Promise.all((await months()).map((one) => month(one.month)));
  const lines = all.flatMap(({ list }) => list.flatMap((statement) => statement.lines));
  const { rows } = await sql<{ net: number; earned: number; owedToNobody: number }>`
    select coalesce(sum(share.amount_cents - share.tax_cents), 0)::int as net,
      coalesce(sum(share.earned_cents), 0)::int as earned,
      (select count(*)::int from (
        select sum(share.earned_cents) as earned from ledger_lines line
          join ledger_line_shares share on share.line_id = line.id
        where line.kind not like '%fee' group by line.order_line_id, share.photographer
        having sum(share.amount_cents) = 0 and sum(share.earned_cents) <> 0) odd) as owed_to_nobody
    from ledger_lines line join ledger_line_shares share on share.line_id = line.id
    where line.kind not like '%fee'`.execute(app.context.db);
  expect(rows[0]).toEqual({
    net: sumCents(lines.map(({ revenue, refunds }) => revenue - refunds)),
    earned: sumCents(lines.map(({ earned }) => earned)),
    owedToNobody: 0,
  });
  for (const [name, before] of frozen) expect(all.find((one) => one.month === name)).toEqual(before);
}

test('whatever is sold, refunded, changed and closed in whatever order, months add up to the ledger and closed ones never change', {
  timeout: 900_000,
}, async () => {
  await changeSettings(app, { tax_rate_basis_points: 725 });
  for (const name of ['Ana Sample', 'Ben Sample']) people.push((await add(name, 3_000)).id);
  await sql`alter table images alter column photographer set default 'Ben Sample'`.execute(app.context.db);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      for (const chosen of steps) await take(chosen);
      await closeAll(['Ana Sample', null], 0);
      await expectExact();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect(frozen.size).toBeGreaterThan(2);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cockpit, cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { type ReportMoney, reportEndpoints } from '#contract/endpoints/reports.ts';
import { ROUNDS_TIMEOUT, rounds } from '#server/testing/chaos.ts';
import { buildUser, freshIp } from '#server/testing/factories.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import { startPayingApp } from '#server/testing/paying-app.ts';
import { ONE_OF_EACH, sales, sell } from '#server/testing/random-sales.ts';
import { producerShareCents } from './producer-share.rules.ts';

const app = await startPayingApp();
const RUNS = rounds({ usually: 2, inChaos: 20 });
const RATE = 1_250;

async function readCockpit(eventId: number): Promise<Cockpit> {
  const { token } = await buildUser(app, { role: 'super' });
  const body = { label: 'Producer' };
  const made = await app.call(cockpitEndpoints.makeCockpitLink, { token, params: { id: eventId }, body });
  const secret = { token: made.body.token };
  const answer = await app.call(cockpitEndpoints.openCockpit, { body: secret, ip: freshIp() });
  expect(answer.status).toBe(200);
  await app.call(cockpitEndpoints.endCockpitLink, { token, params: { id: made.body.id } });
  return answer.body.cockpit as Cockpit;
}

const sumOf = (amounts: number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const KINDS = ['gross', 'refunds', 'disputes', 'net'] as const;
const NOTHING = { gross: 0, refunds: 0, disputes: 0, fees: 0, net: 0 };
const moneyOf = (money: Omit<ReportMoney, 'fees'>) =>
  Object.fromEntries(KINDS.map((kind) => [kind, money[kind]]));
const eventIds = async () =>
  (await app.context.db.selectFrom('events').select('id').execute()).map(({ id }) => id);

const began = new Date();
async function reportByEvent() {
  const { token } = await buildUser(app, { role: 'analyst' });
  const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
  const query = { start_date: dayOf(began), end_date: dayOf(app.context.clock.now()), time_zone: 'UTC' };
  const { body } = await app.call(reportEndpoints.salesReport, { token, query });
  return new Map(body.by_event.map((event) => [event.event, event]));
}

test('after any mix of sales, pools, swaps, refunds and disputes, the cockpits of all events add up to the ledger', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  await changeSettings(app, { producer_share_basis_points: RATE });
  await fc.assert(
    fc.asyncProperty(fc.array(sales, { minLength: 1, maxLength: 4 }), async (sequence) => {
      for (const sale of sequence) {
        await sell(app, sale);
        app.advanceMinutes(sale.hoursLater * 60 + 1);
      }
      const reported = await reportByEvent();
      let net = 0;
      for (const eventId of await eventIds()) {
        const { sales: sold, share, teams, timeline } = await readCockpit(eventId);
        const { fees, ...reportedMoney } = reported.get(eventId) ?? NOTHING;
        // Producers share in what customers paid, before the card provider's fees.
        const expected = { ...reportedMoney, net: reportedMoney.net + fees };
        expect(moneyOf(sold)).toEqual(moneyOf(expected));
        expect(sumOf(teams.map((team) => team.net))).toBe(sold.net);
        expect(sumOf(timeline.bars.map((bar) => bar.net))).toBe(sold.net);
        expect(sumOf(teams.map((team) => team.albums_sold))).toBe(sold.albums_sold);
        expect(share).toEqual({ rate_basis_points: RATE, owed: producerShareCents(sold.net, RATE) });
        net += sold.net;
      }
      const entries = await app.context.db
        .selectFrom('ledgerEntries')
        .select('amountCents')
        .where('kind', 'not in', ['fee', 'dispute_fee'])
        .execute();
      expect(net).toBe(sumOf(entries.map((entry) => entry.amountCents)));
      expect(entries.length).toBeGreaterThan(0);
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 200_000, examples: [[ONE_OF_EACH]] },
  );
});

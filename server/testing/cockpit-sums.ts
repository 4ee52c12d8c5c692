import { expect } from 'vitest';
import { type Cockpit, cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { type ReportMoney, reportEndpoints } from '#contract/endpoints/reports.ts';
import { sumCents } from '#contract/rules/money.ts';
import { producerShareCents } from '#server/modules/event-links/cockpit.ts';
import { buildUser, freshIp } from './factories.ts';
import type { TestApp } from './test-app.ts';

const KINDS = ['gross', 'refunds', 'disputes', 'net'] as const;
const NOTHING = { gross: 0, refunds: 0, disputes: 0, fees: 0, net: 0 };
const moneyOf = (money: Omit<ReportMoney, 'fees'>) =>
  Object.fromEntries(KINDS.map((kind) => [kind, money[kind]]));

/** The cockpits of all events must show what the report says, and together what customers paid. */
export async function expectCockpitsAddUp(
  app: TestApp,
  { since, rateBasisPoints }: { since: Date; rateBasisPoints: number },
): Promise<void> {
  const { db } = app.context;
  const reported = await reportByEvent(app, since);
  let net = 0;
  for (const { id } of await db.selectFrom('events').select('id').execute()) {
    const { sales: sold, share, teams, timeline } = await readCockpit(app, id);
    const { fees, ...reportedMoney } = reported.get(id) ?? NOTHING;
    const tax = await sumTax(app, id);
    // Producers share in what customers paid without tax, before the card provider's fees.
    const expected = {
      gross: reportedMoney.gross - tax.gross,
      refunds: reportedMoney.refunds - tax.refunds,
      disputes: reportedMoney.disputes - tax.disputes,
      net: reportedMoney.net + fees - tax.net,
    };
    expect(moneyOf(sold)).toEqual(moneyOf(expected));
    expect(sumCents(teams.map((team) => team.net))).toBe(sold.net);
    expect(sumCents(timeline.bars.map((bar) => bar.net))).toBe(sold.net);
    expect(sumCents(teams.map((team) => team.albums_sold))).toBe(sold.albums_sold);
    expect(share).toEqual({
      rate_basis_points: rateBasisPoints,
      owed: producerShareCents(sold.net, rateBasisPoints),
    });
    net += sold.net + tax.net;
  }
  const entries = await db
    .selectFrom('ledgerEntries')
    .select('amountCents')
    .where('kind', 'not in', ['fee', 'dispute_fee'])
    .execute();
  expect(net).toBe(sumCents(entries.map((entry) => entry.amountCents)));
  expect(entries.length).toBeGreaterThan(0);
}

async function sumTax({ context: { db } }: TestApp, eventId: number) {
  const lines = await db
    .selectFrom('ledgerLines')
    .select(['kind', 'taxCents'])
    .where('eventId', '=', eventId)
    .execute();
  const of = (...kinds: string[]) =>
    sumCents(lines.filter(({ kind }) => kinds.includes(kind)).map(({ taxCents }) => taxCents));
  const [gross, refunds, disputes] = [
    of('charge'),
    0 - of('refund', 'refund_failed'),
    0 - of('dispute', 'dispute_won'),
  ];
  return { gross, refunds, disputes, net: gross - refunds - disputes };
}

async function readCockpit(app: TestApp, eventId: number): Promise<Cockpit> {
  const { token } = await buildUser(app, { role: 'super' });
  const body = { label: 'Producer' };
  const made = await app.call(cockpitEndpoints.makeCockpitLink, { token, params: { id: eventId }, body });
  const secret = { token: made.body.token };
  const answer = await app.call(cockpitEndpoints.openCockpit, { body: secret, ip: freshIp() });
  expect(answer.status).toBe(200);
  await app.call(cockpitEndpoints.endCockpitLink, { token, params: { id: made.body.id } });
  return answer.body.cockpit as Cockpit;
}

async function reportByEvent(app: TestApp, since: Date) {
  const { token } = await buildUser(app, { role: 'analyst' });
  const dayOf = (moment: Date) => moment.toISOString().slice(0, 10);
  const query = { start_date: dayOf(since), end_date: dayOf(app.context.clock.now()), time_zone: 'UTC' };
  const { body } = await app.call(reportEndpoints.salesReport, { token, query });
  return new Map(body.by_event.map((event) => [event.event, event]));
}

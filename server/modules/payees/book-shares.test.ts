import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { shareRuleEndpoints } from '#contract/endpoints/share-rules.ts';
import { bookLateCredits } from '#server/modules/ledger/ledger.ts';
import { sweepBalance } from '#server/modules/ledger/payouts.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { payeeCalls } from '#server/testing/payees.ts';
import { ALBUM_PRICE, startPayingApp } from '#server/testing/paying-app.ts';
import { rosterCalls } from '#server/testing/roster.ts';

const app = await startPayingApp();
const { add, share, sellable, refund, as } = payeeCalls(app);
const roster = rosterCalls(app);

const DAY = 24 * 60;
const today = () => app.context.clock.now().toISOString().slice(0, 10);
const dayAfter = (days: number) =>
  new Date(app.context.clock.now().getTime() + days * DAY * 60_000).toISOString().slice(0, 10);

async function linesOf(payeeId: number) {
  const rows = await app.context.db
    .selectFrom('payeeLines')
    .select(['amountCents', 'kind'])
    .where('payeeId', '=', payeeId)
    .orderBy('id')
    .execute();
  return rows.map(({ kind, amountCents }) => [kind, amountCents]);
}

const payeeOf = async (photographerId: number) =>
  (
    await app.context.db
      .selectFrom('payees')
      .select('id')
      .where('photographerId', '=', photographerId)
      .executeTakeFirst()
  )?.id;

describe('the lines of payees', () => {
  test('are written with those of the ledger, and a refund takes back by the rule of its sale', async () => {
    const [producer, other] = [await add('producer', 'Lines'), await add('producer', 'Fixed')];
    const { album, buy } = await sellable([
      { payee: producer.id, basis_points: 1_250 },
      { payee: other.id, cents: 150 },
    ]);
    const key = await buy();
    expect(await linesOf(producer.id)).toEqual([['charge', 249]]);
    expect(await linesOf(other.id)).toEqual([['charge', 150]]);
    await share(album.eventId, { payee: producer.id, basis_points: 5_000 });
    await refund(key ?? '', 1_000);
    expect(await linesOf(producer.id)).toEqual([
      ['charge', 249],
      ['refund', -125],
    ]);
    await refund(key ?? '');
    const sum = (await linesOf(producer.id)).reduce((total, [, cents]) => total + Number(cents), 0);
    expect(sum).toBe(0);
  });

  test('of a photographer follow the roster, also for a name that is linked after the sale', async () => {
    const rosa = await roster.add('Rosa Payee', 3_000);
    const [known, late] = [await sellable(), await sellable()];
    await buildImage(app, known.album, { photographer: 'rosa payee' });
    await buildImage(app, late.album, { photographer: 'R. Payee' });
    await known.buy();
    const key = await late.buy();
    const payee = (await payeeOf(rosa.id)) ?? 0;
    expect(await linesOf(payee)).toEqual([['charge', 599]]);
    await roster.link(rosa.id, 'R. Payee');
    await bookLateCredits(app.context);
    await bookLateCredits(app.context);
    expect(await linesOf(payee)).toEqual([
      ['charge', 599],
      ['charge', 599],
    ]);
    await refund(key ?? '');
    expect((await linesOf(payee)).at(-1)).toEqual(['refund', -599]);
  });
});

test('a photographer who is linked after the month has closed owes nothing for the refund of a sale without credit', async () => {
  const sell = async () => {
    const { album, buy } = await sellable();
    await buildImage(app, album, { photographer: 'Late Linker' });
    return buy();
  };
  const key = await sell();
  app.advanceMinutes(31 * DAY);
  expect(await roster.close(dayAfter(-31).slice(0, 7))).toMatchObject({ status: 200 });
  const late = await roster.add('Lena Linker', 3_000);
  await roster.link(late.id, 'Late Linker');
  const other = await sell();
  const payee = (await payeeOf(late.id)) ?? 0;
  await refund(key ?? '', 1_000);
  await bookLateCredits(app.context);
  expect(await linesOf(payee)).toEqual([['charge', 599]]);
  const { list } = await roster.month(dayAfter(0).slice(0, 7));
  const earnedBy = (name: string) =>
    list.filter((one) => one.name === name).flatMap(({ lines }) => lines.map(({ earned }) => earned));
  expect(earnedBy('Lena Linker')).toEqual([599]);
  expect(earnedBy('Late Linker')).toEqual([-300]);
  await refund(key ?? '');
  await refund(other ?? '');
  await bookLateCredits(app.context);
  expect(await linesOf(payee)).toEqual([
    ['charge', 599],
    ['refund', -599],
  ]);
});

describe('a share', () => {
  test('counts from its day on, and its families see what goes to their gym', async () => {
    const { album, buy } = await sellable();
    const { programName } = await app.context.db
      .selectFrom('albums')
      .select('programName')
      .where('id', '=', album.id)
      .executeTakeFirstOrThrow();
    const [own, another] = [
      await add('gym', 'Own gym', programName.toUpperCase()),
      await add('gym', 'Rival', 'Rival'),
    ];
    await share(album.eventId, { payee: own.id, basis_points: 1_000, from_date: dayAfter(2) });
    await share(album.eventId, { payee: another.id, basis_points: 2_000 });
    const shown = async () =>
      (await app.call(shareRuleEndpoints.gymShare, { params: { id: album.id } })).body.basis_points;
    expect(await shown()).toBeNull();
    app.advanceMinutes(2 * DAY);
    expect(await shown()).toBe(1_000);
    await buy();
    expect(await linesOf(own.id)).toEqual([['charge', 200]]);
    expect(await linesOf(another.id)).toEqual([]);
    await share(album.eventId, { payee: own.id, basis_points: 0 });
    expect(await shown()).toBeNull();
  });

  test('is refused for the past, for more than the whole sale, for photographers and without an amount', async () => {
    const [first, second] = [await add('producer', 'First'), await add('producer', 'Second')];
    const { album } = await sellable([{ payee: first.id, basis_points: 6_000 }]);
    const refused = async (body: Parameters<typeof share>[1]) => (await share(album.eventId, body)).status;
    expect(await refused({ payee: second.id, basis_points: 100, from_date: dayAfter(-1) })).toBe(400);
    expect(await refused({ payee: second.id, basis_points: 4_001 })).toBe(400);
    expect(await refused({ payee: second.id })).toBe(400);
    expect(await refused({ payee: second.id, basis_points: 100, cents: 100 })).toBe(400);
    expect(await refused({ payee: 2_000_000_000, basis_points: 100 })).toBe(404);
    expect(await refused({ payee: second.id, basis_points: 4_000, from_date: today() })).toBe(200);
    const { body } = await app.call(shareRuleEndpoints.listShareRules, {
      token: await as(),
      params: { id: album.eventId },
    });
    expect(body.filter(({ is_in_force }) => is_in_force)).toHaveLength(2);
  });
});

test('a closed month freezes the statement of a producer, and a later refund is a line of the next month', async () => {
  const producer = await add('producer', 'Crown Series');
  const { album, buy } = await sellable([{ payee: producer.id, basis_points: 1_000 }]);
  const key = await buy();
  const month = today().slice(0, 7);
  app.advanceMinutes(31 * DAY);
  const closed = await roster.close(month);
  const statement = closed.body.list.find(({ payee }) => payee === producer.id);
  expect(statement).toMatchObject({
    number: expect.any(Number),
    photographer: null,
    name: 'Crown Series',
    lines: [
      {
        event: album.eventId,
        sale_month: month,
        rate_basis_points: 1_000,
        revenue: ALBUM_PRICE,
        earned: 200,
      },
    ],
  });
  await refund(key ?? '');
  const frozen = (await roster.month(month)).list.find(({ payee }) => payee === producer.id);
  expect(frozen).toEqual(statement);
  const next = (await roster.month(today().slice(0, 7))).list.find(({ payee }) => payee === producer.id);
  expect(next).toMatchObject({
    number: null,
    lines: [{ sale_month: month, earned: -200, refunds: ALBUM_PRICE }],
  });
});

test('a statement shows the card fees of a share after fees as fees, not as refunds', async () => {
  const producer = await add('producer', 'After Fees');
  const { album, buy } = await sellable([{ payee: producer.id, basis_points: 1_000, basis: 'net_of_fees' }]);
  await buy();
  await app.sandbox.settle();
  await sweepBalance(app.context);
  const { list } = await roster.month(today().slice(0, 7));
  const own = list.find(({ payee }) => payee === producer.id);
  const fees = Math.round(ALBUM_PRICE * 0.029) + 30;
  expect(own?.lines).toMatchObject([
    {
      event: album.eventId,
      revenue: ALBUM_PRICE,
      refunds: 0,
      fees,
      earned: Math.round((ALBUM_PRICE - fees) / 10),
    },
  ]);
});

test.each(['payee_lines', 'ledger_line_taxes'])('nobody changes or deletes %s', async (table) => {
  const column = table === 'payee_lines' ? 'amount_cents' : 'tax_cents';
  for (const statement of [
    `update ${table} set ${column} = ${column} + 1`,
    `delete from ${table}`,
    `truncate ${table}`,
  ]) {
    await expect(sql.raw(statement).execute(app.context.db)).rejects.toThrow(/only added to/);
  }
});

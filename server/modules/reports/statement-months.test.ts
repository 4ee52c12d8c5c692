import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { inTransaction } from '#server/context.ts';
import { holdMonths } from '#server/modules/ledger/closed-months.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { rosterCalls } from '#server/testing/roster.ts';
import { readStatements } from '#server/testing/statements.ts';

const app = await startPayingApp();
const { add, change, link, assign, months, month, close } = rosterCalls(app);
const DAY = 24 * 60;

async function sellAlbum(photographer: string) {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  await buildImage(app, album, { photographer });
  const pay = async () => (await payForAlbum(app, buyer, album.id)).body.order_key;
  return { eventId: album.eventId, albumId: album.id, pay };
}
async function refund(key: string) {
  const { token } = await buildUser(app, { role: 'super' });
  await app.call(refundEndpoints.refundOrder, { token, params: { id: key }, body: { memo: 'asked' } });
}
const now = () => app.context.clock.now().toISOString().slice(0, 7);
const passMonth = () => app.advanceMinutes(31 * DAY);

describe('a rate', () => {
  test('counts for sales from when it is set, and a refund takes back at the rate of its sale', async () => {
    const rita = await add('Rita Rate', 2_000, ['rita r.']);
    const [first, second] = [await sellAlbum('Rita Rate'), await sellAlbum('RITA R.')];
    const commissions = async () => {
      const { token } = await buildUser(app, { role: 'super' });
      const rows = await readStatements(app, token);
      return [first, second].map(({ eventId }) => {
        const row = rows.find(({ event }) => event === eventId);
        return [row?.commission_rate_basis_points, row?.commission, row?.roster?.name];
      });
    };
    const key = await first.pay();
    const atTwenty = [2_000, 399, 'Rita Rate'];
    expect((await commissions())[0]).toEqual(atTwenty);
    await change(rita.id, { default_rate_basis_points: 5_000 });
    await assign(second.eventId, rita.id, 4_000);
    await second.pay();
    expect(await commissions()).toEqual([
      [5_000, 399, 'Rita Rate'],
      [4_000, 798, 'Rita Rate'],
    ]);
    await assign(second.eventId, rita.id, 10_000);
    await refund(key);
    expect(await commissions()).toEqual([
      [5_000, 0, 'Rita Rate'],
      [10_000, 798, 'Rita Rate'],
    ]);
  });
});

describe('a closed month', () => {
  test('is frozen with numbers, and later refunds are lines of the next month', async () => {
    const cleo = await add('Cléo Closed', 3_000);
    const [sold, kept] = [await sellAlbum('CLEO CLOSED'), await sellAlbum('Nobody Known')];
    const key = await sold.pay();
    await kept.pay();
    const [sales, running] = [now(), (await months())[0]];
    expect(running).toMatchObject({ month: sales, state: 'running' });
    expect(await close(sales)).toMatchObject({ status: 409, error: { message: /has not ended yet/ } });
    passMonth();
    expect(await close(now())).toMatchObject({ status: 409 });
    const closed = await close(sales);
    expect(closed.body).toMatchObject({ month: sales, state: 'closed' });
    const own = closed.body.list.find(({ name }) => name === 'Cléo Closed');
    const line = { event: sold.eventId, sale_month: sales, rate_basis_points: 3_000, revenue: ALBUM_PRICE };
    expect(own).toMatchObject({
      number: 1,
      photographer: cleo.id,
      lines: [{ ...line, refunds: 0, earned: 599 }],
    });
    expect(closed.body.list.map(({ number }) => number)).toEqual(closed.body.list.map((_, i) => i + 1));
    expect(closed.body.list.find(({ name }) => name === 'Nobody Known')).toMatchObject({
      photographer: null,
    });
    await refund(key);
    await change(cleo.id, { name: 'Cleo Renamed', default_rate_basis_points: 9_000 });
    await link(cleo.id, 'Nobody Known');
    const { closed_at, closed_by, ...frozen } = closed.body;
    expect(await month(sales)).toMatchObject(frozen);
    const next = (await month(now())).list.find(({ photographer }) => photographer === cleo.id);
    expect(next).toMatchObject({
      number: null,
      name: 'Cleo Renamed',
      lines: [{ ...line, revenue: 0, refunds: ALBUM_PRICE, earned: -599 }],
    });
    expect(await close(sales)).toMatchObject({ status: 409, error: { message: /is already closed/ } });
  });

  test('is closed once by two people at once, months in their order, and only by who may', async () => {
    passMonth();
    passMonth();
    const [, late, due] = await months();
    expect([late?.state, due?.state]).toEqual(['waiting', 'due']);
    const [monthDue, monthLate] = [due?.month ?? '', late?.month ?? ''];
    expect(await close(monthLate)).toMatchObject({ status: 409, error: { message: /^Close .* first\.$/ } });
    expect(await close(monthDue, 'event_lead')).toMatchObject({ status: 403 });
    const answers = await Promise.all([close(monthDue), close(monthDue), close(monthDue, 'super')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await months()).filter(({ state }) => state === 'closed')).toHaveLength(2);
    expect(await close('2019-01')).toMatchObject({ status: 404 });
  });

  test('names whom it pays, also after their name went to somebody else', async () => {
    const [paid, other] = [
      await add('Paid Person', 3_000, ['Camera Moved']),
      await add('Other Person', 3_000),
    ];
    const { eventId, pay } = await sellAlbum('Camera Moved');
    await pay();
    await change(paid.id, { other_names: [] });
    await link(other.id, 'Camera Moved');
    const { list } = await month(now());
    const own = list.filter(({ lines }) => lines.some(({ event }) => event === eventId));
    const { db } = app.context;
    const booked = await db
      .selectFrom('payeeLines')
      .innerJoin('payees', 'payees.id', 'payeeLines.payeeId')
      .select(['payees.photographerId as photographer', 'payeeLines.amountCents as earned'])
      .where('payeeLines.credit', '=', 'Camera Moved')
      .execute();
    expect(booked).toEqual([{ photographer: paid.id, earned: 599 }]);
    expect(own.map(({ photographer, lines }) => [photographer, lines[0]?.earned])).toEqual([[paid.id, 599]]);
  });

  test('is wholly closed or not at all', async () => {
    const { db } = app.context;
    await (await sellAlbum('Whole Or Nothing')).pay();
    for (const { month: due } of (await months()).filter(({ state }) => state === 'due')) await close(due);
    const sales = now();
    passMonth();
    const before = await month(sales);
    await sql`alter table statement_lines add constraint no_lines check (statement_id < 0) not valid`.execute(
      db,
    );
    expect(await close(sales)).toMatchObject({ status: 500 });
    expect(await month(sales)).toEqual(before);
    await sql`alter table statement_lines drop constraint no_lines`.execute(db);
    expect(await close(sales)).toMatchObject({ status: 200 });
  });

  test('waits for sales that are being booked, and later ones belong to the next month', async () => {
    const sales = now();
    passMonth();
    const [begun, goOn] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
    const entry = { mode: app.context.payments.mode, createdAt: `${sales}-15T12:00:00Z` };
    const booking = inTransaction(app.context, async (tx) => {
      begun.resolve((await holdMonths(tx))(entry));
      await goOn.promise;
    });
    expect(await begun.promise).toBe(`${sales}-01`);
    const closing = close(sales);
    await eventually(isWaitingForLock, 'the closing waits');
    goOn.resolve();
    await booking;
    expect(await closing).toMatchObject({ status: 200 });
    const after = await inTransaction(app.context, async (tx) => (await holdMonths(tx))(entry));
    expect(after).toBe(`${now()}-01`);
  });

  test('pays whom its statements name, also if a name is linked while it closes', async () => {
    const lena = await add('Lena Linked', 3_000);
    const { pay, eventId } = await sellAlbum('L. Linked');
    await pay();
    for (const { month: due } of (await months()).filter(({ state }) => state === 'due')) await close(due);
    const sales = now();
    passMonth();
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const booking = inTransaction(app.context, async (tx) => {
      await holdMonths(tx);
      begun.resolve();
      await goOn.promise;
    });
    await begun.promise;
    const closing = close(sales);
    await eventually(isWaitingForLock, 'the closing waits');
    await link(lena.id, 'L. Linked');
    goOn.resolve();
    await booking;
    const { list } = (await closing).body;
    const named = list.find(({ lines }) => lines.some(({ event }) => event === eventId));
    expect(named).toMatchObject({ photographer: lena.id, lines: [{ earned: 599 }] });
    const paid = await app.context.db
      .selectFrom('payeeLines')
      .innerJoin('payees', 'payees.id', 'payeeLines.payeeId')
      .select(['payees.photographerId', 'payeeLines.amountCents', 'payeeLines.statementMonth'])
      .where('payeeLines.credit', '=', 'L. Linked')
      .execute();
    expect(paid).toEqual([{ photographerId: lena.id, amountCents: 599, statementMonth: `${sales}-01` }]);
  });

  test('keeps the name that its events had, and the same bytes of each PDF file', async () => {
    await add('Nguyễn Łucja', 3_000);
    const { eventId, pay } = await sellAlbum('Nguyễn Łucja');
    await pay();
    const sales = now();
    passMonth();
    const before = (await close(sales)).body.list;
    const number = before.find(({ name }) => name === 'Nguyễn Łucja')?.number;
    const { token } = await buildUser(app, { role: 'finance' });
    const read = async (wanted = number) => {
      const headers = { authorization: `Bearer ${token}` };
      return app.request({ method: 'GET', url: `/api/statements/${wanted}/pdf`, headers });
    };
    const first = await read();
    expect(first.text.slice(0, 8)).toBe('%PDF-1.7');
    await app.context.db.updateTable('events').set({ name: 'Renamed' }).where('id', '=', eventId).execute();
    await changeSettings(app, { site_name: 'Another Name' });
    expect((await month(sales)).list).toEqual(before);
    expect((await read()).text).toBe(first.text);
    expect(await read(99_999)).toMatchObject({ status: 404 });
  });

  test('leaves the next month running if the reporting time zone then moves back into it', async () => {
    await changeSettings(app, { reporting_time_zone: 'UTC' });
    const [year, number] = now().split('-').map(Number) as [number, number];
    const soonAfterMidnight = Date.UTC(year, number, 1, 0, 30);
    app.advanceMinutes((soonAfterMidnight - app.context.clock.now().getTime()) / 60_000);
    for (const { month: due } of (await months()).filter(({ state }) => state !== 'closed').toReversed())
      if (due !== now()) await close(due);
    await changeSettings(app, { reporting_time_zone: 'America/Los_Angeles' });
    await (await sellAlbum('Early Bird')).pay();
    const [running, last] = await months();
    expect([running, last]).toMatchObject([{ month: now(), state: 'running' }, { state: 'closed' }]);
    expect((await month(now())).list.map(({ name }) => name)).toContain('Early Bird');
    expect(await close(now())).toMatchObject({ status: 409, error: { message: /has not ended yet/ } });
  });
});

async function isWaitingForLock(): Promise<true | undefined> {
  const { rows } = await sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(
    app.context.db,
  );
  return rows.length > 0 || undefined;
}

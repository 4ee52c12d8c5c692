import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { bookEndpoints } from '#contract/endpoints/books.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import { BOOK_ACCOUNT_KEYS } from '#contract/rules/books.ts';
import { sumCents } from '#contract/rules/money.ts';
import { deliverGift } from '#server/modules/after-sale/gifts.ts';
import { sweepBalance } from '#server/modules/ledger/payouts.ts';
import { bookCalls } from '#server/testing/books.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually } from '#server/testing/factories.ts';
import { buildCoupon, changeSettings, payOrder, placeOrder } from '#server/testing/order-factories.ts';
import { payeeCalls } from '#server/testing/payees.ts';
import {
  buildBuyer,
  buildViewedAlbum,
  markViewed,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { refundOrder } from '#server/testing/refunds.ts';
import { rosterCalls } from '#server/testing/roster.ts';
import { checkBooks, checkBooksJob, findBooksOff } from './check-books.ts';

const app = await startPayingApp();
const { journal, months, exportDays, balances } = bookCalls(app);
const { close } = rosterCalls(app);
const DAY = 24 * 60;
const ALBUM = 1_995;

const now = () => app.context.clock.now().toISOString();
const thisMonth = () => now().slice(0, 7);
const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
const exportMonth = async (format: 'csv' | 'quickbooks' | 'xero', month: string) =>
  (await exportDays(format, `${month}-01`, lastDayOf(month))).text;

async function sellAlbum(change: { amount?: number; coupon?: string } = {}) {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  await buildImage(app, album, { photographer: 'Ana Sample' });
  const { body, status } = await payForAlbum(app, buyer, album.id, change);
  expect(status).toBe(200);
  return { buyer, album, key: body.order_key };
}

/** What an act added to every account, over all months. */
async function movedBy(act: () => Promise<unknown>) {
  const before = await balances();
  await act();
  await sweepBalance(app.context);
  const after = await balances();
  const moved = BOOK_ACCOUNT_KEYS.map(
    (account) => [account, (after[account] ?? 0) - (before[account] ?? 0)] as const,
  );
  return Object.fromEntries(moved.filter(([, cents]) => cents !== 0));
}

describe('the journal', () => {
  test('of days that no month holds is a file without lines', async () => {
    for (const [from, to] of [
      ['9999-12-01', '9999-12-31'],
      ['0001-01-01', '0001-01-31'],
    ] as const) {
      const { status, text } = await exportDays('csv', from, to);
      expect(status).toBe(200);
      expect(text.trim().split('\n')).toHaveLength(1);
    }
  });

  test('books a sale with its discount, tax, fee and commission', async () => {
    await changeSettings(app, { tax_rate_basis_points: 700, commission_rate_basis_points: 3_000 });
    const { code } = await buildCoupon(app, { percent_off: 50 });
    // Half of 19.95 and 7 % of it.
    expect(await movedBy(() => sellAlbum({ amount: 1_067, coupon: code }))).toEqual({
      sales: -1_995,
      discounts: 998,
      tax: -70,
      clearing: 1_067 - 61,
      fees: 61,
      commissions: 299,
      payables: -299,
    });
    await changeSettings(app, { tax_rate_basis_points: 0 });
  });

  test('books a refund with what the photographer gives back', async () => {
    const { key } = await sellAlbum();
    await sweepBalance(app.context);
    expect(await movedBy(() => refundOrder(app, key))).toEqual({
      refunds: ALBUM,
      clearing: -ALBUM,
      commissions: -599,
      payables: 599,
    });
  });

  test('books what a producer earns and is paid, by the card provider or another way', async () => {
    const payees = payeeCalls(app);
    const producer = await payees.add('producer', 'Journal Producer');
    const { buy } = await payees.sellable([{ payee: producer.id, basis_points: 1_000 }]);
    const key = await buy();
    await sweepBalance(app.context);
    await payees.pass(15);
    await sweepBalance(app.context);
    expect(await movedBy(() => payees.pay(producer.id, 200, 'manual'))).toEqual({
      payables: 200,
      payments: -200,
    });
    expect(await movedBy(() => payees.refund(key ?? ''))).toEqual({
      refunds: ALBUM,
      clearing: -ALBUM,
      // What the photographer gives back, and what the producer does.
      commissions: -599 - 200,
      payables: 599 + 200,
    });
    const again = await payees.sellable([{ payee: producer.id, basis_points: 2_000 }]);
    await again.buy();
    // The card provider has paid out the first sale, so its balance has to cover the refund too.
    await (await payees.sellable()).buy();
    await payees.connect(producer.id);
    await payees.pass(15);
    await sweepBalance(app.context);
    const { owed } = await payees.find(producer.id);
    expect(owed).toBe(199);
    const transferred = await movedBy(async () => {
      await payees.pay(producer.id, owed);
      await payees.rest();
    });
    expect(transferred).toEqual({ payables: 199, clearing: -199 });
    expect(await findBooksOff(app.context)).toEqual([]);
  });

  test('owes each album of a gift until its recipient has it', async () => {
    const email = 'somebody.new@example.test';
    const buyer = await buildBuyer(app);
    const albums = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    const key = await placeOrder(
      app,
      buyer,
      albums.map(({ id }) => id),
    );
    const gift = { token: buyer.token, params: { id: key }, body: { email, message: '' } };
    await app.call(orderEndpoints.setGift, gift);
    expect(await movedBy(() => payOrder(app, buyer, key, 2 * ALBUM))).toMatchObject({ gifts: -2 * ALBUM });
    const recipient = await buildBuyer(app);
    await markViewed(app, recipient.id, albums[0]?.id ?? 0);
    await payForAlbum(app, recipient, albums[0]?.id ?? 0);
    await sweepBalance(app.context);
    const { db } = app.context;
    await db.updateTable('users').set({ email }).where('id', '=', recipient.id).execute();
    const { id } = await db
      .selectFrom('orders')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow();
    app.advanceMinutes(1);
    // The recipient owns one of the albums already, so that one waits on.
    expect(await movedBy(() => deliverGift(app.context, id))).toEqual({ gifts: ALBUM, sales: -ALBUM });
    expect(await movedBy(() => refundOrder(app, key))).toMatchObject({ gifts: ALBUM });
    expect(await findBooksOff(app.context)).toEqual([]);
  });

  test('books payouts and fees that belong to no order, so that its clearing account is the balance at the provider', async () => {
    app.advanceMinutes(10 * DAY);
    await app.sandbox.settle();
    await sweepBalance(app.context);
    const balance = await app.context.payments.listBalance(new Date(0));
    const { clearing = 0, bank = 0, fees = 0 } = await balances();
    expect(clearing).toBe(sumCents(balance.map(({ netCents }) => netCents)));
    expect(bank).toBeGreaterThan(0);
    await sql`insert into balance_transactions (transaction_id, mode, type, amount_cents, fee_cents, net_cents, currency,
      available_on, created_at, booked_at)
      values ('txn_tax', ${app.context.payments.mode}, 'stripe_fee', -250, 0, -250, 'usd', now(), now(), now()),
        ('txn_top', ${app.context.payments.mode}, 'topup', 5000, 0, 5000, 'usd', now(), now(), now()),
        ('txn_kept', ${app.context.payments.mode}, 'payout_minimum_balance_hold', -70, 0, -70, 'usd', now(), now(), now()),
        ('txn_odd', ${app.context.payments.mode}, 'contribution', 900, 10, 890, 'usd', now(), now(), now())`.execute(
      app.context.db,
    );
    expect(await balances()).toMatchObject({
      clearing: clearing - 250 + 5_000 + 890,
      bank: bank - 5_000,
      fees: fees + 250 + 10,
      other: -900,
    });
    expect(await findBooksOff(app.context)).toEqual([]);
  });

  test('has equal debits and credits on every day, and days of the reporting time zone', async () => {
    for (const { month } of (await months()).body) {
      const { days, days_off } = await journal(month);
      expect(days_off).toEqual([]);
      for (const { lines } of days) {
        expect(sumCents(lines.map(({ debit }) => debit))).toBe(sumCents(lines.map(({ credit }) => credit)));
        expect(lines.every(({ debit, credit }) => (debit === 0) !== (credit === 0))).toBe(true);
      }
    }
    const goOn = app.stopClock(23);
    await changeSettings(app, { reporting_time_zone: 'Asia/Tokyo' });
    await sellAlbum();
    const tomorrow = new Date(app.context.clock.now().getTime() + 60 * 60_000).toISOString().slice(0, 10);
    expect((await journal(tomorrow.slice(0, 7))).days.at(-1)?.day).toBe(tomorrow);
    await changeSettings(app, { reporting_time_zone: 'UTC' });
    goOn();
  });
});

describe('a closed month', () => {
  test('exports the same bytes whatever comes later, and what comes later is in the next month', async () => {
    const { key } = await sellAlbum();
    await sweepBalance(app.context);
    const sold = thisMonth();
    app.advanceMinutes(32 * DAY);
    for (const { month } of (await months()).body.toReversed()) if (month <= sold) await close(month);
    const before = await journal(sold);
    expect(before).toMatchObject({ state: 'closed', days_off: [] });
    const formats = ['csv', 'quickbooks', 'xero'] as const;
    const files = await Promise.all(formats.map((format) => exportMonth(format, sold)));
    expect(files[0]).toContain('Photo sales');

    await refundOrder(app, key);
    await changeSettings(app, {
      account_sales: '4711 Renamed sales',
      reporting_time_zone: 'America/Chicago',
      xero_tax_rate: 'No tax',
    });
    await sql`insert into balance_transactions (transaction_id, mode, type, amount_cents, fee_cents, net_cents, currency,
      available_on, created_at, booked_at)
      values ('txn_late', ${app.context.payments.mode}, 'payout_failure', 700, 0, 700, 'usd', now(), ${`${sold}-20`}, now())`.execute(
      app.context.db,
    );
    expect(await Promise.all(formats.map((format) => exportMonth(format, sold)))).toEqual(files);
    const open = await journal(thisMonth());
    const late = open.days[0]?.lines.find(({ account }) => account === 'bank');
    expect([open.days[0]?.day, late?.credit]).toEqual([`${thisMonth()}-01`, 700]);
    expect(open.totals).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ account: 'refunds' })]),
    );
    await sellAlbum();
    expect(await exportMonth('quickbooks', thisMonth())).toContain('Renamed sales');
    expect(await findBooksOff(app.context)).toEqual([]);
    await changeSettings(app, { reporting_time_zone: 'UTC' });
  });

  test('that an earlier release closed is frozen by the nightly check', async () => {
    const { db } = app.context;
    const [closed] = (await months()).body.filter(({ state }) => state === 'closed');
    const { days } = await journal(closed?.month ?? '');
    await sql`truncate closed_journal_lines, closed_journals`.execute(db);
    await checkBooks(app.context);
    const { rows } = await sql<{ months: number; frozen: number }>`
      select (select count(*)::int from closed_months) as months, (select count(*)::int from closed_journals) as frozen`.execute(
      db,
    );
    expect(rows[0]?.frozen).toBe(rows[0]?.months);
    expect((await journal(closed?.month ?? '')).days.length).toBeGreaterThan(0);
    expect(days.length).toBeGreaterThan(0);
  });

  test('that was tampered with is found, and the overview says so', async () => {
    const { db, queue } = app.context;
    await sql`update closed_journal_lines set cents = cents + 1 where account = 'sales'`.execute(db);
    await expect(checkBooks(app.context)).rejects.toThrow(/debits less credits are 1.*|closed with/);
    expect((await findBooksOff(app.context)).join()).toMatch(/payments sales: closed with/);
    await queue.enqueue(db, checkBooksJob, {});
    const { token } = await buildUser(app, { role: 'finance' });
    const isSeen = async () =>
      (await app.call(overviewEndpoints.adminOverview, { token, query: {} })).body.books_differ || undefined;
    await eventually(isSeen, 'the difference on the overview');
    const [closed] = (await months()).body.filter(({ state }) => state === 'closed');
    expect((await journal(closed?.month ?? '')).days_off.length).toBeGreaterThan(0);
    await sql`update closed_journal_lines set cents = cents - 1 where account = 'sales'`.execute(db);
    expect(await findBooksOff(app.context)).toEqual([]);
  });
});

describe('the books', () => {
  test('are for those who may see payouts, and name nobody', async () => {
    const { buyer } = await sellAlbum();
    expect((await months('event_lead')).status).toBe(403);
    expect((await months('customer_support')).status).toBe(403);
    const text = JSON.stringify(await journal(thisMonth())) + (await exportMonth('csv', thisMonth()));
    expect(text).not.toContain(buyer.email);
    expect(text).not.toContain(buyer.name);
    expect(text).not.toContain('Ana Sample');
  });

  test('refuse ranges and months that make no sense', async () => {
    expect((await exportDays('csv', '2026-02-01', '2026-01-01')).status).toBe(400);
    expect((await exportDays('csv', '2024-01-01', '2026-01-01')).status).toBe(400);
    expect((await exportDays('iif' as 'csv', '2026-01-01', '2026-01-02')).status).toBe(400);
    expect((await exportDays('csv', '1999-01-01', '1999-01-31')).text).toBe(
      'journal,date,account_number,account,debit,credit\r\n',
    );
    const { token } = await buildUser(app, { role: 'finance' });
    const unknown = await app.call(bookEndpoints.showJournal, { token, params: { month: '1999-01' } });
    expect(unknown.status).toBe(404);
  });
});

import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { DEFAULT_SITE_SETTINGS } from '#contract/endpoints/settings.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { expectCockpitsAddUp } from '#server/testing/cockpit-sums.ts';
import { buildUser } from '#server/testing/factories.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import { buildBuyer, buildViewedAlbum, payForAlbum, startPayingApp } from '#server/testing/paying-app.ts';
import { ONE_OF_EACH, sell } from '#server/testing/random-sales.ts';
import { readStatements } from '#server/testing/statements.ts';
import { findLinesOff } from './check-ledger.ts';

const app = await startPayingApp();

async function forgetLines(condition: RawBuilder<unknown>): Promise<void> {
  await app.context.db.transaction().execute(async (db) => {
    for (const table of ['ledger_lines', 'ledger_line_shares', 'ledger_line_taxes'])
      await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    for (const table of ['ledger_line_shares', 'ledger_line_taxes'])
      await sql`delete from ${sql.table(table)} where line_id in (
        select id from ledger_lines where ${condition})`.execute(db);
    await sql`delete from ledger_lines where ${condition}`.execute(db);
    for (const table of ['ledger_lines', 'ledger_line_shares', 'ledger_line_taxes'])
      await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
  });
}

describe('the lines of the ledger', () => {
  beforeAll(async () => {
    await changeSettings(app, { tax_rate_basis_points: 825 });
    for (const sale of ONE_OF_EACH) await sell(app, sale);
  }, 200_000);

  test('add up to every entry, with the tax and discount of what was sold', async () => {
    expect(await findLinesOff(app.context, -1)).toEqual([]);
    const { rows } = await sql<{ id: number }>`
      select line.id from order_lines line join orders on orders.id = line.order_id, lateral (
        select sum(tax_cents) as tax, sum(discount_cents) as discount, sum(amount_cents) as total
        from ledger_lines where order_line_id = line.id) booked
      where orders.paid_at is not null and line.refunded_cents = 0
        and not exists (select from disputes where disputes.order_id = orders.id)
        and (line.tax_cents, line.discount_cents, line.total_cents)
          is distinct from (booked.tax, booked.discount, booked.total)`.execute(app.context.db);
    expect(rows).toEqual([]);
  });

  test('name the tax in every share, and producers see amounts without it', async () => {
    const { rows } = await sql<{ tax: number; shares: number }>`
      select line.tax_cents as tax, (select sum(share.tax_cents)::int from ledger_line_shares share
        where share.line_id = line.id) as shares
      from ledger_lines line where tax_cents <> 0`.execute(app.context.db);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ tax, shares }) => tax !== shares)).toEqual([]);
    await changeSettings(app, { producer_share_basis_points: 1_000 });
    await expectCockpitsAddUp(app, { since: new Date('2026-01-01'), rateBasisPoints: 1_000 });
  });

  test('cannot be changed, removed, or written with a wrong sum', async () => {
    const { db } = app.context;
    await expect(sql`update ledger_lines set amount_cents = amount_cents + 1`.execute(db)).rejects.toThrow(
      /only added/,
    );
    await expect(sql`delete from ledger_line_shares`.execute(db)).rejects.toThrow(/only added/);
    const again = sql`
      insert into ledger_lines (entry_id, order_line_id, order_id, attempt_id, mode, kind, occurred_at, event_id,
        album_id, is_image, photos, producer_name, is_pool, facial, amount_cents, tax_cents, discount_cents, sales,
        statement_month)
      select entry_id, (select max(id) from order_lines), order_id, attempt_id, mode, kind, occurred_at, event_id,
        album_id, is_image, photos, producer_name, is_pool, facial, 1, 0, 0, 0, statement_month
      from ledger_lines order by id limit 1`;
    await expect(again.execute(db)).rejects.toThrow(/do not add up/);
  });

  test('that are missing are found by the nightly check', async () => {
    await forgetLines(sql`kind = 'refund'`);
    expect(await findLinesOff(app.context, -1)).not.toEqual([]);
  });
});

test('photos that move after the sale change no past statement', async () => {
  const { db } = app.context;
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  const elsewhere = await buildViewedAlbum(app, buyer);
  const [first] = [
    await buildImage(app, album, { photographer: 'Ana' }),
    await buildImage(app, album, { photographer: 'Ben' }),
  ];
  const { body } = await payForAlbum(app, buyer, album.id, { amount: 1995 + Math.round(1995 * 0.0825) });
  const { token } = await buildUser(app, { role: 'customer_support' });
  const statement = async () =>
    (await readStatements(app, token))
      .filter((row) => row.event === album.eventId)
      .sort((a, b) => (a.photographer ?? '').localeCompare(b.photographer ?? ''))
      .map(({ photographer, revenue, refunds, sold, commission }) => ({
        photographer,
        revenue,
        refunds,
        sold,
        commission,
      }));
  const before = await statement();
  expect(before).toMatchObject([{ photographer: 'Ana' }, { photographer: 'Ben' }]);
  // The sales tax is nobody's earnings.
  expect(before.map(({ revenue }) => revenue).sort()).toEqual([997, 998]);
  expect(before.map(({ commission }) => commission)).toEqual(
    before.map(({ revenue }) =>
      Math.round((revenue * DEFAULT_SITE_SETTINGS.commission_rate_basis_points) / 10_000),
    ),
  );
  await db.updateTable('images').set({ albumId: elsewhere.id }).where('id', '=', first.id).execute();
  expect(await statement()).toEqual(before);
  await app.call(refundEndpoints.refundOrder, {
    token,
    params: { id: body.order_key },
    body: { memo: 'asked' },
  });
  expect(await statement()).toEqual(before.map((row) => ({ ...row, refunds: row.revenue, commission: 0 })));
});

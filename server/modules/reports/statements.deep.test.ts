import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { passEndpoints } from '#contract/endpoints/passes.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import { buildPass } from '#server/testing/passes.ts';
import { buildBuyer, buildViewedAlbum, payForAlbum, startPayingApp } from '#server/testing/paying-app.ts';
import { ONE_OF_EACH, sell } from '#server/testing/random-sales.ts';
import { readStatements } from '#server/testing/statements.ts';

const app = await startPayingApp();

test('the statement of a pass equals the row of the photographer in the report for staff', {
  timeout: 120_000,
}, async () => {
  await changeSettings(app, { commission_rate_basis_points: 2_500 });
  await sql`alter table images alter column photographer set default 'Ana'`.execute(app.context.db);
  for (const sale of ONE_OF_EACH) await sell(app, sale);
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  for (const photographer of ['Ana', 'Ana', 'Ben']) await buildImage(app, album, { photographer });
  await payForAlbum(app, buyer, album.id);

  const { token } = await buildUser(app, { role: 'super' });
  const rows = await readStatements(app, token);
  const named = rows.filter(({ photographer }) => photographer !== null);
  expect(named.length).toBeGreaterThan(1);
  expect(named.some(({ refunds }) => refunds > 0)).toBe(true);
  for (const row of named) {
    const pass = await buildPass(app, row.event, row.photographer ?? '');
    const { body } = await app.call(passEndpoints.passStatement, { body: { token: pass.token } });
    const { frames, published, sold, revenue, refunds, commission, commission_rate_basis_points } = row;
    expect(body).toEqual({
      frames,
      published,
      sold,
      revenue,
      refunds,
      commission,
      commission_rate_basis_points,
    });
  }
  expect(named.find(({ event }) => event === album.eventId)).toMatchObject({ sold: 2, photographer: 'Ana' });
});

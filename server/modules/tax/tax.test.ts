import { describe, expect, test } from 'vitest';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import { sumCents } from '#contract/rules/money.ts';
import { findLedgerDifferences } from '#server/modules/ledger/check-ledger.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import {
  buildCoupon,
  changeSettings,
  payOrder,
  placeOrder,
  setCoupon,
} from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { buildPool, fillPool } from '#server/testing/pools.ts';
import { readOrderOf, refundOrder } from '#server/testing/refunds.ts';

const app = await startPayingApp();

const HEADER = 'country,state,goods,name,rate_percent,from,to';
const importRates = async (...lines: string[]) => {
  const { token } = await buildUser(app, { role: 'super' });
  return app.call(taxEndpoints.importTaxRates, { token, body: { csv: [HEADER, ...lines].join('\n') } });
};
const useTable = async () => {
  await importRates(
    'US,MN,digital,Minnesota sales tax,7.875,2020-01-01,',
    'US,MN,print,Minnesota prints,6.875,2020-01-01,',
    'US,TX,digital,Texas,6.25,2020-01-01,',
    'US,TX,digital,Austin,2,2020-01-01,',
    'GB,,digital,VAT,20,2020-01-01,',
  );
  await changeSettings(app, { tax_source: 'table', tax_included_countries: 'GB' });
};
const live = (buyer: Buyer, postal_code: string, country = 'US') =>
  app.call(taxEndpoints.saveTaxPlace, { token: buyer.token, body: { country, postal_code } });
const quote = ({ token }: Buyer, albumId: number) =>
  app.call(paymentEndpoints.quotePayment, { token, body: { albumId } });
const receiptOf = async ({ token }: Buyer, key: string) =>
  (await app.call(orderEndpoints.orderReceipt, { token, params: { id: key } })).body;
const reportOf = async () => {
  const { token } = await buildUser(app, { role: 'finance' });
  const day = app.context.clock.now().toISOString().slice(0, 7);
  return (await app.call(taxEndpoints.taxReport, { token, query: { from: day, to: day } })).body;
};
const owedIn = async (state: string) =>
  sumCents((await reportOf()).flatMap((row) => (row.state === state ? [row.owed] : [])));
const buyerIn = async (zip: string, country?: string) => {
  const buyer = await buildBuyer(app);
  await live(buyer, zip, country);
  return buyer;
};

describe('with the default settings', () => {
  test('nobody is asked where they live, and nothing is kept about tax', async () => {
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    expect((await quote(buyer, album.id)).body).toMatchObject({
      tax: 0,
      tax_name: 'Tax',
      total: ALBUM_PRICE,
    });
    const { body } = await payForAlbum(app, buyer, album.id);
    expect(await receiptOf(buyer, body.order_key)).not.toHaveProperty('taxes');
    const place = await app.call(taxEndpoints.getTaxPlace, { token: buyer.token });
    expect(place.body).toMatchObject({ is_asked: false, place: null });
    expect(await app.context.db.selectFrom('orderLineTaxes').selectAll().execute()).toEqual([]);
  });

  test('the flat rate is one row that counts everywhere', async () => {
    await changeSettings(app, { tax_rate_basis_points: 825, tax_name: 'Sales tax' });
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const { body } = await payForAlbum(app, buyer, album.id, { amount: 2160 });
    const receipt = await receiptOf(buyer, body.order_key);
    expect(receipt).toMatchObject({ tax: 165, tax_name: 'Sales tax' });
    expect(receipt).not.toHaveProperty('taxes');
    expect(await reportOf()).toMatchObject([{ name: 'Sales tax', rate_millionths: 82_500, owed: 165 }]);
    await changeSettings(app, { tax_rate_basis_points: 0, tax_name: 'Tax' });
  });

  test('a photo of which a part was refunded counts toward its album by the price that is left, without tax', async () => {
    await changeSettings(app, { tax_rate_basis_points: 800 });
    const buyer = await buildBuyer(app);
    const album = await buildViewedAlbum(app, buyer);
    const { id: imageId } = await buildImage(app, album);
    const { body } = await app.call(paymentEndpoints.payForImage, {
      token: buyer.token,
      body: { imageId, paymentMethodId: buyer.sourceId, amount: 539, facial: false },
    });
    expect((await quote(buyer, album.id)).body).toMatchObject({ credit: 499 });
    await refundOrder(app, body.order_key, undefined, 269);
    // $2.70 is left, of which 20 cents is tax.
    expect((await quote(buyer, album.id)).body).toMatchObject({ credit: 250 });
    await changeSettings(app, { tax_rate_basis_points: 0 });
  });
});

describe('the rate table', () => {
  test('saves nothing of a file with a wrong line', async () => {
    const answer = await importRates('US,WI,digital,Tax,5,2020-01-01,', 'US,WI,digital,Tax,55,2021-01-01,');
    expect(answer).toMatchObject({
      status: 400,
      error: { details: [{ path: 'line 3', message: expect.stringContaining('rate_percent') }] },
    });
    const overlap = await importRates('US,WI,digital,Tax,5,2020-01-01,', 'US,WI,digital,Tax,6,2021-01-01,');
    expect(overlap).toMatchObject({
      status: 400,
      error: { details: [{ path: 'line 2' }, { path: 'line 3' }] },
    });
    const { token } = await buildUser(app, { role: 'finance' });
    expect((await app.call(taxEndpoints.listTaxRates, { token })).body).toEqual([]);
  });

  test('asks where the buyer lives, and refuses to sell without it', async () => {
    await useTable();
    const buyer = await buildBuyer(app);
    const { token } = buyer;
    const album = await buildViewedAlbum(app, buyer);
    expect(await quote(buyer, album.id)).toMatchObject({ status: 409, error: { code: 'tax_place_needed' } });
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ error: { code: 'tax_place_needed' } });
    const added = await app.call(orderEndpoints.addCartItem, { token, body: { album: album.id } });
    expect(added.body).toMatchObject({ tax: 0, total: ALBUM_PRICE, is_tax_known: false });
    const checkOut = () => app.call(orderEndpoints.checkOut, { token, body: { id: added.body.id } });
    expect(await checkOut()).toMatchObject({ error: { code: 'tax_place_needed' } });
    expect(await live(buyer, '00000')).toMatchObject({ error: { code: 'tax_place_unknown' } });
    expect(await live(buyer, '55401')).toMatchObject({ status: 200 });
    expect((await quote(buyer, album.id)).body).toMatchObject({
      tax: 157,
      tax_name: 'Minnesota sales tax',
      total: ALBUM_PRICE + 157,
    });
    expect(await checkOut()).toMatchObject({ status: 200 });
    const readPlace = async () => (await app.call(taxEndpoints.getTaxPlace, { token })).body;
    const place = { country: 'US', state: 'MN', postal_code: '55401' };
    expect(await readPlace()).toMatchObject({ is_asked: true, place });
    expect(await app.call(taxEndpoints.removeTaxPlace, { token })).toMatchObject({ status: 200 });
    expect(await readPlace()).toMatchObject({ is_asked: true, place: null });
    expect(await quote(buyer, album.id)).toMatchObject({ error: { code: 'tax_place_needed' } });
  });

  test('sells without tax where it has no rate', async () => {
    const buyer = await buyerIn('97201');
    const album = await buildViewedAlbum(app, buyer);
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ status: 200 });
    expect(await owedIn('OR')).toBe(0);
  });

  test('refuses an amount without its tax, and shows each tax on the receipt', async () => {
    const buyer = await buyerIn('78701');
    const album = await buildViewedAlbum(app, buyer);
    expect(await payForAlbum(app, buyer, album.id)).toMatchObject({
      error: { code: 'price_changed', details: { amount: 2160 } },
    });
    const { body } = await payForAlbum(app, buyer, album.id, { amount: 2160 });
    expect(await receiptOf(buyer, body.order_key)).toMatchObject({
      tax: 165,
      tax_name: 'Tax',
      taxes: [
        { name: 'Austin', rate_millionths: 20_000, amount: 40 },
        { name: 'Texas', rate_millionths: 62_500, amount: 125 },
      ],
    });
  });

  test('takes the tax out of the price where the law wants it', async () => {
    const buyer = await buyerIn('', 'GB');
    const album = await buildViewedAlbum(app, buyer);
    expect((await quote(buyer, album.id)).body).toMatchObject({ tax: 333, total: ALBUM_PRICE });
    const image = await buildImage(app, album);
    const { token, sourceId: paymentMethodId } = buyer;
    const photo = { imageId: image.id, paymentMethodId, amount: 499, facial: false };
    expect(await app.call(paymentEndpoints.payForImage, { token, body: photo })).toMatchObject({
      status: 200,
    });
    // What a photo cost counts toward its album as it was paid.
    expect((await quote(buyer, album.id)).body).toMatchObject({ credit: 499, tax: 249, total: 1496 });
  });
});

describe('an order', () => {
  test('keeps its rates when the table changes, also when its coupon does', async () => {
    await useTable();
    const buyer = await buyerIn('55401');
    const album = await buildViewedAlbum(app, buyer);
    const key = await placeOrder(app, buyer, [album.id]);
    const { code } = await buildCoupon(app, { percent_off: 100 });
    expect((await setCoupon(app, buyer, key, code)).body).toMatchObject({ tax: 0, total: 0 });
    await importRates('US,MN,digital,Minnesota sales tax,30,2020-01-01,');
    await changeSettings(app, { tax_source: 'flat', tax_rate_basis_points: 900 });
    expect((await setCoupon(app, buyer, key, null)).body).toMatchObject({
      tax: 157,
      tax_name: 'Minnesota sales tax',
      total: ALBUM_PRICE + 157,
    });
    expect(await payOrder(app, buyer, key, ALBUM_PRICE + 157)).toMatchObject({ status: 200 });
    await changeSettings(app, { tax_rate_basis_points: 0 });
    await useTable();
  });

  test('that is put back and placed again is taxed where the buyer lives now', async () => {
    const buyer = await buyerIn('55401');
    const { token } = buyer;
    const album = await buildViewedAlbum(app, buyer);
    const { id } = (await app.call(orderEndpoints.addCartItem, { token, body: { album: album.id } })).body;
    const checkOut = async () =>
      (await app.call(orderEndpoints.checkOut, { token, body: { id } })).body.data.key;
    const first = await checkOut();
    await live(buyer, '97201');
    await app.call(orderEndpoints.putBack, { token, params: { id: first } });
    const second = await checkOut();
    expect(await readOrderOf(app, buyer, second)).toMatchObject({ tax: 0, total: ALBUM_PRICE });
    expect(await readOrderOf(app, buyer, first)).toMatchObject({ status: 'cancelled' });
  });

  test('gives its tax back in parts that add up to the whole', async () => {
    const before = await owedIn('TX');
    const buyer = await buyerIn('78701');
    const albums = [await buildViewedAlbum(app, buyer), await buildViewedAlbum(app, buyer)];
    const key = await placeOrder(
      app,
      buyer,
      albums.map(({ id }) => id),
    );
    const { total } = await readOrderOf(app, buyer, key);
    expect(total).toBe(2 * 2160);
    await payOrder(app, buyer, key, total);
    expect(await owedIn('TX')).toBe(before + 330);
    for (const part of [1, 997, 1000])
      expect(await refundOrder(app, key, undefined, part)).toMatchObject({ status: 200 });
    const left = await owedIn('TX');
    expect(left).toBeLessThan(before + 330);
    await refundOrder(app, key);
    expect(await owedIn('TX')).toBe(before);
    const rows = (await reportOf()).filter(({ state }) => state === 'TX');
    for (const { collected, refunded, disputed, owed } of rows)
      expect(collected - refunded - disputed).toBe(owed);
    expect(await findLedgerDifferences(app.context, -5)).toEqual([]);
  });

  test('loses the whole of a small refund, whose own tax rounds to nothing', async () => {
    const buyer = await buyerIn('78701');
    const album = await buildViewedAlbum(app, buyer);
    const key = await placeOrder(app, buyer, [album.id]);
    await payOrder(app, buyer, key, 2160);
    const texas = async () =>
      (await reportOf())
        .filter(({ state }) => state === 'TX')
        .map(({ name, net_sales, refunded }) => ({ name, net_sales, refunded }));
    const before = await texas();
    expect(await refundOrder(app, key, undefined, 2)).toMatchObject({ status: 200 });
    expect(await texas()).toEqual(before.map((row) => ({ ...row, net_sales: row.net_sales - 2 })));
  });

  test('of a group has the tax of its owner, whose shares add up to it', async () => {
    const before = await owedIn('TX');
    const owner = await buyerIn('78701');
    const pool = await buildPool(app, { owner });
    await fillPool(app, pool, [owner, await buildBuyer(app), await buildBuyer(app)]);
    expect(await readOrderOf(app, owner, pool.key)).toMatchObject({ tax: 165, total: 2160 });
    expect(await owedIn('TX')).toBe(before + 165);
    const texas = (await reportOf()).filter(({ state }) => state === 'TX');
    expect(texas.map(({ name }) => name)).toEqual(['Austin', 'Texas']);
    await refundOrder(app, pool.key);
    expect(await owedIn('TX')).toBe(before);
  });
});

test('an import says what it changes, and saves nothing else', async () => {
  const { token } = await buildUser(app, { role: 'super' });
  await importRates('US,NV,digital,Tax,5,2020-01-01,', 'US,NV,print,Tax,5,2020-01-01,');
  const csv = [
    HEADER,
    'US,NV,digital,Tax,5.5,2020-01-01,2020-12-31',
    'US,NV,digital,Tax,6,2021-01-01,',
    'US,NV,print,Tax,5,2020-01-01,',
  ].join('\n');
  const preview = () => app.call(taxEndpoints.previewTaxRates, { token, body: { csv } });
  const { body } = await preview();
  expect(body).toMatchObject({
    unchanged: 1,
    changes: [
      { line: 2, rate: { rate_millionths: 55_000 }, before: { rate_millionths: 50_000, to_day: null } },
      { line: 3, rate: { from_day: '2021-01-01' }, before: null },
    ],
  });
  await importRates('US,NV,digital,Tax,5.25,2020-01-01,');
  const send = (seen: string) => app.call(taxEndpoints.importTaxRates, { token, body: { csv, seen } });
  expect(await send(body.seen)).toMatchObject({ error: { code: 'conflict' } });
  const saved = await send((await preview()).body.seen);
  const rates = saved.body.filter(({ state, kind }) => state === 'NV' && kind === 'digital');
  expect(rates.map(({ rate_millionths }) => rate_millionths)).toEqual([55_000, 60_000]);
  expect((await preview()).body).toMatchObject({ changes: [], unchanged: 3 });
});

test('only administrators change rates, and finance reads them', async () => {
  const { token } = await buildUser(app, { role: 'finance' });
  expect(await app.call(taxEndpoints.listTaxRates, { token })).toMatchObject({ status: 200 });
  const csv = `${HEADER}\nUS,WI,digital,Tax,5,2020-01-01,`;
  expect(await app.call(taxEndpoints.importTaxRates, { token, body: { csv } })).toMatchObject({
    status: 403,
  });
  const admin = await buildUser(app, { role: 'super' });
  const rates = (await app.call(taxEndpoints.listTaxRates, { token: admin.token })).body;
  const [first] = rates;
  if (!first) throw new Error('the table is empty');
  const { id, ...rate } = first;
  const params = { id };
  const edit = (body: object) => app.call(taxEndpoints.updateTaxRate, { token: admin.token, params, body });
  expect((await edit({ name: 'Renamed', version: rate.version })).body).toMatchObject({
    ...rate,
    name: 'Renamed',
    version: expect.any(Number),
  });
  // Somebody who saw the rate before that does not remove it.
  const query = { version: rate.version };
  expect(await app.call(taxEndpoints.deleteTaxRate, { token: admin.token, params, query })).toMatchObject({
    error: { code: 'conflict' },
  });
  expect(await edit({ to_day: '2019-12-31' })).toMatchObject({
    error: { details: [{ path: 'to_day', message: 'The last day is before the first' }] },
  });
  const { version: _version, ...same } = { ...rate, name: 'Renamed' };
  expect(await app.call(taxEndpoints.addTaxRate, { token: admin.token, body: same })).toMatchObject({
    error: { details: [{ path: 'from_day' }] },
  });
  expect(await app.call(taxEndpoints.deleteTaxRate, { token: admin.token, params })).toMatchObject({
    status: 200,
  });
  expect(await app.call(taxEndpoints.deleteTaxRate, { token: admin.token, params })).toMatchObject({
    status: 404,
  });
});

test('the tax of a state is all its rates, and counts each sale once', async () => {
  const { token } = await buildUser(app, { role: 'finance' });
  const month = app.context.clock.now().toISOString().slice(0, 7);
  const states = (await app.call(taxEndpoints.taxByState, { token, query: { month } })).body;
  const report = await reportOf();
  expect(states.length).toBeGreaterThan(1);
  expect(report.length).toBeGreaterThan(states.length);
  for (const { country, state, owed, net_sales } of states) {
    const rates = report.filter((row) => row.country === country && row.state === state);
    expect(owed).toBe(sumCents(rates.map((row) => row.owed)));
    expect(net_sales).toBeGreaterThanOrEqual(Math.max(...rates.map((row) => row.net_sales)));
    expect(net_sales).toBeLessThanOrEqual(sumCents(rates.map((row) => row.net_sales)));
  }
});

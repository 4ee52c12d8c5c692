import { beforeAll, expect, test } from 'vitest';
import { pricePreviewEndpoints } from '#contract/endpoints/coupons.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const app = startTestApp();
let staff: TestUser;
beforeAll(async () => {
  staff = await buildUser(app, { role: 'analyst' });
});

const pricing = {
  share_price: 300,
  image_price: 500,
  photo_steps: [{ photos: 5, price: 2000 }],
  athlete_price: 1500,
  early: { until: '2026-11-20', percent_off: 10 },
  late: { from: '2026-12-01', percent_more: 20 },
};

function preview(dates: string[], changed: Partial<typeof pricing> = {}) {
  return app.call(pricePreviewEndpoints.previewPrices, {
    token: staff.token,
    body: { pricing: { ...pricing, ...changed }, dates },
  });
}

test('a preview shows totals on each day by the rules of orders: steps, photos up to the price of the album, early bird, late price', async () => {
  const { body } = await preview(['2026-11-20', '2026-11-21', '2026-12-01']);
  expect(body.map(({ rows }) => rows.map(({ total }) => total))).toEqual([
    [450, 1800, 1890, 1350, 1890, 3780],
    [500, 2000, 2100, 1500, 2100, 4200],
    [600, 2400, 2520, 1800, 2520, 5040],
  ]);
  expect(body.map(({ period }) => period)).toEqual([
    'Early bird until Nov 20',
    null,
    'Late price since Dec 1',
  ]);
  expect(body[0]?.rows.map(({ name }) => name)).toEqual([
    '1 photo',
    '5 photos',
    '10 photos',
    'One athlete’s photos',
    'Album',
    'Two albums',
  ]);
});

test('a preview includes the tax, and refuses prices that could not be saved', async () => {
  await changeSettings(app, { tax_rate_basis_points: 1000 });
  expect((await preview(['2026-11-21'])).body[0]?.rows[0]).toEqual({ name: '1 photo', total: 550 });
  await changeSettings(app, { tax_rate_basis_points: 0 });
  const steps = [{ photos: 5, price: 9000 }];
  expect((await preview(['2026-11-21'], { photo_steps: steps })).status).toBe(400);
});

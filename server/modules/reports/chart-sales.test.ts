import { expect, test } from 'vitest';
import { reportEndpoints } from '#contract/endpoints/reports.ts';
import { buildAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import {
  ALBUM_PRICE,
  buildBuyer,
  buildViewedAlbum,
  markViewed,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { fillSalesDaily } from './sales-daily.ts';

const app = await startPayingApp();
const DAY_MINUTES = 24 * 60;

const dayFromNow = (days: number) =>
  new Date(app.context.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
async function read(query: object) {
  const { token } = await buildUser(app, { role: 'analyst' });
  const charts = await app.call(reportEndpoints.salesCharts, { token, query: query as never });
  const sales = await app.call(reportEndpoints.salesReport, { token, query: query as never });
  return { charts: charts.body, sales: sales.body };
}
async function sell(programName: string, teamName: string) {
  const buyer = await buildBuyer(app);
  const album = await buildAlbum(app, { programName, teamName });
  await markViewed(app, buyer.id, album.id);
  expect((await payForAlbum(app, buyer, album.id)).status).toBe(200);
}
const sum = (cents: number[]) => cents.reduce((all, one) => all + one, 0);

test('charts add up to the report, also from finished days and in a zone of half hours', async () => {
  const now = app.context.clock.now();
  app.advanceMinutes(
    (Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 3, 10, 15) - now.getTime()) / 60_000,
  );
  await sell('Summit', 'Onyx');
  app.advanceMinutes(DAY_MINUTES);
  await sell('Summit', 'Onyx');
  await sell('Bayline', 'Tidal');
  const found = await buildBuyer(app);
  await app.context.db
    .insertInto('userFoundAlbums')
    .values({
      userId: found.id,
      albumId: (await buildAlbum(app)).id,
      foundBy: 'opened',
      createdAt: app.context.clock.now(),
    })
    .execute();
  const look = await buildBuyer(app);
  await buildViewedAlbum(app, look);
  const today = { start_date: dayFromNow(0), end_date: dayFromNow(0) };
  const { charts, sales } = await read({ ...today, time_zone: 'UTC' });
  expect(charts.before_by_day).toEqual([ALBUM_PRICE]);
  expect(charts.by_hour[10]).toBe(2 * ALBUM_PRICE);
  expect(sum(charts.by_hour)).toBe(sales.totals.net);
  expect(charts.by_team).toEqual([
    { program_name: 'Bayline', team_name: 'Tidal', albums: 1, net: ALBUM_PRICE },
    { program_name: 'Summit', team_name: 'Onyx', albums: 1, net: ALBUM_PRICE },
  ]);
  const { found: all } = charts;
  expect(all).toBeGreaterThan(sales.conversion.viewed);
  expect(sales.conversion.viewed).toBeGreaterThanOrEqual(sales.conversion.bought);
  const both = { start_date: today.start_date.slice(0, 8).concat('01'), end_date: today.end_date };
  const before = await read({ ...both, time_zone: 'UTC' });
  expect(before.charts.by_team[0]).toMatchObject({ team_name: 'Onyx', albums: 2, net: 2 * ALBUM_PRICE });
  app.advanceMinutes(40 * DAY_MINUTES);
  await fillSalesDaily(app.context);
  const filled = await read({ ...both, time_zone: 'UTC' });
  expect(filled.charts).toEqual(before.charts);
  const india = await read({ ...both, time_zone: 'Asia/Kolkata' });
  // 10:15 in London is 15:45 in India.
  expect(india.charts.by_hour[15]).toBe(3 * ALBUM_PRICE);
  const newYork = await read({ ...both, time_zone: 'America/New_York' });
  expect(sum(newYork.charts.by_hour)).toBe(newYork.sales.totals.net);
});

test('an empty period has charts without bars', async () => {
  const { charts } = await read({ start_date: '2001-01-01', end_date: '2001-01-03', time_zone: 'UTC' });
  expect(charts).toEqual({
    by_hour: Array.from({ length: 24 }, () => 0),
    before_by_day: [0, 0, 0],
    by_team: [],
    found: 0,
  });
});

test('charts are for roles that may see reports, and a range has its limit', async () => {
  const query = { start_date: '2026-01-01', end_date: '2026-01-02' };
  const { token } = await buildUser(app, { role: 'customer_support' });
  expect((await app.call(reportEndpoints.salesCharts, { token, query })).status).toBe(403);
  const { token: analyst } = await buildUser(app, { role: 'analyst' });
  const tooLong = { start_date: '1990-01-01', end_date: '2026-01-02' };
  expect((await app.call(reportEndpoints.salesCharts, { token: analyst, query: tooLong })).status).toBe(400);
});

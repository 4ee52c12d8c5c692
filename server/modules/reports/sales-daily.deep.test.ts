import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sumCents } from '#contract/rules/money.ts';
import { recordView } from '#server/modules/found-albums/found-albums.queries.ts';
import { deleteAccount } from '#server/modules/privacy/delete-account.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { rounds } from '#server/testing/chaos.ts';
import { TEST_PASSWORD } from '#server/testing/factories.ts';
import { changeSettings } from '#server/testing/order-factories.ts';
import {
  type Buyer,
  buildBuyer,
  buildViewedAlbum,
  customerActor,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { type Sale, sales, sell } from '#server/testing/random-sales.ts';
import { recountBooks } from '#server/testing/recount.ts';
import { fillSalesDaily } from './sales-daily.ts';

const app = await startPayingApp();
const RUNS = rounds({ usually: 2, inChaos: 20 });
const began = new Date();
const ZONES = ['UTC', 'America/Chicago', 'Asia/Kolkata'];

const dayAfter = (moment: Date, days: number) =>
  new Date(moment.getTime() + days * 86_400_000).toISOString().slice(0, 10);
const allDays = (timeZone: string) => ({
  start_date: dayAfter(began, -400),
  end_date: dayAfter(app.context.clock.now(), 2),
  time_zone: timeZone,
});
/** Begins and ends within days of the rollup unless it has the same time zone. */
const cutDays = () => ({
  start_date: dayAfter(began, 1),
  end_date: dayAfter(app.context.clock.now(), -1),
  time_zone: 'Asia/Kolkata',
});
const readRollup = () =>
  app.context.db.selectFrom('salesDaily').selectAll().orderBy(sql`sales_daily::text`).execute();

/** Compares reports that read the rollup with reports that read every row, and both with plainer counts. */
async function expectExact(): Promise<void> {
  const ranges = [...ZONES.map(allDays), ...[cutDays()].filter((days) => days.start_date <= days.end_date)];
  const { read, recounted, plain, ledgerCents } = await recountBooks(app.context, ranges);
  expect(read).toEqual(recounted);
  for (const { sales: report, statements } of read.slice(0, ZONES.length)) {
    const sumOf = (figure: 'sold' | 'views') => sumCents(statements.map((row) => row[figure]));
    expect({
      customers: report.totals.customers,
      viewers: report.conversion.viewed,
      orders: report.totals.orders,
      sold: sumOf('sold'),
      views: sumOf('views'),
      shares: sumCents(statements.map((row) => row.revenue - row.refunds)),
    }).toEqual(plain);
    expect(report.totals.net).toBe(ledgerCents);
    expect(sumCents(report.by_day.map(({ net }) => net))).toBe(ledgerCents);
  }
}

async function view({ id }: { id: number }, albumId: number): Promise<void> {
  const found = await app.context.db
    .selectFrom('userFoundAlbums')
    .select('id')
    .where('userId', '=', id)
    .where('albumId', '=', albumId)
    .executeTakeFirstOrThrow();
  await recordView(app.context.db, { foundId: found.id, sessionId: '', now: app.context.clock.now() });
}

async function buildShotAlbum(visitor: Buyer) {
  const album = await buildViewedAlbum(app, visitor);
  for (const photographer of ['Ana', ' Ana', 'Ben']) await buildImage(app, album, { photographer });
  return album;
}

/** Visitors and buyers whose accounts later steps delete. */
const people: Buyer[] = [];
async function buy(): Promise<void> {
  const buyer = await buildBuyer(app);
  const album = await buildShotAlbum(buyer);
  await view(buyer, album.id);
  expect((await payForAlbum(app, buyer, album.id)).status).toBe(200);
  people.push(buyer);
}
async function look(): Promise<void> {
  const visitor = await buildBuyer(app);
  await view(visitor, (await buildShotAlbum(visitor)).id);
  people.push(visitor);
}
async function leave(): Promise<void> {
  const person = people.shift() ?? (await buildBuyer(app));
  await deleteAccount(app.context, customerActor(person), { password: TEST_PASSWORD });
}
/** Changes what the reports read besides the ledger. */
async function change(): Promise<void> {
  await sql`update events set name = name || '!', brand_name = brand_name || '!'`.execute(app.context.db);
  await sql`update images set photographer = 'Late ' || id % 3 where id % 2 = 0`.execute(app.context.db);
  await sql`update albums set published_at = case when published_at is null then now() end where id % 3 = 0`.execute(
    app.context.db,
  );
  await sql`update albums set team_name = 'Renamed ' || id % 4 where id % 2 = 1`.execute(app.context.db);
}
const fill = () => fillSalesDaily(app.context);
async function writeTogether(): Promise<void> {
  await Promise.all([buy(), look(), buy(), fill(), fill(), look(), buy()]);
}
async function moveZone(): Promise<void> {
  const [first = 'UTC', ...others] = ZONES;
  ZONES.splice(0, ZONES.length, ...others, first);
  await changeSettings(app, { reporting_time_zone: first });
  await fill();
}

const STEPS = {
  buy,
  look,
  leave,
  change,
  writeTogether,
  moveZone,
  pass: async () => {
    app.advanceMinutes(31 * 60);
    await fill();
  },
  fill,
  month: async () => app.advanceMinutes(35 * 24 * 60),
};
type Step = keyof typeof STEPS | Sale;

const steps = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])) },
  { weight: 1, arbitrary: sales },
);
const EVERYTHING: Step[] = [
  { kind: 'album', hasCoupon: true, after: 'refunded', hoursLater: 0 },
  { kind: 'pool', albums: 2, end: 'came_to_nothing', hoursLater: 0 },
  { kind: 'photos', photos: 3, hasSteps: false, refundedLines: 1, isInDashboard: false, hoursLater: 0 },
  'buy',
  'look',
  'pass',
  'buy',
  'look',
  'pass',
  { kind: 'pool', albums: 1, end: 'filled', hoursLater: 0 },
  'change',
  'pass',
  'leave',
  'month',
  'fill',
  'moveZone',
  { kind: 'image', hasCoupon: false, after: 'dispute_won', hoursLater: 0 },
  'change',
  'leave',
  'writeTogether',
  'month',
  'writeTogether',
  'fill',
  { kind: 'album', hasCoupon: false, after: 'swapped', hoursLater: 0 },
];

test('after any step, reports with the rollup equal a count of every row', {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 4, maxLength: 10 }), async (sequence) => {
      for (const step of sequence) {
        if (typeof step === 'string') await STEPS[step]();
        else await sell(app, step);
        await expectExact();
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 400_000, examples: [[EVERYTHING]] },
  );
  expect((await readRollup()).length).toBeGreaterThan(0);
});

test('filling again changes nothing, and days that were missed are filled with the next ones', {
  timeout: 300_000,
}, async () => {
  await fill();
  const before = await readRollup();
  await fill();
  expect(await readRollup()).toEqual(before);
  await buy();
  app.advanceMinutes(3 * 24 * 60);
  await buy();
  app.advanceMinutes(5 * 24 * 60);
  await fill();
  const after = await readRollup();
  expect(new Set(after.map(({ day }) => day)).size).toBe(new Set(before.map(({ day }) => day)).size + 2);
  expect(after).toEqual(expect.arrayContaining(before));
  await app.context.db.deleteFrom('salesDailyFill').execute();
  await fill();
  expect(await readRollup()).toEqual(after);
});

test('the day in progress, and the hour after a day, are read from the ledger', async () => {
  const { timeZone, nextDay } = await app.context.db
    .selectFrom('salesDailyFill')
    .select(['timeZone', 'nextDay'])
    .executeTakeFirstOrThrow();
  const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(app.context.clock.now());
  expect(nextDay <= today).toBe(true);
  expect((await readRollup()).every(({ day }) => day < nextDay)).toBe(true);
});

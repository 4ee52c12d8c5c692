import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { sumCents } from '#contract/rules/money.ts';
import { nameAllViewers } from '#server/modules/found-albums/name-viewers.ts';
import { foldFrameChanges } from '#server/modules/images/frame-counts.queries.ts';
import { deleteAccount } from '#server/modules/privacy/delete-account.ts';
import { buildImage } from '#server/testing/catalogue-factories.ts';
import { rounds } from '#server/testing/chaos.ts';
import { TEST_PASSWORD } from '#server/testing/factories.ts';
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
import { keepNext } from './keep-figures.queries.ts';
import { keepFigures } from './keep-figures.ts';

const app = await startPayingApp();
const RUNS = rounds({ usually: 2, inChaos: 20 });
const began = new Date();
const ZONES = ['UTC', 'America/Chicago', 'Asia/Kolkata'];

const dayAfter = (moment: Date, days: number) =>
  new Date(moment.getTime() + days * 86_400_000).toISOString().slice(0, 10);
const allDays = (timeZone: string) => ({
  startDate: dayAfter(began, -400),
  endDate: dayAfter(app.context.clock.now(), 2),
  timeZone,
});
/** Begins and ends with kept days, of which this zone has parts that are no whole hours. */
const cutDays = () => ({
  startDate: dayAfter(began, 1),
  endDate: dayAfter(app.context.clock.now(), -1),
  timeZone: 'Asia/Kolkata',
});
const keptMonths = async () =>
  (await app.context.db.selectFrom('keptSpans').select('span').where('figure', '=', 'sales').execute())
    .length;
const keptDays = async () =>
  (await app.context.db.selectFrom('keptDates').select('span').where('figure', '=', 'views').execute())
    .length;

async function expectExact(): Promise<void> {
  const ranges = [...ZONES.map(allDays), ...[cutDays()].filter((days) => days.startDate <= days.endDate)];
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
    expect(report.is_complete).toBe(true);
  }
}

async function view({ id }: { id: number }, albumId: number): Promise<void> {
  const found = await app.context.db
    .selectFrom('userFoundAlbums')
    .select('id')
    .where('userId', '=', id)
    .where('albumId', '=', albumId)
    .executeTakeFirstOrThrow();
  await app.context.db
    .insertInto('userAlbumViews')
    .values({ foundAlbumId: found.id, createdAt: app.context.clock.now() })
    .execute();
}

async function buildShotAlbum(visitor: Buyer) {
  const album = await buildViewedAlbum(app, visitor);
  for (const photographer of ['Ana', 'Ana', 'Ben']) await buildImage(app, album, { photographer });
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
  await foldFrameChanges(app.context.db);
}
async function interrupt(): Promise<void> {
  const stopped = app.context.db.transaction().execute(async (tx) => {
    await keepNext(tx, app.context.clock.now());
    throw new Error('stopped');
  });
  await expect(stopped).rejects.toThrow('stopped');
}
async function writeTogether(): Promise<void> {
  await Promise.all([
    buy(),
    look(),
    buy(),
    keepFigures(app.context),
    keepFigures(app.context),
    look(),
    buy(),
  ]);
}

/** Days of the month in progress are over, so they are kept, and what follows changes some of them. */
async function pass(): Promise<void> {
  app.advanceMinutes(31 * 60);
  await keepFigures(app.context);
}

const STEPS = {
  buy,
  look,
  leave,
  change,
  interrupt,
  writeTogether,
  pass,
  keep: () => keepFigures(app.context),
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
  'interrupt',
  'keep',
  { kind: 'image', hasCoupon: false, after: 'dispute_won', hoursLater: 0 },
  'change',
  'leave',
  'writeTogether',
  'month',
  'writeTogether',
  'keep',
  { kind: 'album', hasCoupon: false, after: 'swapped', hoursLater: 0 },
];

test('after any step, reports with kept figures equal a recount of every row', {
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
  expect(await keptMonths()).toBeGreaterThan(0);
  expect(await keptDays()).toBeGreaterThan(0);
});

test('views of a release before are counted, before and after their viewers are named', {
  timeout: 300_000,
}, async () => {
  await look();
  await buy();
  app.advanceMinutes(35 * 24 * 60);
  await keepFigures(app.context);
  const read = async () => (await recountBooks(app.context, [allDays('UTC')])).read[0];
  const before = await read();
  const { db } = app.context;
  await sql`update user_album_views set user_id = null, album_id = null, was_owned = null`.execute(db);
  expect(await read()).toEqual(before);
  await keepFigures(app.context);
  expect(await read()).toEqual(before);
  await nameAllViewers(app.context);
  await keepFigures(app.context);
  expect(await read()).toEqual(before);
  await expectExact();
});

test('counting everything anew, as the migration does, gives the figures that the job kept', {
  timeout: 300_000,
}, async () => {
  const { db, clock } = app.context;
  const readKept = async () => {
    const tables = [
      'entries',
      'hours',
      'days',
      'events',
      'shares',
      'sold',
      'orders',
      'people',
      'frames',
      'pools',
      'teams',
      'team_sums',
      'payments',
      'date_people',
    ];
    const kept: Record<string, unknown> = {};
    for (const table of tables) {
      const name = sql.table(`kept_${table}`);
      const { rows } = await sql<{
        row: string;
      }>`select kept::text as row from ${name} kept order by 1`.execute(db);
      kept[table] = rows.map(({ row }) => row);
    }
    return kept;
  };
  await buy();
  // This leaves a month without sales, which the job never counts, but a recount does.
  app.advanceMinutes(70 * 24 * 60);
  await buy();
  app.advanceMinutes(35 * 24 * 60);
  await foldFrameChanges(db);
  await keepFigures(app.context);
  const byJob = await readKept();
  await sql`delete from kept_spans`.execute(db);
  await sql`select keep_past(${clock.now()})`.execute(db);
  expect(await readKept()).toEqual(byJob);
  await expectExact();
});

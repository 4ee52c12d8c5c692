// Measures reports and the first pages of staff lists over HTTP against their limits. `large` seeds five million photos and
// 300,000 orders of five years, for which the limits are meant; without it, the shop is a tenth of that.
import { sql } from 'kysely';
import { albumList, eventList } from '#contract/lists/albums.ts';
import { sortKeysOf } from '#contract/lists/list.ts';
import { findLinesOff } from '#server/modules/ledger/check-ledger.ts';
import { type BenchApp, FILLING_SETTINGS, logIn, startBenchApp } from './bench-app.ts';
import { describeLoad, notifyGoal, percentile, timeMs } from './measure.ts';
import { fillShop } from './reports-seed.ts';

const LIMITS = { year: 700, years: 1_500, list: 250 };
const YEARS = 5;
const ROUNDS = 7;
const ROW_FILTERS = [
  '',
  '&q=number%204242',
  '&q=comets',
  '&q=a',
  '&kind=refund',
  '&pool=yes&coupon=no',
  '&event=7',
];
const SEARCHES = ['comets', 'star athletics 42', 'number 4242', 'nationals 77', 'xyzzy', '#777', 'te'];

const share = process.argv.includes('large') ? 1 : 0.1;
const size = {
  events: 500 * share,
  albumsPerEvent: 100,
  photosPerAlbum: 100,
  orders: 300_000 * share,
  customers: 60_000 * share,
  years: YEARS,
};

async function seed({ context }: BenchApp): Promise<void> {
  const seedingMs = await timeMs(() => fillShop(context, size));
  const { rows } = await sql<object>`
    select (select count(*) from images) as photos, (select count(*) from orders) as orders,
      (select count(*) from ledger_lines) as lines, (select count(*) from ledger_line_shares) as shares,
      (select count(*) from user_album_views) as views, (select count(*) from sales_daily) as sales_daily`.execute(
    context.db,
  );
  console.log(`seeded in ${Math.round(seedingMs / 1000)} s: ${JSON.stringify(rows[0])}`);
  const off = await findLinesOff(context, 0);
  if (off.length > 0) throw new Error(`the lines differ from the ledger: ${off.join('; ')}`);
}

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const lastDays = (days: number) => `start_date=${day(days - 1)}&end_date=${day(0)}`;

const bench = await startBenchApp(FILLING_SETTINGS);
try {
  await seed(bench);
  const session = await logIn(bench, 'super');
  const print = async (name: string, path: string, limitMs: number) => {
    const call = async () => (await session.call(path)).text();
    await call();
    const times: number[] = [];
    while (times.length < ROUNDS) times.push(await timeMs(call));
    const ms = percentile(times, 0.5);
    notifyGoal({ what: name, goal: limitMs, now: ms, unit: 'ms', best: 'least' });
    console.log(
      `${name.padEnd(52)}${ms.toFixed(1).padStart(8)} ms   ${(ms / limitMs).toFixed(2)} of the limit`,
    );
  };
  console.log(`median of ${ROUNDS} calls, and its part of the limit; load average ${describeLoad()}`);
  for (const [name, days, limitMs] of [
    ['1 year', lastDays(365), LIMITS.year],
    [`${YEARS} years`, lastDays(365 * YEARS), LIMITS.years],
  ] as const) {
    await print(`sales, ${name}`, `/reports/sales?${days}`, limitMs);
    await print(
      `sales in another time zone, ${name}`,
      `/reports/sales?${days}&time_zone=Asia/Tokyo`,
      limitMs,
    );
    await print(`charts, ${name}`, `/reports/sales/charts?${days}`, limitMs);
    await print(`statements, first page, ${name}`, `/reports/statements?${days}`, limitMs);
    await print(`statements of all events, ${name}`, `/images/getPhotographersReport?${days}`, limitMs);
    const payments = `/album-payments/report?${days}&_limit=1000`;
    await print(`album payments, ${name}`, payments, limitMs);
    await print(`album payments, ${name}, 50,000 on`, `${payments}&_start=${50_000 * share}`, limitMs);
    for (const filter of ROW_FILTERS) {
      await print(`sum of rows, ${name} ${filter}`, `/lists/report-rows/count?${days}${filter}`, limitMs);
      for (const key of ['time', 'amount']) {
        const path = `/lists/report-rows?${days}${filter}&_sort=${key}:desc`;
        await print(`rows by ${key}, ${name} ${filter}`, path, limitMs);
      }
    }
  }
  for (const key of sortKeysOf(eventList)) {
    await print(`events by ${key}`, `/lists/events?_sort=${key}:desc`, LIMITS.list);
  }
  for (const key of sortKeysOf(albumList)) {
    await print(`albums by ${key}`, `/lists/albums?_sort=${key}:desc`, LIMITS.list);
  }
  for (const list of ['albums?q=comets', 'albums?q=zq', 'users', 'users?q=number%204242', 'payment-cases']) {
    await print(`list ${list}`, `/lists/${list}`, LIMITS.list);
  }
  await print('totals of an event', '/events/admin/7/totals', LIMITS.list);
  await print('badges', '/admin/queues', LIMITS.list);
  for (const text of SEARCHES) {
    await print(`search "${text}"`, `/admin/search?q=${encodeURIComponent(text)}`, LIMITS.list);
  }
} finally {
  await bench.stop();
}

// Measures the reports over HTTP against a limit. `large` seeds five million photos and 300,000 orders of five years;
// without it, 100,000 ledger entries of a year are seeded, and the rows are measured in every order.
import { loadavg } from 'node:os';
import { sql } from 'kysely';
import { findLinesOff } from '#server/modules/orders/ledger/check-lines.ts';
import { fillAlbums } from './admin-albums-seed.ts';
import {
  type BenchApp,
  FILLING_SETTINGS,
  logIn,
  measure,
  printTime,
  startBenchApp,
  timeMs,
} from './bench-app.ts';
import { fillPhotos } from './photos-seed.ts';
import { fillSales } from './reports-seed.ts';

const LIMIT_MS = 500;
const ROW_SORTS = ['time:desc', 'time:asc', 'amount:desc', 'amount:asc'];
const FILTERS = [
  '',
  '&q=number%204242',
  '&q=comets',
  '&q=a',
  '&kind=refund',
  '&pool=yes&coupon=no',
  '&event=7',
];
const SIZES = {
  usual: { albums: 6_000, events: 60, photosPerAlbum: 0, orders: 77_000, customers: 20_000, years: 1 },
  large: { albums: 50_000, events: 500, photosPerAlbum: 100, orders: 300_000, customers: 60_000, years: 5 },
};

const isLarge = process.argv.includes('large');
const size = SIZES[isLarge ? 'large' : 'usual'];
const rounds = isLarge ? 20 : 8;

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const lastDays = (days: number) => `start_date=${day(days - 1)}&end_date=${day(0)}`;

async function seed({ context }: BenchApp): Promise<void> {
  const { albums, events, photosPerAlbum, orders, customers, years } = size;
  const { db } = context;
  const seedingMs = await timeMs(async () => {
    await fillAlbums(db, { albums, events });
    if (photosPerAlbum > 0) await fillPhotos(db, { perAlbum: photosPerAlbum });
    await fillSales(db, { orders, customers, mode: context.payments.mode, years });
  });
  const { rows } = await sql<object>`
    select (select count(*) from images) as photos, (select count(*) from orders) as orders,
      (select count(*) from ledger_entries) as entries, (select count(*) from ledger_lines) as lines,
      (select count(*) from ledger_line_shares) as shares, (select count(*) from user_album_views) as views`.execute(
    db,
  );
  console.log(`seeded in ${Math.round(seedingMs / 1000)} s: ${JSON.stringify(rows[0])}`);
  const off = await findLinesOff(context, 0);
  if (off.length > 0) throw new Error(`the lines differ from the ledger: ${off.join('; ')}`);
}

const bench = await startBenchApp(FILLING_SETTINGS);
try {
  await seed(bench);
  const session = await logIn(bench, 'super');
  const call = async (path: string) => (await session.call(path)).json();
  const print = async (name: string, path: string) => {
    await call(path);
    printTime(name, (await measure(rounds, () => call(path))).p95, LIMIT_MS);
  };
  const load = loadavg().map((value) => value.toFixed(1));
  console.log(`p95 of ${rounds} calls, and its part of ${LIMIT_MS} ms; load average ${load.join(', ')}`);
  const years = lastDays(365 * size.years);
  for (const [name, days] of [
    ['30 days', lastDays(30)],
    ['1 year', lastDays(365)],
    [`${size.years} years`, years],
  ] as const) {
    await print(`sales report, ${name}`, `/reports/sales?${days}`);
    await print(`charts, ${name}`, `/reports/sales/charts?${days}`);
    await print(`photographers' statements, first page, ${name}`, `/images/getPhotographersReport?${days}`);
  }
  await print("photographers' statements, first page, all time", '/images/getPhotographersReport');
  await print('album payments, 30 days', `/album-payments/report?${lastDays(30)}`);
  for (const [name, days] of [
    ['1 year', lastDays(365)],
    [`${size.years} years`, years],
  ] as const) {
    await print(`album payments, ${name}, 1000 rows`, `/album-payments/report?${days}&_limit=1000`);
    const further = `/album-payments/report?${days}&_limit=1000&_start=50000`;
    await print(`album payments, ${name}, 1000 rows, 50,000 on`, further);
  }
  for (const filter of FILTERS) {
    const label = filter || 'no filter';
    await print(`sum of rows, ${label}`, `/lists/report-rows/count?${years}${filter}`);
    for (const sort of ROW_SORTS) {
      const path = `/lists/report-rows?${years}${filter}&_sort=${sort}`;
      await print(`rows, ${label}, ${sort}`, path);
      const { next } = (await call(`${path}&_limit=500`)) as { next: string | null };
      if (next !== null) await print(`rows, ${label}, ${sort}, 500 rows on`, `${path}&after=${next}`);
    }
  }
} finally {
  await bench.stop();
}

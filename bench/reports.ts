// Measures the report rows with 100,000 ledger entries over HTTP: the first and a deep page in every order, and the
// totals, with and without a search.
import { fillAlbums } from './admin-albums-seed.ts';
import { logIn, measure, startBenchApp } from './bench-app.ts';
import { fillSales } from './reports-seed.ts';

const ROUNDS = 8;
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

type Page = { rows: unknown[]; next: string | null };

const bench = await startBenchApp();
try {
  const { context } = bench;
  await fillAlbums(context.db, { albums: 6_000, events: 60 });
  await fillSales(context.db, { orders: 77_000, customers: 20_000, mode: context.payments.mode });
  const { count } = await context.db
    .selectFrom('ledgerEntries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const session = await logIn(bench, 'super');
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const days = `start_date=${day(366)}&end_date=${day(0)}`;
  const call = async (path: string) => (await session.call(path)).json();
  const p95 = async (path: string) => (await measure(ROUNDS, () => call(path))).p95;
  const cell = (ms: number) => `${ms.toFixed(1).padStart(8)} ms (${(ms / LIMIT_MS).toFixed(2)})`;
  console.log(`${count} entries in the ledger; p95 of ${ROUNDS} calls, and its part of ${LIMIT_MS} ms`);
  for (const filter of FILTERS) {
    const { total, amount } = (await call(`/lists/report-rows/count?${days}${filter}`)) as {
      total: number;
      amount: number;
    };
    const sum = await p95(`/lists/report-rows/count?${days}${filter}`);
    console.log(`\n${filter || 'no filter'}: ${total} rows, ${amount} cents, sum ${cell(sum)}`);
    for (const sort of ROW_SORTS) {
      const path = `/lists/report-rows?${days}${filter}&_sort=${sort}`;
      const { next } = (await call(`${path}&_limit=500`)) as Page;
      const deep = next === null ? '' : `   500 rows on ${cell(await p95(`${path}&after=${next}`))}`;
      console.log(`${sort.padEnd(10)} first page ${cell(await p95(path))}${deep}`);
    }
  }
} finally {
  await bench.stop();
}

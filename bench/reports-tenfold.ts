// Measures how much longer the reports of five years take with ten times the orders; the goal is at most 1.5 times. The
// processor time of server, client and database per call is printed beside, which other load changes less.
import { loadavg } from 'node:os';
import { fillAlbums } from './admin-albums-seed.ts';
import { ownCpu } from './bare-process.ts';
import { FILLING_SETTINGS, logIn, type Session, startBenchApp, timeMs } from './bench-app.ts';
import { tellGoal } from './goals.ts';
import { processorSeconds } from './processor-time.ts';
import { fillSales } from './reports-seed.ts';

const YEARS = 5;
const LIMIT = 1.5;
const ROUNDS = 12;
const FEWER = Number(process.argv[2] ?? 30_000);

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
const days = `start_date=${day(365 * YEARS - 1)}&end_date=${day(0)}`;
const STATEMENTS = `/reports/statements?${days}`;
const CALLS = {
  'sales report': `/reports/sales?${days}`,
  charts: `/reports/sales/charts?${days}`,
  'statements, first page': STATEMENTS,
};

type Measured = { ms: number; cpuMs: number };

async function readAllStatements({ call }: Session): Promise<void> {
  let next: number | null | undefined;
  while (next !== null) {
    const page = await call(next === undefined ? STATEMENTS : `${STATEMENTS}&before=${next}`);
    ({ next } = (await page.json()) as { next: number | null });
  }
}

/** The shortest of several calls is disturbed least by what else the machine does. */
async function measureShop(orders: number): Promise<Map<string, Measured>> {
  const bench = await startBenchApp(FILLING_SETTINGS);
  try {
    const { db, payments } = bench.context;
    await fillAlbums(db, { albums: Math.ceil(orders / 6), events: Math.ceil(orders / 600) });
    await fillSales(db, { orders, customers: Math.ceil(orders / 5), mode: payments.mode, years: YEARS });
    const session = await logIn(bench, 'super');
    const cpuMs = () => ownCpu() / 1000 + processorSeconds(bench.databasePid) * 1000;
    const shortest = new Map<string, Measured>();
    for (const [name, path] of Object.entries(CALLS)) {
      const read = async () => (await session.call(path)).json();
      await read();
      const times: number[] = [];
      const before = cpuMs();
      for (let round = 0; round < ROUNDS; round += 1) times.push(await timeMs(read));
      shortest.set(name, { ms: Math.min(...times), cpuMs: (cpuMs() - before) / ROUNDS });
    }
    const all = await timeMs(() => readAllStatements(session));
    console.log(`all pages of the statements at ${orders} orders, once: ${all.toFixed(0)} ms`);
    return shortest;
  } finally {
    await bench.stop();
  }
}

const [few, many] = [await measureShop(FEWER), await measureShop(FEWER * 10)];
console.log(`shortest of ${ROUNDS} calls; load average ${loadavg()[0]?.toFixed(1)}`);
for (const [name, { ms, cpuMs }] of few) {
  const tenfold = many.get(name) ?? { ms: 0, cpuMs: 0 };
  const ratio = tenfold.ms / ms;
  const processor = `processor ${cpuMs.toFixed(0)} and ${tenfold.cpuMs.toFixed(0)} ms, ${(tenfold.cpuMs / cpuMs).toFixed(2)} times`;
  tellGoal({ what: `${name}, ten times the orders`, goal: LIMIT, now: ratio, unit: '', best: 'least' });
  console.log(
    `${name.padEnd(24)}${ms.toFixed(1).padStart(8)} ms at ${FEWER} orders, ${tenfold.ms.toFixed(1)} ms at ${FEWER * 10}: ${ratio.toFixed(2)} times (goal ${LIMIT}); ${processor}`,
  );
}

// Measures the staff list with 37,500 albums, or with 300,000 if `large` is given: every sort and filter over HTTP, then the
// page in a browser.
import { sql } from 'kysely';
import { albumList } from '#contract/lists/albums.ts';
import { sortKeysOf } from '#contract/lists/list.ts';
import {
  dragToEnd,
  type Frames,
  newVisitor,
  openBrowser,
  scrollByWheel,
  timeFirstRows,
  timeJump,
  workerReady,
} from './admin-albums-browser.ts';
import { fillAlbums } from './admin-albums-seed.ts';
import { formatRatio, logIn, measure, percentile, printTime, startBenchApp, timeMs } from './bench-app.ts';

const ALBUMS = process.argv.includes('large') ? 300_000 : 37_500;
const EVENTS = ALBUMS / 100;
const ROUNDS = 4;
const LIMITS = { firstPageMs: 100, deepPageMs: 300, firstRowsMs: 1_000, frameMs: 33.4, jumpMs: 500 };

async function measureCalls(call: (path: string) => Promise<unknown>): Promise<void> {
  const p95 = async (path: string) => {
    await call(path);
    return (await measure(ROUNDS, () => call(path))).p95;
  };
  const filters = [
    '',
    ...Object.keys(albumList.filters.state.options).map((state) => `&state=${state}`),
    '&q=comets',
    '&q=a',
    '&event=7',
  ];
  console.log('\nworst p95 over every filter     first page            page at the end');
  for (const key of sortKeysOf(albumList)) {
    for (const way of ['asc', 'desc']) {
      const [first, deep]: [number[], number[]] = [[], []];
      for (const filter of filters) {
        const path = `/lists/albums?_sort=${key}:${way}&_limit=100${filter}`;
        const { total } = (await call(`/lists/albums/count?${filter.slice(1)}`)) as { total: number };
        first.push(await p95(path));
        deep.push(await p95(`${path}&_start=${Math.max(0, total - 100)}`));
      }
      const [worst, worstDeep] = [Math.max(...first), Math.max(...deep)];
      const cells = [
        `${worst.toFixed(1).padStart(6)} ms (${(worst / LIMITS.firstPageMs).toFixed(2)})`,
        `${worstDeep.toFixed(1).padStart(6)} ms (${(worstDeep / LIMITS.deepPageMs).toFixed(2)})`,
      ];
      console.log(`${`${key}:${way}`.padEnd(28)}${cells.map((cell) => cell.padEnd(22)).join('')}`);
    }
  }
  for (const filter of filters)
    printTime(`count ${filter}`, await p95(`/lists/albums/count?${filter.slice(1)}`), 100);
  printTime('the whole list up to 37,500 rows', await p95('/albums/admin'), 3_000);
}

function printFrames(name: string, frames: Frames): void {
  const { p50, p95, over33, busyMsPerFrame } = frames;
  console.log(
    `${name.padEnd(28)} frames ${frames.frames}, p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (${formatRatio(p95, LIMITS.frameMs)}), over 33 ms ${over33}, main thread ${busyMsPerFrame.toFixed(1)} ms a frame`,
  );
}

async function measurePage(address: string, token: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const [cold, warm]: [number[], number[]] = [[], []];
    for (let round = 0; round < 5; round++) {
      const visitor = await newVisitor(browser, address, token);
      const page = await visitor.newPage();
      cold.push(await timeFirstRows(page, '/admin/albums'));
      await workerReady(page);
      warm.push(await timeFirstRows(page, '/admin/albums'));
      await visitor.close();
    }
    console.log('\nin the browser');
    for (const [name, times] of [
      ['nothing cached', cold],
      ['files cached', warm],
    ] as const) {
      printTime(`first rows, ${name}, middle of 5`, percentile(times, 0.5), LIMITS.firstRowsMs);
      printTime(`first rows, ${name}, worst of 5`, Math.max(...times), LIMITS.firstRowsMs);
    }
    const visitor = await newVisitor(browser, address, token);
    const page = await visitor.newPage();
    await timeFirstRows(page, '/admin/albums');
    printFrames('scrolling by wheel', await scrollByWheel(page, 240));
    printFrames('dragging to the end', await dragToEnd(page, 180));
    const jumps: number[] = [];
    for (const share of [0.5, 0.1, 0.73, 0.31, 0.92]) jumps.push(await timeJump(page, share));
    printTime('rows after a jump, worst of 5', Math.max(...jumps), LIMITS.jumpMs);
    for (const key of [
      'name',
      'event',
      'images_count',
      'sold',
      'revenue',
      'published_at',
      'performance_order',
    ]) {
      const sorted = await timeFirstRows(page, `/admin/albums?sort=${key}:asc`);
      printTime(`first rows by ${key}`, sorted, LIMITS.firstRowsMs);
    }
    await visitor.close();
  } finally {
    await browser.close();
  }
}

const bench = await startBenchApp();
try {
  const filled = await timeMs(() => fillAlbums(bench.context.db, { albums: ALBUMS, events: EVENTS }));
  // Most albums have sold something, and many the same number.
  await sql`update kept_albums set sold = album_id % 61, cents = album_id % 61 * 1995`.execute(
    bench.context.db,
  );
  await sql`vacuum analyze kept_albums`.execute(bench.context.db);
  console.log(`filled ${ALBUMS} albums of ${EVENTS} events in ${Math.round(filled)} ms`);
  const { call, token } = await logIn(bench, 'super');
  if (!process.argv.includes('--page')) await measureCalls(async (path) => (await call(path)).json());
  await measurePage(bench.address, token);
} finally {
  await bench.stop();
}

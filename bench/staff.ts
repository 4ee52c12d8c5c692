// Measures what staff read all day over HTTP, at 10,000 events: the list of events in every order, the pages of the older
// calls, the search of the palette and the badges.

import { eventList } from '#contract/lists/events.ts';
import { sortKeysOf } from '#contract/lists/list.ts';
import { fillAlbums } from './admin-albums-seed.ts';
import { FILLING_SETTINGS, logIn, measure, printTime, startBenchApp, timeMs } from './bench-app.ts';
import { fillSales } from './reports-seed.ts';

const SIZE = { albums: 50_000, events: 10_000, orders: 40_000, customers: 20_000 };
const ROUNDS = 20;
const LIMITS = { list: 250, search: 100 };
const SEARCHES = ['comets', 'star athletics 42', 'number 4242', 'nationals 77', 'xyzzy', '#777', 'te'];

const bench = await startBenchApp(FILLING_SETTINGS);
try {
  const { db, payments } = bench.context;
  const filled = await timeMs(async () => {
    await fillAlbums(db, SIZE);
    await fillSales(db, { ...SIZE, mode: payments.mode });
  });
  console.log(`filled ${JSON.stringify(SIZE)} in ${Math.round(filled / 1000)} s; p95 of ${ROUNDS} calls`);
  const { call } = await logIn(bench, 'super');
  const print = async (name: string, path: string, limitMs: number) => {
    const read = async () => (await call(path)).text();
    const kilobytes = Math.round((await read()).length / 1024);
    printTime(`${name}, ${kilobytes} KB`, (await measure(ROUNDS, read)).p95, limitMs);
  };
  for (const key of sortKeysOf(eventList)) {
    for (const way of ['asc', 'desc']) {
      await print(`events by ${key}:${way}`, `/lists/events?_sort=${key}:${way}`, LIMITS.list);
    }
  }
  await print('events that run', '/lists/events?state=running', LIMITS.list);
  await print('count of events that are over', '/lists/events/count?state=over', LIMITS.list);
  await print('albums', '/lists/albums', LIMITS.list);
  await print('GET /events/admin', '/events/admin', LIMITS.list);
  await print('GET /albums/admin, 500 albums', '/albums/admin?_limit=500', LIMITS.list);
  await print('figures of an event', '/events/admin/7/figures', LIMITS.list);
  await print('badges', '/admin/queues', LIMITS.list);
  for (const text of SEARCHES) {
    await print(`search "${text}"`, `/admin/search?q=${encodeURIComponent(text)}`, LIMITS.search);
  }
} finally {
  await bench.stop();
}

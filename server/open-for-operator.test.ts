import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { buildBuyer, buildViewedAlbum, payForAlbum, startPayingApp } from '#server/testing/paying-app.ts';
import { whyNotReady } from './modules/operations/readiness.ts';
import { openForOperator } from './open-for-operator.ts';
import { createDrain } from './platform/operations/drain.ts';
import type { OperatorPort } from './platform/operations/operator-port.ts';
import { defineJob, onJob } from './platform/queue/queue.ts';

const app = await startPayingApp();
let operator: OperatorPort;

beforeAll(async () => {
  const config = { ...app.context.config, operatorPort: { host: '127.0.0.1', port: 0 } };
  const opened = await openForOperator({ ...app.context, config });
  if (!opened) throw new Error('the port is closed');
  operator = opened;
});
afterAll(() => operator.stop());

const ask = (path: string, method = 'GET') => fetch(operator.address + path, { method });
const readTotals = async () => (await ask('/metrics')).text();

test('nothing is opened unless the operator asks for it', async () => {
  expect(await openForOperator(app.context)).toBeUndefined();
});

test('the totals count requests by route and status, payments, jobs, waiting jobs and connections', async () => {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  expect(await payForAlbum(app, buyer, album.id)).toMatchObject({ status: 200 });
  await app.call(catalogueEndpoints.getAlbum, { token: buyer.token, params: { id: 2_000_000_000 } });
  const { queue, db } = app.context;
  const waiting = defineJob({ name: 'test.nobody-works', payload: z.object({}) });
  await queue.prepare([onJob(waiting, async () => undefined)]);
  await queue.enqueue(db, waiting, {});
  await sql`update pgboss.job set start_after = now() - interval '1 day' where name = ${waiting.name}`.execute(
    db,
  );
  const totals = await readTotals();
  expect(totals).toMatch(
    /encore_http_request_seconds_count\{method="GET",route="\/api\/albums\/:id",status="404"\} [1-9]/,
  );
  expect(totals).toMatch(/encore_payments_total\{state="succeeded"\} [1-9]/);
  expect(totals).toMatch(/encore_queue_waiting\{job="test.nobody-works"\} 1\n/);
  expect(totals).toMatch(/encore_queue_oldest_seconds\{job="test.nobody-works"\} 864\d\d/);
  expect(totals).toMatch(/encore_database_connections\{pool="main",state="total"\} [1-9]/);
  expect(totals).toMatch(/encore_disk_free_bytes [1-9]/);
  expect(totals).toMatch(/encore_disk_size_bytes [1-9]/);
  expect(totals).toMatch(/encore_dead_letters \d/);
  expect(totals).toMatch(/encore_process_resident_memory_bytes \d/);
});

test('probes tell whether the process lives and whether it can serve', async () => {
  expect((await ask('/livez')).status).toBe(200);
  expect((await ask('/readyz')).status).toBe(200);
  expect((await ask('/readyz/uploads')).status).toBe(200);
  expect((await ask('/other')).status).toBe(404);
  expect((await ask('/metrics', 'POST')).status).toBe(405);
});

test('in production a process without the built site is not ready, unless it is a worker', async () => {
  const { context } = app;
  const inRole = (role: 'all' | 'api' | 'worker', production: boolean) =>
    whyNotReady({ ...context, config: { ...context.config, role, production } }, () => false);
  for (const role of ['all', 'api'] as const) {
    expect(await inRole(role, true)).toBe('the site is not built: dist/web/index.html is missing');
    expect(await inRole(role, false)).toBeUndefined();
  }
  expect(await inRole('worker', true)).toBeUndefined();
});

test('a process that drains is alive but not ready', async () => {
  const config = { ...app.context.config, operatorPort: { host: '127.0.0.1', port: 0 } };
  const drain = createDrain(60);
  const draining = await openForOperator({ ...app.context, config, drain });
  const ended = drain.begin();
  expect((await fetch(`${draining?.address}/livez`)).status).toBe(200);
  const answer = await fetch(`${draining?.address}/readyz`);
  expect({ status: answer.status, text: await answer.text() }).toEqual({
    status: 503,
    text: 'not ready: the process is stopping\n',
  });
  drain.hurry();
  await ended;
  await draining?.stop();
});

test('connections are named by role, process and use', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'encore%'`.execute(app.context.db);
  const names = rows.map(({ name }) => name);
  expect(names).toContain(`encore-all ${process.pid}`);
  expect(names).toContain(`encore-all ${process.pid} queue`);
});

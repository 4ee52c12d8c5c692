import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import { buildApp } from '#server/app.ts';
import { type Context, closeContext, createContext } from '#server/context.ts';
import { logJobFailures } from '#server/platform/queue/log-job-failures.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { createLog } from './log.ts';
import { isTraced, startTelemetry, type Telemetry } from './telemetry.ts';

const testApp = startTestApp();

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  attributes: Attribute[];
  status?: { code?: number; message?: string };
};

const spans: SentSpan[] = [];
/** Takes what the OTLP exporter sends as JSON to `/v1/traces`. */
const collector = createServer(async (request, response) => {
  const body = JSON.parse(await text(request));
  if (request.url === '/v1/traces') {
    for (const { scopeSpans } of body.resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});

let tracing: Telemetry;
let context: Context;
let app: Awaited<ReturnType<typeof buildApp>>;
let address: string;

beforeAll(async () => {
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const { port } = collector.address() as { port: number };
  tracing = await startTelemetry({ endpoint: `http://127.0.0.1:${port}/`, version: '1', role: 'api' });
  context = await createContext(testApp.context.config, testApp.url, createLog('silent'));
  app = await buildApp(context);
  address = await app.listen({ host: '127.0.0.1', port: 0 });
});

afterAll(async () => {
  await app.close();
  await closeContext(context);
  await tracing.stop();
  collector.close();
});

const attributesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

test('requests continue the trace of their caller, and hold their statements; jobs have traces of their own', async () => {
  const caller = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
  const headers = { traceparent: `00-${caller.traceId}-${caller.spanId}-01` };
  const answer = await fetch(`${address}/api${siteEndpoints.getSite.path}`, { headers });
  expect(answer.status).toBe(200);
  await answer.text();
  const requestId = answer.headers.get('x-request-id');
  await fetch(`${address}/api/albums/secret-in-the-address`);
  await fetch(`${address}/api/health`, {
    headers: { traceparent: `00-${'c'.repeat(32)}-${caller.spanId}-00` },
  });
  const failing = logJobFailures(
    createLog('silent'),
    onJob(defineJob({ name: 'test.fails', payload: z.object({}) }), async () => {
      await context.db.selectFrom('users').select('id').where('email', '=', 'someone@example.test').execute();
      throw new TypeError('about someone@example.test');
    }),
  );
  const run = { id: 'x', signal: new AbortController().signal };
  await expect(failing.handler({}, run)).rejects.toThrow(TypeError);
  expect(isTraced()).toBe(true);
  await tracing.stop();
  expect(isTraced()).toBe(false);

  const request = spans.find(({ name }) => name === 'GET /api/site');
  expect(request).toMatchObject({ traceId: caller.traceId, parentSpanId: caller.spanId });
  expect(attributesOf(request as SentSpan)).toMatchObject({
    'http.request.method': 'GET',
    'http.route': '/api/site',
    'http.response.status_code': 200,
    'request.id': requestId,
  });
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(statements.length).toBeGreaterThan(0);
  expect(attributesOf(statements[0] as SentSpan)['db.query.text']).toMatch(/^select /);
  for (const { name } of statements) expect(name).toMatch(/^[a-z]+ [a-z_]+$/);

  const job = spans.find(({ name }) => name === 'job test.fails');
  expect(job?.status).toMatchObject({ code: 2, message: 'TypeError' });
  expect(job?.traceId).not.toBe(caller.traceId);
  expect(spans.filter(({ parentSpanId }) => parentSpanId === job?.spanId)).toHaveLength(1);

  expect(spans.filter(({ traceId }) => traceId === 'c'.repeat(32))).toEqual([]);
  expect(JSON.stringify(spans)).not.toMatch(/secret-in-the-address|someone@example\.test/);
});

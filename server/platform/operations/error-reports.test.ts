import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { answerErrors } from '#server/platform/http/answer-errors.ts';
import { createLogController } from '#server/platform/http/create-http.ts';
import { logJobFailures } from '#server/platform/queue/log-job-failures.ts';
import { defineJob, onJob } from '#server/platform/queue/queue.ts';
import { eventually } from '#server/testing/factories.ts';
import { createErrorReports, createLog } from './log.ts';

type Received = { path: string; event: Record<string, unknown>; text: string };
const received: Received[] = [];
let receiver: Server;
let dsn = '';

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      received.push({ path: request.url ?? '', event: JSON.parse(text.split('\n')[2] ?? '{}'), text });
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  dsn = `http://abc123@127.0.0.1:${(receiver.address() as AddressInfo).port}/7`;
});

afterAll(() => new Promise((resolve) => receiver.close(resolve)));

const reportingLog = () => createLog('error', createErrorReports(dsn, '1.2.3'));

const nextReport = (matching: RegExp) =>
  eventually(async () => received.find(({ text }) => matching.test(text)), `a report of ${matching}`);

test('an unexpected error is reported with its route, request id and account id', async () => {
  const app = fastify({
    loggerInstance: reportingLog() as FastifyBaseLogger,
    logController: createLogController(),
  });
  app.decorateRequest('actor', undefined);
  answerErrors(app);
  app.get('/albums/:id', (request) => {
    request.actor = { userId: 7, role: 'authenticated', sessionId: 's', isVerified: true };
    throw new Error('lost the album of riley@example.test');
  });
  const answer = await app.inject('/albums/12?auth=secret-token');
  await app.close();
  expect(answer.statusCode).toBe(500);
  const { path, event, text } = await nextReport(/lost the album/);
  expect(path).toBe('/api/7/envelope/?sentry_version=7&sentry_key=abc123');
  expect(event).toMatchObject({
    platform: 'node',
    release: 'encore@1.2.3',
    user: { id: '7' },
    tags: { route: '/albums/:id', request_id: answer.json().error.request_id },
  });
  expect(text).not.toMatch(/riley|secret-token/);
});

test('a failed job is reported by its name, and still fails', async () => {
  const definition = defineJob({ name: 'test.break', payload: z.object({}) });
  const job = logJobFailures(
    reportingLog(),
    onJob(definition, async () => {
      throw new Error('the storage is full');
    }),
  );
  const run = { id: '1', signal: new AbortController().signal };
  await expect(job.handler({}, run)).rejects.toThrow('the storage is full');
  expect((await nextReport(/storage is full/)).event).toMatchObject({ tags: { job: 'test.break' } });
});

test('warnings, expected errors and lines without an error are not reported', async () => {
  const before = received.length;
  const log = reportingLog();
  log.warn({ err: new Error('only a warning') }, 'x');
  log.error('a line');
  log.error({ err: new Error('last one') }, 'x');
  await nextReport(/last one/);
  expect(received.length).toBe(before + 1);
});

test('at most thirty reports are sent per minute', async () => {
  const before = received.length;
  const report = createErrorReports(dsn, '1.2.3');
  for (let i = 0; i < 90; i++) report?.({ error: new Error(`flood ${i}`) });
  const floodOf = () => received.slice(before).filter(({ text }) => text.includes('flood'));
  await eventually(async () => floodOf().length >= 30 || undefined, 'thirty reports');
  createErrorReports(dsn, '1.2.3')?.({ error: new Error('after it') });
  await nextReport(/after it/);
  // A new minute may begin during the test.
  expect(floodOf().length).toBeLessThanOrEqual(60);
});

test('without a DSN nothing is reported', () => {
  expect(createErrorReports(undefined, '1.2.3')).toBeUndefined();
});

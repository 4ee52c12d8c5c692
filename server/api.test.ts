import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { operationEndpoints } from '#contract/endpoints/operations.ts';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import { startApi } from './api.ts';
import { readConfig } from './platform/config/config.ts';
import { createLog } from './platform/operations/log.ts';
import { defineJob, onJob } from './platform/queue/queue.ts';
import { startTestApp } from './testing/test-app.ts';

const testApp = startTestApp();

/** The server has the headers once it asks for the body, so the request is under way before its body is sent. */
async function beginCall(address: string) {
  const call = request(`${address}/api/auth/local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', expect: '100-continue' },
  });
  const answered = once(call, 'response') as Promise<[IncomingMessage]>;
  call.flushHeaders();
  await once(call, 'continue');
  return async () => {
    call.end('{}');
    const [answer] = await answered;
    return answer.statusCode;
  };
}

function startOne(environment: Record<string, string>) {
  const config = readConfig({
    ...{ NODE_ENV: 'test', SEED: 'none', FACES: 'off', LOG_LEVEL: 'silent', ROLE: 'api' },
    ...{ PORT: '0', SANDBOX_PORT: '0' },
    DATABASE_URL: testApp.url,
    DATA_DIR: testApp.context.config.dataDir,
    ...environment,
  });
  return startApi(config, createLog('silent'));
}

test('a stopping process answers until load balancers have noticed, and finishes what has begun', async () => {
  const running = await startOne({ DRAIN_SECONDS: '60' });
  const ask = (path: string) => fetch(`${running.address}/api${path}`);
  expect((await ask(operationEndpoints.health.path)).status).toBe(200);
  const finishCall = await beginCall(running.address);

  const stopped = running.stop();
  expect((await ask(operationEndpoints.health.path)).status).toBe(503);
  const answer = await ask(siteEndpoints.getSite.path);
  expect({ status: answer.status, connection: answer.headers.get('connection') }).toEqual({
    status: 200,
    connection: 'close',
  });
  running.context.drain.hurry();
  await expect.poll(() => ask(siteEndpoints.getSite.path).catch(() => 'refused')).toBe('refused');
  expect(await finishCall()).toBe(400);
  await stopped;
});

test('a job that is running when its process stops still reaches the card sandbox', async () => {
  const running = await startOne({ DRAIN_SECONDS: '0' });
  const { context } = running;
  const [begun, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const definition = defineJob({ name: 'test.ask-provider', payload: z.object({}) });
  let customerId = '';
  const job = onJob(definition, async () => {
    begun.resolve();
    await closed.promise;
    customerId = await context.payments.createCustomer({
      ...{ key: 'stopping', email: 'stopping@example.test', name: 'Stopping' },
    });
  });
  await context.queue.prepare([job]);
  await context.queue.startWorkers([job]);
  await context.queue.enqueue(context.db, definition, {});
  await begun.promise;

  const stopped = running.stop();
  await expect.poll(() => fetch(running.address).catch(() => 'refused')).toBe('refused');
  // The parts that end after the site have the time to do so.
  await sleep(300);
  closed.resolve();
  await stopped;
  expect(customerId).toMatch(/^cus_/);
});

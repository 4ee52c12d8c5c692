import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Clock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import type { Log } from '#server/platform/log.ts';
import { forgetOldAnswers } from './answer-once.ts';
import { serveBrowserPaths } from './browser-paths.ts';
import { type Courier, createCourier, type Webhook } from './courier.ts';
import { runDueTasks } from './due-tasks.ts';
import { SandboxError } from './errors.ts';
import { createFaults, type Faults } from './faults.ts';
import { browserOperations, serverOperations } from './routes.ts';
import { sendError, serveOperations } from './serve-operations.ts';
import { serveThreeDSecure } from './three-d-secure.ts';
import { createWebhookFaults, type WebhookFaults } from './webhook-faults.ts';
import type { World } from './world.ts';

const TASKS_POLL_MS = 1000;
const FORGET_MS = 3600_000;
const DAY_MS = 24 * 3600_000;

export type SandboxOptions = {
  db: Database;
  clock: Clock;
  log: Log;
  webhook: Webhook;
  port?: number;
  /** Where browsers reach the mounted paths, e.g. `https://shop.example/sandbox`; else the sandbox itself. */
  browserUrl?: string;
};

/** The payment provider in a box: `new Stripe('sk_test_…', { host, port, protocol: 'http' })` talks to it. */
export type Sandbox = {
  url: string;
  host: string;
  port: number;
  faults: Pick<Faults, 'next' | 'clear'>;
  webhooks: Pick<WebhookFaults, 'next' | 'reverse' | 'clear'> &
    Pick<Courier, 'pause' | 'resume' | 'deliverNow'>;
  /** Moves the sandbox's own time on from the clock's and lets everything due by then happen. */
  advance(days: number): Promise<void>;
  /** After the shared clock was moved: lets everything due happen now. */
  settle(): Promise<void>;
  /** See `mountSandboxBrowserPaths`. */
  serveBrowserPaths(scope: FastifyInstance): void;
  stop(): Promise<void>;
};

export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  let offsetMs = 0;
  const faults = createFaults();
  const webhookFaults = createWebhookFaults();
  const world: World = {
    db: options.db,
    log: options.log,
    clock: { now: () => new Date(options.clock.now().getTime() + offsetMs) },
    faults,
    browserUrl: options.browserUrl ?? '',
    wakeCourier: () => courier.wake(),
  };
  const courier = createCourier(world, options.webhook, webhookFaults);
  const app = buildApp(world);
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const { port } = app.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  world.browserUrl ||= url;
  const stopTimers = keepTime(world);

  return {
    url,
    host: '127.0.0.1',
    port,
    faults,
    webhooks: {
      next: webhookFaults.next,
      reverse: webhookFaults.reverse,
      clear: webhookFaults.clear,
      pause: courier.pause,
      resume: courier.resume,
      deliverNow: courier.deliverNow,
    },
    async advance(days) {
      offsetMs += days * DAY_MS;
      await runDueTasks(world);
      courier.wake();
    },
    async settle() {
      await runDueTasks(world);
      courier.wake();
    },
    serveBrowserPaths: (scope) => serveBrowserPaths(scope, world),
    async stop() {
      await stopTimers();
      await courier.stop();
      await app.close();
    },
  };
}

function buildApp(world: World): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 300 } });
  serveOperations(app, world, { server: serverOperations, browser: browserOperations });
  serveThreeDSecure(app, world);
  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url.split('?', 1)[0]}). The sandbox does not know this call.`;
    const error = new SandboxError(404, { type: 'invalid_request_error', message });
    return sendError(world, error, request, reply);
  });
  return app;
}

/** Holds expire and refunds fail while nobody asks. */
function keepTime(world: World): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = (work: () => Promise<void>) => {
    running = running.then(work).catch((error) => {
      world.log.error({ err: error }, 'sandbox time-keeping failed');
    });
  };
  const tasks = setInterval(() => run(() => runDueTasks(world)), TASKS_POLL_MS);
  const forgetting = setInterval(() => run(() => forgetOldAnswers(world)), FORGET_MS);
  tasks.unref();
  forgetting.unref();
  return async () => {
    clearInterval(tasks);
    clearInterval(forgetting);
    await running;
  };
}

/** Mounts what browsers need under the shop's own origin, and nothing else, at `/sandbox`. */
export async function mountSandboxBrowserPaths(app: FastifyInstance, sandbox: Sandbox): Promise<void> {
  await app.register(async (scope) => sandbox.serveBrowserPaths(scope), { prefix: '/sandbox' });
}

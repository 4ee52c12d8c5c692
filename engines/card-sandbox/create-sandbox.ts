import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { forgetOldAnswers } from './answer-once.ts';
import { type Operation, SandboxError } from './call.ts';
import { balanceTransactionOperations, chargeOperations } from './charges.ts';
import { browserTokenOperations, confirmationTokenOperations } from './confirmation-tokens.ts';
import { connectOperations } from './connect.ts';
import { type Courier, createCourier, type Webhook } from './courier.ts';
import type { Clock, Database, Log } from './database.ts';
import { disputeOperations } from './disputes.ts';
import { runDueTasks } from './due-tasks.ts';
import { eventOperations } from './events.ts';
import { createFaults, type Fault, type FaultQueue, type WebhookFault } from './faults.ts';
import { browserPaymentOperations, paymentIntentOperations } from './payment-intents.ts';
import { browserMethodOperations, customerOperations, paymentMethodOperations } from './payment-methods.ts';
import { payoutOperations } from './payouts.ts';
import { failRefund, refundOperations } from './refunds.ts';
import { inTransaction, type SandboxContext } from './sandbox-context.ts';
import { serveOnboarding } from './serve-onboarding.ts';
import { sendError, serveOperations } from './serve-operations.ts';
import { browserSetupOperations, setupIntentOperations } from './setup-intents.ts';
import { taxOperations } from './tax.ts';
import { serveThreeDSecure } from './three-d-secure.ts';

const TASKS_POLL_MS = 1000;
const FORGET_MS = 3600_000;

const SERVER_OPERATIONS: Operation[] = [
  ...customerOperations,
  ...paymentMethodOperations,
  ...paymentIntentOperations,
  ...confirmationTokenOperations,
  ...setupIntentOperations,
  ...chargeOperations,
  ...refundOperations,
  ...disputeOperations,
  ...balanceTransactionOperations,
  ...payoutOperations,
  ...connectOperations,
  ...eventOperations,
  ...taxOperations,
];

export type SandboxOptions = {
  db: Database;
  clock: Clock;
  log: Log;
  webhook: Webhook;
  port?: number;
  /** Browsers reach the mounted paths here, e.g. `https://shop.example/sandbox`. */
  browserUrl?: string;
  /** With `false`, due tasks run and events leave only on demand. */
  isPolling?: boolean;
};

/** `new Stripe('sk_test_…', { host, port, protocol: 'http' })` connects the official SDK to it. */
export type Sandbox = {
  host: string;
  port: number;
  faults: Pick<FaultQueue<Fault>, 'next' | 'untilCleared' | 'clear'>;
  webhooks: Pick<FaultQueue<WebhookFault>, 'next'> &
    Pick<Courier, 'pause' | 'resume' | 'reverse' | 'deliverNow' | 'deliverDue'> & { clear(): void };
  /** Runs all due tasks now; tests call it after they move the clock. */
  settle(): Promise<void>;
  /** The buyer's bank returns a refund, whatever card it went to. */
  returnRefund(refundId: string): Promise<void>;
  /** Serves what a browser needs at `/sandbox`, below the shop's own origin. */
  mountBrowserPaths(app: FastifyInstance): Promise<void>;
  stop(): Promise<void>;
};

export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const faults = createFaults<Fault>();
  const webhookFaults = createFaults<WebhookFault>();
  const context: SandboxContext = {
    db: options.db,
    log: options.log,
    clock: options.clock,
    faults,
    browserUrl: options.browserUrl ?? '',
    wakeCourier: () => courier.wake(),
  };
  const courier = createCourier(context, options.webhook, webhookFaults);
  const app = buildApp(context);
  await app.listen({ host: '127.0.0.1', port: options.port ?? 0 });
  const { port } = app.server.address() as AddressInfo;
  context.browserUrl ||= `http://127.0.0.1:${port}`;
  const isPolling = options.isPolling ?? true;
  const stopTimers = isPolling ? startTimers(context) : async () => undefined;
  if (!isPolling) courier.pause();

  return {
    host: '127.0.0.1',
    port,
    faults,
    webhooks: {
      ...courier,
      next: webhookFaults.next,
      clear() {
        webhookFaults.clear();
        courier.reverse(false);
      },
    },
    async settle() {
      await runDueTasks(context);
      courier.wake();
    },
    async returnRefund(refundId) {
      await inTransaction(context, {}, (call) => failRefund(call, refundId));
      courier.wake();
    },
    async mountBrowserPaths(site) {
      await site.register(
        async (scope) => {
          serveOperations(scope, context, 'browser', [
            ...browserMethodOperations,
            ...browserPaymentOperations,
            ...browserTokenOperations,
            ...browserSetupOperations,
          ]);
          serveThreeDSecure(scope, context);
          serveOnboarding(scope, context);
        },
        { prefix: '/sandbox' },
      );
    },
    async stop() {
      await stopTimers();
      await courier.stop();
      await app.close();
    },
  };
}

function buildApp(context: SandboxContext): FastifyInstance {
  const app = Fastify({ forceCloseConnections: true, routerOptions: { maxParamLength: 300 } });
  serveOperations(app, context, 'server', SERVER_OPERATIONS);
  serveThreeDSecure(app, context);
  serveOnboarding(app, context);
  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url.split('?', 1)[0]}). The sandbox does not know this call.`;
    const error = new SandboxError(404, { type: 'invalid_request_error', message });
    return sendError(context, error, request, reply);
  });
  return app;
}

function startTimers(context: SandboxContext): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const run = (work: () => Promise<void>) => {
    running = running.then(work).catch((error) => {
      context.log.error({ err: error }, 'sandbox timer failed');
    });
  };
  const tasks = setInterval(() => run(() => runDueTasks(context)), TASKS_POLL_MS);
  const forgetting = setInterval(() => run(() => forgetOldAnswers(context)), FORGET_MS);
  tasks.unref();
  forgetting.unref();
  return async () => {
    clearInterval(tasks);
    clearInterval(forgetting);
    await running;
  };
}

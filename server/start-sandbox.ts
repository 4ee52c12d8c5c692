import type { FastifyInstance } from 'fastify';
import { createSandbox } from '#engines/card-sandbox/create-sandbox.ts';
import type { Context } from './context.ts';
import { hasLivePayments } from './modules/orders/payment-attempts.ts';
import { ConfigError } from './platform/config/environment.ts';
import { createPayments, SANDBOX_KEYS } from './platform/payments/payments.ts';

export type PaymentProvider = {
  /** The context whose payments go to the provider. */
  context: Context;
  mount(app: FastifyInstance): Promise<void>;
  /** Our own address for webhooks, known once we listen. */
  notifyAddress(address: string): void;
  stop(): Promise<void>;
};

const OUTSIDE = { mount: async () => undefined, notifyAddress: () => undefined, stop: async () => undefined };

/**
 * Without keys the bundled sandbox is the payment provider. Its state is in the database, so every process has one of its
 * own on a free port. Those of workers only answer calls, because just the others know where webhooks go.
 */
export async function startSandbox(context: Context): Promise<PaymentProvider> {
  const { config, db, clock, log } = context;
  const { payments } = config;
  if (payments.kind !== 'sandbox') return { context, ...OUTSIDE };
  if (await hasLivePayments(db)) {
    throw new ConfigError('STRIPE_SECRET_KEY: is needed, real payments were taken with this database');
  }
  const isWorker = config.role === 'worker';
  const port = isWorker ? 0 : payments.port;
  const webhook = { url: '', secret: SANDBOX_KEYS.webhookSecret };
  const browserUrl = config.port === 0 ? {} : { browserUrl: `${config.publicUrl}/sandbox` };
  const sandbox = await createSandbox({
    ...{ db, clock, log, webhook, ...browserUrl },
    port,
    isPolling: !isWorker,
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new ConfigError(`SANDBOX_PORT: ${port} is in use by another program`);
  });
  return {
    context: { ...context, payments: createPayments(payments, sandbox.port) },
    mount: (app) => sandbox.mountBrowserPaths(app),
    notifyAddress(address) {
      webhook.url = `${address}/api/webhooks/stripe`;
    },
    stop: () => sandbox.stop(),
  };
}

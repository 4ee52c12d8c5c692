import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, beforeAll, inject } from 'vitest';
import { createSandbox, type Sandbox } from '#engines/card-sandbox/create-sandbox.ts';
import { connectDatabase, type Database } from '#server/platform/database/database.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { cloneTemplate, databaseUrl, runOnServer } from './postgres-for-tests.ts';
import { retrySoonAfterFaults } from './retry-soon.ts';

export const WEBHOOK_SECRET = 'whsec_test_secret';

/** Records what the shop's webhook endpoint would receive; `answers` are its next statuses (otherwise 200). */
type TestEndpoint = {
  url: string;
  received: { event: Stripe.Event; signature: string; body: string }[];
  answers: number[];
  types(): string[];
  stop(): Promise<void>;
};

export type TestSandbox = {
  readonly sandbox: Sandbox;
  readonly stripe: Stripe;
  readonly db: Database;
  readonly databaseUrl: string;
  readonly endpoint: TestEndpoint;
  /** Creates another client, for tests with other retries or timeouts. */
  client(config?: Stripe.StripeConfig): Stripe;
  restart(): Promise<void>;
  /** Moves the clock and runs everything that is due by then. */
  advance(seconds: number): Promise<void>;
};

export const DAY = 24 * 3600;

/** Pays in one call, as the shop does. */
export async function pay(
  stripe: Stripe,
  method: string,
  params: Partial<Stripe.PaymentIntentCreateParams> = {},
): Promise<Stripe.PaymentIntent> {
  return stripe.paymentIntents.create({
    amount: 2000,
    currency: 'usd',
    allowed_payment_method_types: ['card'],
    confirm: true,
    payment_method: method,
    ...params,
  });
}

/** Returns the error of a call that must fail. */
export async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error('the call was expected to fail');
}

export function idOf(reference: string | { id: string } | null | undefined): string {
  if (!reference) throw new Error('no object is referred to');
  return typeof reference === 'string' ? reference : reference.id;
}

/** Runs the sandbox on a new database, with the official SDK and an endpoint for its events. */
export function startTestSandbox(): TestSandbox {
  const database = `sandbox_${randomUUID().replaceAll('-', '')}`;
  let db: Database | undefined;
  let sandbox: Sandbox | undefined;
  let endpoint: TestEndpoint | undefined;
  let stripe: Stripe | undefined;
  let offsetMs = 0;

  const start = async () => {
    sandbox = await createSandbox({
      db: running(db),
      clock: { now: () => new Date(Date.now() + offsetMs) },
      log: createLog('error'),
      webhook: { url: running(endpoint).url, secret: WEBHOOK_SECRET },
    });
    retrySoonAfterFaults(sandbox);
    stripe = client();
  };

  beforeAll(async () => {
    const serverUrl = inject('postgresUrl');
    await cloneTemplate(serverUrl, database);
    db = connectDatabase(databaseUrl(serverUrl, database), { maxConnections: 20 });
    endpoint = await startEndpoint();
    await start();
  });

  afterAll(async () => {
    await sandbox?.stop();
    await endpoint?.stop();
    await db?.destroy();
    await runOnServer(inject('postgresUrl'), `drop database if exists ${database} with (force)`);
  });

  const client = (config: Stripe.StripeConfig = {}) => {
    const { host, port } = running(sandbox);
    return new Stripe('sk_test_encore', { host, port, protocol: 'http', telemetry: false, ...config });
  };

  return {
    get sandbox() {
      return running(sandbox);
    },
    get stripe() {
      return running(stripe);
    },
    get db() {
      return running(db);
    },
    get databaseUrl() {
      return databaseUrl(inject('postgresUrl'), database);
    },
    get endpoint() {
      return running(endpoint);
    },
    client,
    async restart() {
      await running(sandbox).stop();
      await start();
    },
    async advance(seconds) {
      offsetMs += seconds * 1000;
      await running(sandbox).settle();
    },
  };
}

function running<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the test sandbox has not started');
  return part;
}

async function startEndpoint(): Promise<TestEndpoint> {
  const received: TestEndpoint['received'] = [];
  const answers: number[] = [];
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const signature = String(request.headers['stripe-signature']);
      received.push({ event: JSON.parse(body), signature, body });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received,
    answers,
    types: () => received.map(({ event }) => event.type),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

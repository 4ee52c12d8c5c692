import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { createSandbox, type Sandbox } from '#engines/card-sandbox/create-sandbox.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { createLog } from '#server/platform/operations/log.ts';
import { buildAlbum, buildEvent, type TestAlbum } from './catalogue-factories.ts';
import { buildUser, type TestUser } from './factories.ts';
import { retrySoonAfterFaults } from './retry-soon.ts';
import { shareTestApp, startTestApp, type TestApp } from './test-app.ts';

export const WEBHOOK_SECRET = 'whsec_paying';
/** The endpoint for connected accounts has its own secret. */
export const CONNECT_SECRET = 'whsec_connected';
export const ALBUM_PRICE = 1995;

export type PayingApp = TestApp & {
  readonly sandbox: Sandbox;
  /** This client reads the provider's state directly. */
  readonly stripe: Stripe;
  charges(): Promise<Stripe.Charge[]>;
};

/** Starts the application with the payment sandbox, which reports to it by webhook. */
export async function startPayingApp(environment: Record<string, string> = {}): Promise<PayingApp> {
  const reserved = await reservePort();
  const testApp = startTestApp({ ...environmentOf(reserved), ...environment });
  let sandbox: Sandbox | undefined;
  beforeAll(async () => {
    sandbox = await openSandbox(testApp, reserved);
  });
  afterAll(async () => {
    await sandbox?.stop();
  });
  return withSandbox(testApp, reserved, () => sandbox);
}

let sharedPort: ReturnType<typeof reservePort> | undefined;
let sharedSandbox: Promise<Sandbox> | undefined;

/** The same for files that share it, as `shareTestApp` says; they ask only about payments of their own people. */
export async function sharePayingApp(): Promise<PayingApp> {
  sharedPort ??= reservePort();
  const reserved = await sharedPort;
  const testApp = shareTestApp(environmentOf(reserved));
  let sandbox: Sandbox | undefined;
  beforeAll(async () => {
    sharedSandbox ??= openSandbox(testApp, reserved);
    sandbox = await sharedSandbox;
  });
  return withSandbox(testApp, reserved, () => sandbox);
}

type ReservedPort = Awaited<ReturnType<typeof reservePort>>;

const environmentOf = ({ port }: ReservedPort) => ({
  STRIPE_SECRET_KEY: 'sk_test_paying',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_paying',
  STRIPE_WEBHOOK_SECRET: `${CONNECT_SECRET}, ${WEBHOOK_SECRET}`,
  STRIPE_API_BASE: `http://127.0.0.1:${port}`,
});

async function openSandbox(testApp: TestApp, { port, release }: ReservedPort): Promise<Sandbox> {
  const { app, context } = testApp;
  const { db, clock } = context;
  const send = async ({ body, headers }: { body: string; headers: Record<string, string> }) =>
    (await app.inject({ method: 'POST', url: '/api/webhooks/stripe', headers, payload: body })).statusCode;
  const webhook = { url: 'http://unused', secret: WEBHOOK_SECRET, send };
  await release();
  // Banks act when a test calls settle(), not some seconds later beside it.
  const isPolling = false;
  const sandbox = await createSandbox({ db, clock, log: createLog('error'), webhook, port, isPolling });
  sandbox.webhooks.resume();
  retrySoonAfterFaults(sandbox);
  return sandbox;
}

function withSandbox(testApp: TestApp, { port }: ReservedPort, find: () => Sandbox | undefined): PayingApp {
  const stripe = new Stripe('sk_test_paying', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    telemetry: false,
  });
  afterEach(() => {
    const sandbox = find();
    sandbox?.faults.clear();
    sandbox?.webhooks.clear();
    sandbox?.webhooks.resume();
  });
  const own = {
    get sandbox() {
      const sandbox = find();
      if (!sandbox) throw new Error('the sandbox has not started');
      return sandbox;
    },
    stripe,
    async charges() {
      const all: Stripe.Charge[] = [];
      for await (const charge of stripe.charges.list({ limit: 100 })) all.push(charge);
      return all;
    },
  };
  return Object.defineProperties(testApp, Object.getOwnPropertyDescriptors(own)) as PayingApp;
}

/** Holds a free port until the sandbox listens on it, so that no other process takes it meanwhile. */
async function reservePort(): Promise<{ port: number; release(): Promise<void> }> {
  const server = createServer().unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async release() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Buyer = TestUser & { sourceId: number };

/** Tests use this actor to call use cases without the API. */
export function customerActor({ id: userId }: Pick<TestUser, 'id'>): Actor {
  return { userId, role: 'authenticated', sessionId: 'test', isVerified: true };
}

export async function buildBuyer(app: PayingApp, token = 'pm_card_visa'): Promise<Buyer> {
  const user = await buildUser(app);
  return { ...user, sourceId: await keepCard(app, user, token) };
}

export async function keepCard(app: PayingApp, { token }: TestUser, card: string): Promise<number> {
  const answer = await app.call(paymentEndpoints.addPaymentMethod, { token, body: { token: card } });
  if (answer.status !== 200) throw new Error(`the card was refused: ${answer.error.code}`);
  return answer.body.id;
}

/** The customer has viewed the album once, which a purchase requires. */
export async function buildViewedAlbum(
  app: PayingApp,
  { id: userId }: TestUser,
  prices?: { sharePriceCents: number; imagePriceCents: number | null },
): Promise<TestAlbum> {
  const event = await buildEvent(app);
  const { db } = app.context;
  if (prices)
    await db
      .insertInto('eventPricings')
      .values({ eventId: event.id, ...prices })
      .execute();
  const album = await buildAlbum(app, { eventId: event.id });
  await markViewed(app, userId, album.id);
  return album;
}

export async function markViewed({ context }: TestApp, userId: number, albumId: number): Promise<void> {
  await context.db
    .insertInto('userFoundAlbums')
    .values({ userId, albumId, foundBy: 'opened', viewsUsed: 1 })
    .execute();
}

export function payForAlbum(
  app: PayingApp,
  buyer: Buyer,
  albumId: number,
  change: { amount?: number; paymentMethodId?: number; facial?: boolean; coupon?: string } = {},
) {
  return app.call(paymentEndpoints.payForAlbum, {
    token: buyer.token,
    body: {
      albumId,
      paymentMethodId: buyer.sourceId,
      amount: ALBUM_PRICE,
      facial: false,
      ...change,
    },
  });
}

export async function booksOf({ context: { db } }: TestApp, userId: number) {
  const entitlements = await db
    .selectFrom('entitlements')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  const entries = await db
    .selectFrom('ledgerEntries')
    .innerJoin('orders', 'orders.id', 'ledgerEntries.orderId')
    .select(['ledgerEntries.amountCents', 'ledgerEntries.externalId'])
    .where('orders.userId', '=', userId)
    .where('ledgerEntries.kind', 'not in', ['fee', 'dispute_fee'])
    .orderBy('ledgerEntries.id')
    .execute();
  const attempts = await db
    .selectFrom('paymentAttempts')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
  return { entitlements, entries, attempts };
}

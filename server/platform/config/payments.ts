import { ConfigError, type Environment } from './environment.ts';

export type PaymentsConfig = { timeoutMs: number } & (
  | { kind: 'sandbox'; port: number }
  | {
      kind: 'stripe';
      isLive: boolean;
      secretKey: string;
      publishableKey: string;
      webhookSecret: string;
      /** Replaces the provider's host; allowed only with test keys. */
      apiBase: string | undefined;
    }
);

/** The port in between belongs to the development server. */
const SANDBOX_PORT_STEP = 10;

export function readPayments(env: Environment, production: boolean): PaymentsConfig {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = env;
  const timeoutMs = env.STRIPE_TIMEOUT_SECONDS * 1000;
  if (!STRIPE_SECRET_KEY && !STRIPE_PUBLISHABLE_KEY && !STRIPE_WEBHOOK_SECRET) {
    if (env.PAYMENTS === 'stripe') throw new ConfigError('STRIPE_SECRET_KEY: is needed for PAYMENTS=stripe');
    if (production && env.PAYMENTS !== 'sandbox') {
      throw new ConfigError('STRIPE_SECRET_KEY: is needed to take cards (or set PAYMENTS=sandbox)');
    }
    const port = env.SANDBOX_PORT ?? (env.PORT === 0 ? 0 : (env.PORT + SANDBOX_PORT_STEP) % 65_536);
    return { kind: 'sandbox', port, timeoutMs };
  }
  if (env.PAYMENTS === 'sandbox') throw new ConfigError('PAYMENTS: is sandbox, but there are STRIPE_ keys');
  const secretKey = readKey('STRIPE_SECRET_KEY', STRIPE_SECRET_KEY, /^[sr]k_(test|live)_\w+$/);
  const publishableKey = readKey('STRIPE_PUBLISHABLE_KEY', STRIPE_PUBLISHABLE_KEY, /^pk_(test|live)_\w+$/);
  const webhookSecret = readKey('STRIPE_WEBHOOK_SECRET', STRIPE_WEBHOOK_SECRET, /^whsec_\w+$/);
  const isLive = secretKey.includes('_live_');
  if (isLive !== publishableKey.includes('_live_')) {
    throw new ConfigError('STRIPE_PUBLISHABLE_KEY: is of another mode (live or test) than STRIPE_SECRET_KEY');
  }
  if (isLive && STRIPE_API_BASE) {
    throw new ConfigError('STRIPE_API_BASE: a live key is never sent to another host');
  }
  const apiBase = STRIPE_API_BASE;
  return { kind: 'stripe', isLive, secretKey, publishableKey, webhookSecret, apiBase, timeoutMs };
}

function readKey(name: string, value: string | undefined, shape: RegExp): string {
  if (!value) throw new ConfigError(`${name}: is needed when the other STRIPE_ variables are set`);
  if (!shape.test(value)) throw new ConfigError(`${name}: does not look like one`);
  return value;
}

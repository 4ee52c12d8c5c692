import { ConfigError, type Environment } from './environment.ts';

export type PaymentsConfig = {
  timeoutMs: number;
  /** The part of a statement that names the account; what is left is for the event. */
  descriptorPrefixLength: number;
} /** Port 0 is any free one; every process has a sandbox of its own, and they share the database. */ & (
  | { kind: 'sandbox'; port: number }
  | {
      kind: 'stripe';
      isLive: boolean;
      secretKey: string;
      publishableKey: string;
      /** Each endpoint at the provider has its own secret, and connected accounts have their own endpoint. */
      webhookSecrets: string[];
      /** Replaces the provider's host; allowed only with test keys. */
      apiBase: string | undefined;
      /** Apple reads it from the site to learn that the domain is ours. */
      applePayDomainFile: string | undefined;
    }
);

/** The provider shortens a longer prefix to this length. */
const LONGEST_PREFIX = 10;

export function readPayments(env: Environment, production: boolean): PaymentsConfig {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE } = env;
  const shared = {
    timeoutMs: env.STRIPE_TIMEOUT_SECONDS * 1000,
    descriptorPrefixLength: env.STRIPE_DESCRIPTOR_PREFIX?.length ?? LONGEST_PREFIX,
  };
  if (!STRIPE_SECRET_KEY && !STRIPE_PUBLISHABLE_KEY && !STRIPE_WEBHOOK_SECRET) {
    if (env.PAYMENTS === 'stripe') throw new ConfigError('STRIPE_SECRET_KEY: is needed for PAYMENTS=stripe');
    if (production && env.PAYMENTS !== 'sandbox') {
      throw new ConfigError('STRIPE_SECRET_KEY: is needed to take cards (or set PAYMENTS=sandbox)');
    }
    return { kind: 'sandbox', port: env.SANDBOX_PORT ?? 0, ...shared };
  }
  if (env.PAYMENTS === 'sandbox') throw new ConfigError('PAYMENTS: is sandbox, but there are STRIPE_ keys');
  const secretKey = readKey('STRIPE_SECRET_KEY', STRIPE_SECRET_KEY, /^[sr]k_(test|live)_\w+$/);
  const publishableKey = readKey('STRIPE_PUBLISHABLE_KEY', STRIPE_PUBLISHABLE_KEY, /^pk_(test|live)_\w+$/);
  const secrets = readKey('STRIPE_WEBHOOK_SECRET', STRIPE_WEBHOOK_SECRET, /^whsec_\w+(, *whsec_\w+)*$/);
  const webhookSecrets = secrets.split(/, */);
  const isLive = secretKey.includes('_live_');
  if (isLive !== publishableKey.includes('_live_')) {
    throw new ConfigError('STRIPE_PUBLISHABLE_KEY: is of another mode (live or test) than STRIPE_SECRET_KEY');
  }
  if (isLive && STRIPE_API_BASE) {
    throw new ConfigError('STRIPE_API_BASE: a live key is never sent to another host');
  }
  const apiBase = STRIPE_API_BASE;
  const applePayDomainFile = env.APPLE_PAY_DOMAIN_FILE;
  return {
    ...{ kind: 'stripe', isLive, secretKey, publishableKey, webhookSecrets, apiBase, applePayDomainFile },
    ...shared,
  };
}

function readKey(name: string, value: string | undefined, shape: RegExp): string {
  if (!value) throw new ConfigError(`${name}: is needed when the other STRIPE_ variables are set`);
  if (!shape.test(value)) throw new ConfigError(`${name}: does not look like one`);
  return value;
}

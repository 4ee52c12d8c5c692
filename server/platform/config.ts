import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .pipe(z.number().max(65_535));
const httpUrl = z.url({ protocol: /^https?$/ });
const optionalText = z.string().min(1).max(2_000).optional();
const SENTRY_DSN = /^https?:\/\/\w+@[\w.:-]+(\/[\w-]+)*\/\d+$/;

const MOST_PROXIES = 9;
const trustProxy = z
  .string()
  .default('false')
  .transform((text, check): TrustProxy => {
    if (text === 'false' || text === '0') return false;
    if (text === 'true') return { hops: 1 };
    if (/^\d+$/.test(text) && Number(text) <= MOST_PROXIES) return { hops: Number(text) };
    const networks = text.split(',').map((part) => part.trim());
    if (networks.every(isNetwork)) return { networks };
    check.addIssue(
      `must be false, a number of proxies up to ${MOST_PROXIES}, or networks such as 10.0.0.0/8`,
    );
    return z.NEVER;
  });

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

const environmentSchema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  HOST: z.string().min(1).max(255).default('127.0.0.1'),
  PORT: port.default(4000),
  PUBLIC_URL: httpUrl.optional(),
  TRUST_PROXY: trustProxy,
  ALLOW_PUBLIC_DEMO: z.enum(['yes', 'no']).default('no'),
  API_DOCS: z.enum(['on', 'off']).optional(),
  DATA_DIR: z.string().min(1).max(1_000).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').max(1_000).optional(),
  SEED: z.enum(['demo', 'demo-small', 'none']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MAIL_TRANSPORT: z.enum(['smtp', 'outbox']).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).max(320).default('Encore <hello@encore.test>'),
  MAIL_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').max(1_000).optional(),
  DKIM_DOMAIN: z.string().min(3).max(253).optional(),
  DKIM_SELECTOR: z.string().min(1).max(63).optional(),
  DKIM_PRIVATE_KEY: z.string().min(1).max(8_000).optional(),
  POSTAL_ADDRESS: z.string().min(1).max(300).default('Encore, 1 Stage Door, Anytown'),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().min(1).max(60).default('us-east-1'),
  S3_BUCKET: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  TWILIO_ACCOUNT_SID: optionalText,
  TWILIO_AUTH_TOKEN: optionalText,
  TWILIO_VERIFY_SERVICE_SID: optionalText,
  TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/, 'must be a phone number or a messaging service')
    .optional(),
  TWILIO_BASE_URL: httpUrl.optional(),
  PAYMENTS: z.enum(['stripe', 'sandbox']).optional(),
  SANDBOX_PORT: port.optional(),
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_PUBLISHABLE_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_API_BASE: httpUrl.optional(),
  SUPPORT_EMAIL: z.email().max(254).optional(),
  STATUS_URL: httpUrl.optional(),
  SENTRY_DSN: z.string().max(500).regex(SENTRY_DSN, 'must look like https://key@host/project').optional(),
  FACES: z.enum(['on', 'off']).default('on'),
  FACE_THREADS: z.coerce.number().int().min(1).max(64).optional(),
  STRIPE_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(80).default(20),
  PROOFS: z.enum(['auto', 'always']).default('auto'),
});

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

/** Whom to believe about a visitor's address: nobody, the nearest proxies by number, or proxies in these networks. */
export type TrustProxy = false | { hops: number } | { networks: string[] };

export type Config = {
  production: boolean;
  /** Checks every answer against the contract; on in tests. */
  checkResponses: boolean;
  role: 'all' | 'api' | 'worker';
  host: string;
  port: number;
  publicUrl: string;
  trustProxy: TrustProxy;
  /** Strangers can reach the port, and demo accounts or the outbox page must not be there for them. */
  refusesDemo: boolean;
  /** Serves `/api/docs` and `/api/openapi.json`. */
  hasApiDocs: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  jwtSecret: string | undefined;
  /** `demo-small` has fewer and smaller photos and is created in a quarter of the time. */
  seed: 'demo' | 'demo-small' | 'none';
  logLevel: string;
  mail: {
    from: string;
    postalAddress: string;
    smtpUrl: string | undefined;
    /** Verifies bounce and complaint webhooks; without it they are refused. */
    webhookSecret: string | undefined;
    dkim: { domain: string; selector: string; privateKey: string } | undefined;
  };
  s3:
    | { endpoint: string | undefined; region: string; bucket: string; keyId: string; secret: string }
    | undefined;
  twilio:
    | {
        accountSid: string;
        authToken: string;
        verifyServiceSid: string;
        /** The sender of our text messages; verification codes come from the provider's numbers. */
        from: string | undefined;
        baseUrl: string | undefined;
      }
    | undefined;
  payments: PaymentsConfig;
  /** Proofs of an e-mail address and of a guardian count as given where they are not required. */
  proofs: {
    areRequired: boolean;
    /** Pages show the code that was mailed, because in test mode nobody receives mail. */
    showsCode: boolean;
  };
  /** Receives unread customer messages by mail. */
  supportEmail: string | undefined;
  /** The status page that browsers poll for incidents. */
  statusUrl: string | undefined;
  sentryDsn: string | undefined;
  /** Face matching; by default it uses one thread per processor. */
  faces: { isOn: boolean; threads: number | undefined };
  /** Supers need a second factor where mail, text messages or cards are real. */
  secondFactor: { isRequired: boolean };
};

export class ConfigError extends Error {}

/** Throws a one-line error that names the invalid variable. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) throw new ConfigError(describeProblem(parsed.error, environment));
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const seed = env.SEED ?? (production ? 'none' : 'demo');
  const refusesDemo = env.ALLOW_PUBLIC_DEMO === 'no' && env.ROLE !== 'worker' && !isLoopback(env.HOST);
  if (refusesDemo) refusePublicDemo(env.HOST, { production, seed });
  const smtpUrl = readSmtpUrl(env, production);
  const twilio = readTwilio(env);
  const payments = readPayments(env, production);
  const isReal = smtpUrl !== undefined || twilio !== undefined || payments.kind === 'stripe';
  return {
    production,
    checkResponses: env.NODE_ENV === 'test',
    role: env.ROLE,
    host: env.HOST,
    port: env.PORT,
    publicUrl: (env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    trustProxy: env.TRUST_PROXY,
    refusesDemo,
    hasApiDocs: env.API_DOCS === undefined ? !production : env.API_DOCS === 'on',
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    jwtSecret: env.JWT_SECRET,
    seed,
    logLevel: env.LOG_LEVEL,
    mail: {
      from: env.MAIL_FROM,
      postalAddress: env.POSTAL_ADDRESS,
      smtpUrl,
      webhookSecret: env.MAIL_WEBHOOK_SECRET,
      dkim: readDkim(env),
    },
    s3: readS3(env),
    twilio,
    payments,
    proofs: {
      areRequired: env.PROOFS === 'always' || isReal,
      showsCode: env.PROOFS === 'always' && !isReal,
    },
    supportEmail: env.SUPPORT_EMAIL,
    statusUrl: env.STATUS_URL,
    sentryDsn: env.SENTRY_DSN,
    faces: { isOn: env.FACES === 'on', threads: env.FACE_THREADS },
    secondFactor: { isRequired: isReal },
  };
}

type Environment = z.output<typeof environmentSchema>;

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function refusePublicDemo(host: string, { production, seed }: Pick<Config, 'production' | 'seed'>): void {
  const risks = [
    ...(seed === 'none' ? [] : ['log in with the demo accounts (set SEED=none)']),
    ...(production ? [] : ['read the outbox of mails and codes (set NODE_ENV=production)']),
  ];
  if (risks.length === 0) return;
  const where = JSON.stringify(host.slice(0, 80));
  throw new ConfigError(
    `HOST: is ${where}, where strangers could ${risks.join(' and ')}; ALLOW_PUBLIC_DEMO=yes starts anyway`,
  );
}

function readSmtpUrl(env: Environment, production: boolean): string | undefined {
  if (env.MAIL_TRANSPORT === 'outbox') return undefined;
  if (!env.SMTP_URL && (production || env.MAIL_TRANSPORT === 'smtp')) {
    throw new ConfigError('SMTP_URL: is needed to send mail (or set MAIL_TRANSPORT=outbox)');
  }
  return env.SMTP_URL;
}

function readDkim(env: Environment): Config['mail']['dkim'] {
  const { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY } = env;
  const needed = { DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length === 3) return undefined;
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_PRIVATE_KEY) {
    throw new ConfigError(`${missing[0]}: is needed when the other DKIM_ variables are set`);
  }
  // Environment files cannot hold line breaks, so keys have them escaped.
  const privateKey = DKIM_PRIVATE_KEY.replaceAll('\\n', '\n');
  return { domain: DKIM_DOMAIN, selector: DKIM_SELECTOR, privateKey };
}

function readS3(env: Environment): Config['s3'] {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env;
  if (!S3_BUCKET && !S3_ENDPOINT) return undefined;
  if (!S3_BUCKET) throw new ConfigError('S3_BUCKET: is needed when S3_ENDPOINT is set');
  if (!S3_ACCESS_KEY_ID) throw new ConfigError('S3_ACCESS_KEY_ID: is needed when S3_BUCKET is set');
  if (!S3_SECRET_ACCESS_KEY) throw new ConfigError('S3_SECRET_ACCESS_KEY: is needed when S3_BUCKET is set');
  return {
    endpoint: S3_ENDPOINT,
    region: env.S3_REGION,
    bucket: S3_BUCKET,
    keyId: S3_ACCESS_KEY_ID,
    secret: S3_SECRET_ACCESS_KEY,
  };
}

function readTwilio(env: Environment): Config['twilio'] {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_VERIFY_SERVICE_SID, TWILIO_BASE_URL } = env;
  const needed = { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_VERIFY_SERVICE_SID };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]));
  if (missing.length === 3) return undefined;
  if (!TWILIO_ACCOUNT_SID || !TWILIO_AUTH_TOKEN || !TWILIO_VERIFY_SERVICE_SID) {
    throw new ConfigError(`${missing[0]}: is needed when the other TWILIO_ variables are set`);
  }
  return {
    accountSid: TWILIO_ACCOUNT_SID,
    authToken: TWILIO_AUTH_TOKEN,
    verifyServiceSid: TWILIO_VERIFY_SERVICE_SID,
    from: env.TWILIO_FROM,
    baseUrl: TWILIO_BASE_URL,
  };
}

/** The port in between belongs to the development server. */
const SANDBOX_PORT_STEP = 10;

function readPayments(env: Environment, production: boolean): PaymentsConfig {
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

const SECRET_VARIABLE = /SECRET|TOKEN|PASSWORD|ACCESS_KEY|_KEY$|DATABASE_URL|SMTP_URL/;

function describeProblem(error: z.ZodError, environment: Record<string, string | undefined>): string {
  const issue = error.issues[0];
  const variable = String(issue?.path[0] ?? 'configuration');
  const value = SECRET_VARIABLE.test(variable)
    ? ''
    : ` (it is ${JSON.stringify(environment[variable]?.slice(0, 80))})`;
  return `${variable}: ${issue?.message ?? 'is not valid'}${value}`;
}

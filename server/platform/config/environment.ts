import { isIP } from 'node:net';
import { z } from 'zod';
import { siteKeys } from './site-keys.ts';

export class ConfigError extends Error {}

/** The proxies that are trusted about a visitor's address: none, the nearest by number, or networks. */
export type TrustProxy = false | { hops: number } | { networks: string[] };

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .pipe(z.number().max(65_535));
const portRange = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/, 'must be two ports, such as 50000-50199')
  .transform((text) => {
    const [from = 0, to = 0] = text.split('-').map(Number);
    return { from, to };
  })
  .refine(({ from, to }) => from > 0 && from <= to && to <= 65_535, 'must be two ports, such as 50000-50199');
const httpUrl = z.url({ protocol: /^https?$/ });
const optionalText = z.string().min(1).max(2_000).optional();
const SENTRY_DSN = /^https?:\/\/\w+@[\w.:-]+(\/[\w-]+)*\/\d+$/;

const MAX_PROXIES = 9;
const trustProxy = z
  .string()
  .default('false')
  .transform((text, check): TrustProxy => {
    if (text === 'false' || text === '0') return false;
    if (text === 'true') return { hops: 1 };
    if (/^\d+$/.test(text) && Number(text) <= MAX_PROXIES) return { hops: Number(text) };
    const networks = text.split(',').map((part) => part.trim());
    if (networks.every(isNetwork)) return { networks };
    check.addIssue(`must be false, a number of proxies up to ${MAX_PROXIES}, or networks such as 10.0.0.0/8`);
    return z.NEVER;
  });

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** The lanes that a process can work on. */
export const LANES = ['codes', 'money', 'notices', 'images', 'rest'] as const;
export type Lane = (typeof LANES)[number];

const lanes = z
  .string()
  .max(100)
  .default(LANES.join(','))
  .transform((text) => text.split(',').map((part) => part.trim()))
  .pipe(z.array(z.enum(LANES, `must be one or more of ${LANES.join(', ')}, separated by commas`)));

const databaseUrl = z.url({ protocol: /^postgres(ql)?$/ });

const environmentSchema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  WORK: lanes,
  HOST: z.string().min(1).max(255).default('127.0.0.1'),
  PORT: port.default(4000),
  PUBLIC_URL: httpUrl.optional(),
  TRUST_PROXY: trustProxy,
  ALLOW_PUBLIC_DEMO: z.enum(['yes', 'no']).default('no'),
  API_DOCS: z.enum(['on', 'off']).optional(),
  DATA_DIR: z.string().min(1).max(1_000).default('.data'),
  DATABASE_URL: databaseUrl.optional(),
  DATABASE_DIRECT_URL: databaseUrl.optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(200).default(12),
  KEYS: siteKeys.optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').max(1_000).optional(),
  SEED: z.enum(['demo', 'demo-small', 'none']).optional(),
  ACCESS_LOG: z.enum(['on', 'off']).optional(),
  FTP_PORT: port.optional(),
  FTP_HOST: z.string().min(1).max(253).optional(),
  FTP_PASSIVE_PORTS: portRange.optional(),
  FTP_CERT_FILE: optionalText,
  FTP_KEY_FILE: optionalText,
  FTP_PLAIN: z.enum(['allowed', 'refused']).default('refused'),
  METRICS_HOST: z.string().min(1).max(255).default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
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
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'must be 65 bytes in base64url')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url')
    .optional(),
  PUSH_SERVICE_HOSTS: z.string().max(1_000).default(''),
  PAYMENTS: z.enum(['stripe', 'sandbox']).optional(),
  SANDBOX_PORT: port.optional(),
  STRIPE_SECRET_KEY: optionalText,
  STRIPE_PUBLISHABLE_KEY: optionalText,
  STRIPE_WEBHOOK_SECRET: optionalText,
  STRIPE_API_BASE: httpUrl.optional(),
  STRIPE_DESCRIPTOR_PREFIX: z
    .string()
    .regex(
      /^(?=.*[A-Za-z])[^<>\\'"*]{2,10}$/,
      'must be the shortened descriptor of the account, 2 to 10 characters',
    )
    .optional(),
  APPLE_PAY_DOMAIN_FILE: z.string().min(1).max(20_000).optional(),
  SUPPORT_EMAIL: z.email().max(254).optional(),
  STATUS_URL: httpUrl.optional(),
  SENTRY_DSN: z.string().max(500).regex(SENTRY_DSN, 'must look like https://key@host/project').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  FACES: z.enum(['on', 'off']).default('on'),
  FACE_THREADS: z.coerce.number().int().min(1).max(64).optional(),
  STRIPE_TIMEOUT_SECONDS: z.coerce.number().min(0.1).max(80).default(20),
  PROOFS: z.enum(['auto', 'always']).default('auto'),
});

export type Environment = z.output<typeof environmentSchema>;

/** Empty variables count as missing. */
export function parseEnvironment(environment: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) throw new ConfigError(describeProblem(parsed.error, environment));
  return parsed.data;
}

const SECRET_VARIABLE = /SECRET|TOKEN|PASSWORD|ACCESS_KEY|_KEY$|^KEYS$|DATABASE_(DIRECT_)?URL|SMTP_URL/;

function describeProblem(error: z.ZodError, environment: Record<string, string | undefined>): string {
  const issue = error.issues[0];
  const variable = String(issue?.path[0] ?? 'configuration');
  const value = SECRET_VARIABLE.test(variable)
    ? ''
    : ` (it is ${JSON.stringify(environment[variable]?.slice(0, 80))})`;
  return `${variable}: ${issue?.message ?? 'is not valid'}${value}`;
}

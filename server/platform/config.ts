import { resolve } from 'node:path';
import { z } from 'zod';

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
  .transform(Number)
  .pipe(z.number().max(65_535));
const httpUrl = z.url({ protocol: /^https?$/ });
const optionalText = z.string().min(1).max(2_000).optional();

const environmentSchema = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  HOST: z.string().min(1).max(255).default('127.0.0.1'),
  PORT: port.default(4000),
  PUBLIC_URL: httpUrl.optional(),
  TRUST_PROXY: z.enum(['true', 'false']).default('false'),
  DATA_DIR: z.string().min(1).max(1_000).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  JWT_SECRET: z.string().min(32, 'must have at least 32 characters').max(1_000).optional(),
  SEED: z.enum(['demo', 'none']).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  MAIL_TRANSPORT: z.enum(['smtp', 'outbox']).optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.string().min(3).max(320).default('Encore <hello@encore.test>'),
  POSTAL_ADDRESS: z.string().min(1).max(300).default('Encore, 1 Stage Door, Anytown'),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().min(1).max(60).default('us-east-1'),
  S3_BUCKET: optionalText,
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  TWILIO_ACCOUNT_SID: optionalText,
  TWILIO_AUTH_TOKEN: optionalText,
  TWILIO_VERIFY_SERVICE_SID: optionalText,
  TWILIO_BASE_URL: httpUrl.optional(),
});

export type Config = {
  production: boolean;
  /** Answers are checked against the contract before they leave; on in tests. */
  checkResponses: boolean;
  role: 'all' | 'api' | 'worker';
  host: string;
  port: number;
  publicUrl: string;
  trustProxy: boolean;
  dataDir: string;
  databaseUrl: string | undefined;
  jwtSecret: string | undefined;
  seed: 'demo' | 'none';
  logLevel: string;
  mail: { from: string; postalAddress: string; smtpUrl: string | undefined };
  s3:
    | { endpoint: string | undefined; region: string; bucket: string; keyId: string; secret: string }
    | undefined;
  twilio:
    | { accountSid: string; authToken: string; verifyServiceSid: string; baseUrl: string | undefined }
    | undefined;
};

export class ConfigError extends Error {}

/** Reads the environment once; throws one line that names the variable at fault. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) throw new ConfigError(describeProblem(parsed.error, environment));
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  return {
    production,
    checkResponses: env.NODE_ENV === 'test',
    role: env.ROLE,
    host: env.HOST,
    port: env.PORT,
    publicUrl: (env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    trustProxy: env.TRUST_PROXY === 'true',
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    jwtSecret: env.JWT_SECRET,
    seed: env.SEED ?? (production ? 'none' : 'demo'),
    logLevel: env.LOG_LEVEL,
    mail: { from: env.MAIL_FROM, postalAddress: env.POSTAL_ADDRESS, smtpUrl: readSmtpUrl(env, production) },
    s3: readS3(env),
    twilio: readTwilio(env),
  };
}

type Environment = z.output<typeof environmentSchema>;

function readSmtpUrl(env: Environment, production: boolean): string | undefined {
  if (env.MAIL_TRANSPORT === 'outbox') return undefined;
  if (!env.SMTP_URL && (production || env.MAIL_TRANSPORT === 'smtp')) {
    throw new ConfigError('SMTP_URL: is needed to send mail (or set MAIL_TRANSPORT=outbox)');
  }
  return env.SMTP_URL;
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
    baseUrl: TWILIO_BASE_URL,
  };
}

const SECRET_VARIABLE = /SECRET|TOKEN|PASSWORD|ACCESS_KEY|DATABASE_URL|SMTP_URL/;

function describeProblem(error: z.ZodError, environment: Record<string, string | undefined>): string {
  const issue = error.issues[0];
  const variable = String(issue?.path[0] ?? 'configuration');
  const value = SECRET_VARIABLE.test(variable)
    ? ''
    : ` (it is ${JSON.stringify(environment[variable]?.slice(0, 80))})`;
  return `${variable}: ${issue?.message ?? 'is not valid'}${value}`;
}

import { resolve } from 'node:path';
import { ConfigError, type Environment, parseEnvironment } from './environment.ts';
import { readPayments } from './payments.ts';
import { findWeakness } from './site-keys.ts';

export type Config = ReturnType<typeof readConfig>;

/** Throws a one-line error that names the invalid variable. */
export function readConfig(environment: Record<string, string | undefined>) {
  const env = parseEnvironment(environment);
  const production = env.NODE_ENV === 'production';
  const seed = env.SEED ?? (production ? 'none' : 'demo');
  const refusesDemo = env.ALLOW_PUBLIC_DEMO === 'no' && env.ROLE !== 'worker' && !isLoopback(env.HOST);
  if (refusesDemo) refusePublicDemo(env.HOST, { production, seed });
  if (production && env.DATABASE_URL && !env.KEYS && !env.JWT_SECRET) {
    throw new ConfigError(
      'KEYS: is needed with DATABASE_URL in production, because processes on other machines must have the same',
    );
  }
  refuseWeakSecrets(env, production);
  const smtpUrl = readSmtpUrl(env, production);
  const twilio = readTwilio(env);
  const payments = readPayments(env, production);
  const isReal = smtpUrl !== undefined || twilio !== undefined || payments.kind === 'stripe';
  return {
    production,
    /** Checks every answer against the contract; on in tests. */
    checkResponses: env.NODE_ENV === 'test',
    role: env.ROLE,
    /** The lanes of jobs that this process works on. */
    lanes: env.WORK,
    host: env.HOST,
    port: env.PORT,
    publicUrl: (env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    trustProxy: env.TRUST_PROXY,
    /** Strangers can reach the port, and demo accounts or the outbox page must not be there for them. */
    refusesDemo,
    /** Serves `/api/docs` and `/api/openapi.json`. */
    hasApiDocs: env.API_DOCS === undefined ? !production : env.API_DOCS === 'on',
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    /** The database itself, if `databaseUrl` is a pooler in transaction mode, which cannot LISTEN. */
    databaseDirectUrl: readDirectUrl(env),
    /** The most connections of a process for its requests and jobs. */
    databaseConnections: env.DATABASE_CONNECTIONS,
    /** The keys of the site, newest first. */
    keys: env.KEYS ?? [],
    /** The only key of sites from before `keys`; it still opens what it encrypted. */
    jwtSecret: env.JWT_SECRET,
    /** `demo-small` has fewer and smaller photos and is created in a quarter of the time. */
    seed,
    logLevel: env.LOG_LEVEL,
    /** Writes one line per request. */
    hasAccessLog: env.ACCESS_LOG === undefined ? production : env.ACCESS_LOG === 'on',
    /** The port of Prometheus and probes; undefined if closed. */
    operatorPort:
      env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: env.METRICS_PORT },
    /** The time a stopping process still answers, so that load balancers notice. */
    drainSeconds: env.DRAIN_SECONDS,
    /** Cameras upload here; undefined if nobody listens for them. */
    ftp: readFtp(env),
    mail: {
      from: env.MAIL_FROM,
      postalAddress: env.POSTAL_ADDRESS,
      smtpUrl,
      /** Verifies bounce and complaint webhooks; without it they are refused. */
      webhookSecret: env.MAIL_WEBHOOK_SECRET,
      dkim: readDkim(env),
    },
    s3: readS3(env),
    twilio,
    push: { keys: readPushKeys(env), ownHosts: env.PUSH_SERVICE_HOSTS.split(/[\s,]+/).filter(Boolean) },
    payments,
    /** Where no verification is required, email addresses and guardians count as verified. */
    verification: {
      isRequired: env.PROOFS === 'always' || isReal,
      /** Pages show the code that was mailed, because in test mode nobody receives mail. */
      showsCode: env.PROOFS === 'always' && !isReal,
    },
    /** Receives unread customer messages by mail. */
    supportEmail: env.SUPPORT_EMAIL,
    /** The status page that browsers poll for incidents. */
    statusUrl: env.STATUS_URL,
    sentryDsn: env.SENTRY_DSN,
    /** The collector that receives traces, as OpenTelemetry names it. */
    tracesEndpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    /** Face matching; by default it uses one thread per processor. */
    faces: { isOn: env.FACES === 'on', threads: env.FACE_THREADS },
    /** Staff need a second factor where mail, text messages or cards are real. */
    secondFactor: { isRequired: isReal },
  };
}

/** Whoever guesses one can log in as anybody, so a copied example must never reach production. */
function refuseWeakSecrets(env: Environment, production: boolean): void {
  const { KEYS = [], JWT_SECRET, MAIL_WEBHOOK_SECRET } = env;
  const later = production ? { JWT_SECRET, MAIL_WEBHOOK_SECRET } : {};
  const secrets = [
    ...KEYS.map(({ id, secret }) => ({ name: 'KEYS', said: `the secret of ${id} `, secret })),
    ...Object.entries(later).map(([name, secret]) => ({ name, said: '', secret })),
  ];
  for (const { name, said, secret } of secrets) {
    const weakness = secret === undefined ? undefined : findWeakness(secret);
    if (weakness) throw new ConfigError(`${name}: ${said}${weakness}`);
  }
}

function readDirectUrl({ DATABASE_URL, DATABASE_DIRECT_URL }: Environment): string | undefined {
  if (DATABASE_DIRECT_URL && !DATABASE_URL) {
    throw new ConfigError('DATABASE_URL: is needed when DATABASE_DIRECT_URL is set');
  }
  return DATABASE_DIRECT_URL;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function refusePublicDemo(host: string, { production, seed }: { production: boolean; seed: string }): void {
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

type Together<Name extends keyof Environment> = { [N in Name]: NonNullable<Environment[N]> };

/** Returns variables that only make sense together, or undefined if none is set. */
function readTogether<Name extends keyof Environment>(env: Environment, names: readonly Name[]) {
  const missing = names.filter((name) => !env[name]);
  if (missing.length === names.length) return undefined;
  const [prefix] = names[0]?.split('_') ?? [];
  if (missing[0])
    throw new ConfigError(`${missing[0]}: is needed when the other ${prefix}_ variables are set`);
  return env as Together<Name>;
}

function readDkim(env: Environment) {
  const dkim = readTogether(env, ['DKIM_DOMAIN', 'DKIM_SELECTOR', 'DKIM_PRIVATE_KEY']);
  if (!dkim) return undefined;
  // Environment files cannot hold line breaks, so keys have them escaped.
  const privateKey = dkim.DKIM_PRIVATE_KEY.replaceAll('\\n', '\n');
  return { domain: dkim.DKIM_DOMAIN, selector: dkim.DKIM_SELECTOR, privateKey };
}

function readS3(env: Environment) {
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = env;
  if (!env.S3_BUCKET && !endpoint) return undefined;
  const s3 = readTogether(env, ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  if (!s3) throw new ConfigError('S3_BUCKET: is needed when S3_ENDPOINT is set');
  const [keyId, secret] = [s3.S3_ACCESS_KEY_ID, s3.S3_SECRET_ACCESS_KEY];
  return { endpoint, region, bucket: s3.S3_BUCKET, keyId, secret };
}

function readTwilio(env: Environment) {
  const names = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_VERIFY_SERVICE_SID'] as const;
  const twilio = readTogether(env, names);
  return (
    twilio && {
      accountSid: twilio.TWILIO_ACCOUNT_SID,
      authToken: twilio.TWILIO_AUTH_TOKEN,
      verifyServiceSid: twilio.TWILIO_VERIFY_SERVICE_SID,
      /** The sender of our text messages; verification codes come from the provider's numbers. */
      from: env.TWILIO_FROM,
      baseUrl: env.TWILIO_BASE_URL,
    }
  );
}

/** Without them, keys are made at the first start. */
function readPushKeys(env: Environment) {
  const vapid = readTogether(env, ['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY']);
  return vapid && { publicKey: vapid.VAPID_PUBLIC_KEY, privateKey: vapid.VAPID_PRIVATE_KEY };
}

function readFtp(env: Environment) {
  if (env.FTP_PORT === undefined) return undefined;
  const { FTP_CERT_FILE: certFile, FTP_KEY_FILE: keyFile } = env;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new ConfigError('FTP_CERT_FILE: a certificate needs its key, in FTP_KEY_FILE');
  }
  return {
    port: env.FTP_PORT,
    /** The name by which cameras reach the server. */
    host: env.FTP_HOST ?? new URL(env.PUBLIC_URL ?? `http://${env.HOST}`).hostname,
    passivePorts: env.FTP_PASSIVE_PORTS,
    certificate: certFile && keyFile ? { certFile, keyFile } : undefined,
    allowsPlain: env.FTP_PLAIN === 'allowed',
  };
}

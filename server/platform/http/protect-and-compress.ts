import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Config } from '#server/platform/config/config.ts';
import type { PaymentsConfig } from '#server/platform/config/payments.ts';

const ONE_YEAR_SECONDS = 365 * 24 * 3600;
/** Higher Brotli levels cost more time than they save on answers that are not cached. */
const BROTLI_QUALITY = 4;

const OWN_IMAGES = ["'self'", 'data:', 'blob:'];
const PROVIDER_SCRIPTS = ['https://js.stripe.com', 'https://*.js.stripe.com'];
/** The provider's wallet Link has its own hosts. Other wallets run inside the provider's frames. */
const LINK = ['https://link.com', 'https://*.link.com'];

/** The card fields, wallets and 3-D Secure pages of the real provider need these sources. */
const CARD_FIELDS = {
  scriptSrc: ["'self'", ...PROVIDER_SCRIPTS],
  frameSrc: ["'self'", ...PROVIDER_SCRIPTS, 'https://hooks.stripe.com', ...LINK],
  connectSrc: ["'self'", 'https://api.stripe.com', ...LINK],
  imgSrc: [...OWN_IMAGES, 'https://*.stripe.com', ...LINK],
};

/** The card provider asks for `payment` to offer wallets; a photo is taken by the phone's own camera app. */
const DENIED_FEATURES = [
  'camera',
  'microphone',
  'geolocation',
  'usb',
  'serial',
  'hid',
  'midi',
  'display-capture',
];

const PASSKEY_FEATURES = ['publickey-credentials-create', 'publickey-credentials-get'];

function permissionsPolicy(kind: PaymentsConfig['kind']): string {
  const payers = kind === 'stripe' ? 'self "https://js.stripe.com" "https://hooks.stripe.com"' : 'self';
  return [
    ...DENIED_FEATURES.map((feature) => `${feature}=()`),
    ...PASSKEY_FEATURES.map((feature) => `${feature}=(self)`),
    `payment=(${payers})`,
  ].join(', ');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The page is for developers and sets no policy. */
    isUnprotected?: boolean;
  }
}

/** Helmet's headers are the same for every request, so they are computed once. */
async function collectHeaders(options: FastifyHelmetOptions): Promise<[string, string][]> {
  const app = Fastify();
  await app.register(helmet, options);
  let headers: [string, string][] = [];
  app.addHook('onRequest', (_request, reply, done) => {
    headers = Object.entries(reply.raw.getHeaders()).map(([name, value]) => [name, String(value)]);
    done();
  });
  await app.inject('/');
  await app.close();
  return headers;
}

type Reports = Partial<Pick<Config, 'statusUrl' | 'sentryDsn'>>;

function reportOrigins({ statusUrl, sentryDsn }: Reports): string[] {
  return [statusUrl, sentryDsn].flatMap((address) => (address ? [new URL(address).origin] : []));
}

/** Call this before adding routes: hooks apply only to later ones. */
export async function protectAndCompress(
  app: FastifyInstance,
  config: Reports & { payments: Pick<PaymentsConfig, 'kind'> },
): Promise<void> {
  const cardFields = config.payments.kind === 'stripe' ? CARD_FIELDS : undefined;
  const headers = await collectHeaders({
    contentSecurityPolicy: {
      directives: {
        ...cardFields,
        connectSrc: [...(cardFields?.connectSrc ?? ["'self'"]), ...reportOrigins(config)],
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: cardFields?.imgSrc ?? OWN_IMAGES,
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: { maxAge: ONE_YEAR_SECONDS },
    crossOriginEmbedderPolicy: false,
  });
  const permissions = permissionsPolicy(config.payments.kind);
  app.addHook('onRequest', ({ routeOptions }, reply, done) => {
    // Files are sent without the framework, so the headers are set below it.
    if (!routeOptions.config.isUnprotected)
      for (const [name, value] of headers) reply.raw.setHeader(name, value);
    reply.header('permissions-policy', permissions);
    done();
  });
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
}

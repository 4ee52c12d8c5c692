import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config, PaymentsConfig } from '#server/platform/config.ts';

const ONE_YEAR_SECONDS = 365 * 24 * 3600;
/** Higher levels of Brotli cost more time than they save on answers made for one reader. */
const BROTLI_QUALITY = 4;

/** What the card provider's fields and the banks' questions need, and only where real keys are in use. */
const CARD_FIELDS = {
  scriptSrc: ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
  frameSrc: ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connectSrc: ["'self'", 'https://api.stripe.com'],
};

type Reports = Partial<Pick<Config, 'statusUrl' | 'sentryDsn'>>;

/** Where the browser asks for trouble and reports errors, if it does. */
function reportOrigins({ statusUrl, sentryDsn }: Reports): string[] {
  return [statusUrl, sentryDsn].flatMap((address) => (address ? [new URL(address).origin] : []));
}

/** Before any route is added: hooks reach only what comes after them. */
export async function protectAndCompress(
  app: FastifyInstance,
  config: Reports & { payments: Pick<PaymentsConfig, 'kind'> },
): Promise<void> {
  const cardFields = config.payments.kind === 'stripe' ? CARD_FIELDS : undefined;
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        ...cardFields,
        connectSrc: [...(cardFields?.connectSrc ?? ["'self'"]), ...reportOrigins(config)],
        defaultSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        frameAncestors: ["'none'"],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: { maxAge: ONE_YEAR_SECONDS },
    crossOriginEmbedderPolicy: false,
  });
  await app.register(compress, {
    threshold: 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
}

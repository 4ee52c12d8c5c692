import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';

/** The notification that public/sw.js shows. */
export type PushMessage = {
  /** Differs for each message, so that a repeated one makes no second sound. */
  id: number;
  title: string;
  body: string;
  path: string;
  /** A newer message with the same tag replaces the older one on the phone. */
  tag: string;
  image?: string | undefined;
};

export type PushDevice = { endpoint: string; p256dh: string; auth: string };

export type Push = {
  publicKey(): Promise<string>;
  accepts(endpoint: string): boolean;
  /** Throws if the message can be sent again later. */
  send(device: PushDevice, message: PushMessage): Promise<PushAnswer>;
};

/**
 * `gone`: the device will never be reached again. `refused`: the same message would be refused again. `key_refused`: so
 * would every message that is signed with our key.
 */
export type PushAnswer = { state: 'accepted' | 'gone' | 'refused' | 'key_refused'; status: number };

/** The push service said when to send again. */
export class PushDelayed extends Error {
  readonly seconds: number;

  constructor(host: string, seconds: number) {
    super(`the push service ${host} asks to wait ${seconds} seconds`);
    this.seconds = seconds;
  }
}

const TIMEOUT_MS = 10_000;
/** A phone that is off for longer does not get the message. */
export const LIFE_SECONDS = 24 * 3600;

type VapidKeys = { publicKey: string; privateKey: string };

export function createPush({ push, publicUrl, mail }: Config, db: Db): Push {
  let kept: Promise<VapidKeys> | undefined;
  const openKeys = () => {
    kept ??= push.keys ? Promise.resolve(push.keys) : keysOfSite(db);
    kept.catch(() => {
      kept = undefined;
    });
    return kept;
  };
  // Push services want a contact address.
  const [, address = mail.from] = /<(.+)>/.exec(mail.from) ?? [];
  const subject = publicUrl.startsWith('https://') ? publicUrl : `mailto:${address}`;
  return {
    publicKey: async () => (await openKeys()).publicKey,
    accepts: (endpoint) => isPushService(endpoint, push.ownHosts),
    async send({ endpoint, p256dh, auth }, message) {
      if (!isPushService(endpoint, push.ownHosts)) return { state: 'gone', status: 0 };
      const { default: webPush } = await import('web-push');
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        {
          vapidDetails: { subject, ...(await openKeys()) },
          TTL: LIFE_SECONDS,
          urgency: 'high',
          topic: message.tag,
        },
      );
      const answer = await fetch(endpoint, {
        method: 'POST',
        headers: headers as unknown as Record<string, string>,
        body: new Uint8Array(body as Buffer),
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await answer.body?.cancel();
      return readAnswer(answer, new URL(endpoint).host);
    },
  };
}

/**
 * As RFC 8030 and RFC 8292 say, and the services of Google, Mozilla and Apple: 404 and 410 end a subscription, 401 and 403
 * are about the key, and only 429 and failures of the service pass with time.
 */
function readAnswer({ ok, status, headers }: Response, host: string): PushAnswer {
  if (ok) return { state: 'accepted', status };
  if (status === 404 || status === 410) return { state: 'gone', status };
  if (status === 401 || status === 403) return { state: 'key_refused', status };
  if (status !== 408 && status !== 429 && status < 500) return { state: 'refused', status };
  const seconds = readRetryAfter(headers.get('retry-after'));
  if (seconds !== undefined) throw new PushDelayed(host, Math.min(seconds, LIFE_SECONDS));
  throw new Error(`the push service ${host} answered ${status}`);
}

/** Seconds or a date. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const seconds = /^\d+$/.test(value) ? Number(value) : Math.ceil((Date.parse(value) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(1, seconds);
}

/** Made once for all processes: of several that start together, the first one's keys count. */
async function keysOfSite(db: Db): Promise<VapidKeys> {
  const read = () => db.selectFrom('pushKeys').select(['publicKey', 'privateKey']).executeTakeFirst();
  const known = await read();
  if (known) return known;
  const { default: webPush } = await import('web-push');
  await db
    .insertInto('pushKeys')
    .values(webPush.generateVAPIDKeys())
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await read();
  if (!made) throw new Error('the push keys are missing');
  return made;
}

// An endpoint is an address that a browser names and this server calls, so only those of known push services are accepted.

const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^([\w-]+\.)+push\.apple\.com$/,
  /^([\w-]+\.)*push\.services\.mozilla\.com$/,
  /^([\w-]+\.)+notify\.windows\.com$/,
];

/** `ownHosts` are further hosts with their ports, such as that of a push service for tests, which may speak plain HTTP. */
export function isPushService(endpoint: string, ownHosts: readonly string[]): boolean {
  const url = URL.parse(endpoint);
  if (url?.username !== '' || url.password !== '') return false;
  if (ownHosts.includes(url.host)) return url.protocol === 'https:' || url.protocol === 'http:';
  return url.protocol === 'https:' && url.port === '' && SERVICES.some((host) => host.test(url.hostname));
}

import type { Config } from '#server/platform/config/config.ts';
import type { Db } from '#server/platform/database/database.ts';
import { isPushService } from './push-services.ts';

/** What public/sw.js shows. */
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
  /** `gone`: the device will never be reached again. Any other failure throws. */
  send(device: PushDevice, message: PushMessage): Promise<'accepted' | 'gone'>;
};

const TIMEOUT_MS = 10_000;
/** A phone that is off for longer hears nothing of it anymore. */
const LIFE_SECONDS = 24 * 3600;

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
  // Push services want to know whom to write to.
  const [, address = mail.from] = /<(.+)>/.exec(mail.from) ?? [];
  const subject = publicUrl.startsWith('https://') ? publicUrl : `mailto:${address}`;
  return {
    publicKey: async () => (await openKeys()).publicKey,
    accepts: (endpoint) => isPushService(endpoint, push.ownHosts),
    async send({ endpoint, p256dh, auth }, message) {
      if (!isPushService(endpoint, push.ownHosts)) return 'gone';
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
      if (answer.status === 404 || answer.status === 410) return 'gone';
      if (answer.ok) return 'accepted';
      throw new Error(`the push service ${new URL(endpoint).host} answered ${answer.status}`);
    },
  };
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

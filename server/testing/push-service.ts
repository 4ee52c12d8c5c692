import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { PushMessage } from '#server/platform/push/push.ts';

type Browser = { endpoint: string; keys: { p256dh: string; auth: string } };
export type Pushed = {
  endpoint: string;
  message: PushMessage;
  headers: Record<string, string | string[] | undefined>;
  at: Date;
};

/** More than this no push service has to take (RFC 8030). */
const MAX_PUSH_BYTES = 4096;

/** A push service on this machine and the browsers that subscribed to it: it decrypts what it accepts, as they would. */
export async function startPushService() {
  const browsers = new Map<string, (body: Buffer) => string>();
  type Answer = { status: number; headers?: Record<string, string> };
  const answers = new Map<string, Answer>();
  const pushed: Pushed[] = [];
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const endpoint = `${origin}${request.url}`;
    const decrypt = browsers.get(endpoint);
    const usual: Answer = { status: decrypt ? (body.length > MAX_PUSH_BYTES ? 413 : 201) : 404 };
    const { status, headers } = answers.get(endpoint) ?? usual;
    asked.push(endpoint);
    if (decrypt && status === 201) {
      const message = JSON.parse(decrypt(body)) as PushMessage;
      pushed.push({ endpoint, message, headers: request.headers, at: new Date() });
    }
    response.writeHead(status, headers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${host}`;
  return {
    /** The value of PUSH_SERVICE_HOSTS. */
    host,
    pushed,
    pushedTo: ({ endpoint }: { endpoint: string }) => pushed.filter((one) => one.endpoint === endpoint),
    /** The subscription that a browser hands to its page. */
    subscribe(): Browser {
      const key = createECDH('prime256v1');
      const p256dh = key.generateKeys();
      const auth = randomBytes(16);
      const endpoint = `${origin}/push/${randomUUID()}`;
      browsers.set(endpoint, (body) =>
        decryptPush(body, { secretFor: (k) => key.computeSecret(k), p256dh, auth }),
      );
      return { endpoint, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } };
    },
    /** From now on it answers pushes to this browser like this. */
    answer({ endpoint }: { endpoint: string }, status: number, headers: Record<string, string> = {}) {
      answers.set(endpoint, { status, headers });
    },
    /** Counts the pushes to this browser, with those that were refused. */
    timesAsked: ({ endpoint }: { endpoint: string }) => asked.filter((one) => one === endpoint).length,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** RFC 8291, with one record. */
function decryptPush(
  body: Buffer,
  { secretFor, p256dh, auth }: { secretFor: (key: Buffer) => Buffer; p256dh: Buffer; auth: Buffer },
): string {
  const salt = body.subarray(0, 16);
  const senderKey = body.subarray(21, 21 + body.readUInt8(20));
  const encrypted = body.subarray(21 + senderKey.length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, senderKey]);
  const secret = Buffer.from(hkdfSync('sha256', secretFor(senderKey), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  cipher.setAuthTag(encrypted.subarray(-16));
  const padded = Buffer.concat([cipher.update(encrypted.subarray(0, -16)), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isSignature, type KeyRing, signText } from '#server/platform/security/key-ring.ts';
import { AppError } from './errors.ts';
import { networkOf } from './network-of.ts';

declare module 'fastify' {
  interface FastifyInstance {
    devices: Devices;
  }
  interface FastifyRequest {
    device: string | undefined;
  }
}

export type Devices = {
  read(token: string): string | undefined;
  issue(): string;
  tokenOf(device: string): string;
  /** Returns whether this device has logged in to the account with this email address before. */
  isKnown(email: string, device: string): Promise<boolean>;
};

export const DEVICE_COOKIE = 'encore_device';
const ONE_YEAR_SECONDS = 365 * 24 * 3600;
const MAC_LENGTH = 22;
/** An arena full of people shares one address. */
const NEW_DEVICES_PER_HOUR = 6_000;

/**
 * A device is a random number in a signed cookie. Nobody can make one up, and the limit on new ones per network
 * address makes it costly to collect them.
 */
export function createDevices(keys: KeyRing, isKnown: Devices['isKnown']): Devices {
  return {
    read(token) {
      const [device = '', mac = '', ...rest] = token.split('.');
      const isOurs = isSignature(keys, `device ${device}`, mac, MAC_LENGTH);
      return isOurs && rest.length === 0 ? device : undefined;
    },
    issue: () => randomBytes(16).toString('base64url'),
    tokenOf: (device) => `${device}.${signText(keys, `device ${device}`, MAC_LENGTH)}`,
    isKnown,
  };
}

/** The device of this request, if it sent a valid cookie or was given one. */
export function deviceOf(request: FastifyRequest): string | undefined {
  request.device ??= readCookie(request);
  return request.device;
}

/** Returns the device of the caller or gives them one; undefined when their network has been given too many. */
export async function ensureDevice(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | undefined> {
  request.device = deviceOf(request) ?? (await issueDevice(request));
  if (request.device !== undefined) keepCookie(request, reply, request.device);
  return request.device;
}

async function issueDevice({ server, ip }: FastifyRequest): Promise<string | undefined> {
  try {
    await server.consumeRateLimits([
      { key: `device:${networkOf(ip)}`, max: NEW_DEVICES_PER_HOUR, minutes: 60 },
    ]);
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return undefined;
    throw error;
  }
  return server.devices.issue();
}

function readCookie({ headers, server }: FastifyRequest): string | undefined {
  const token = headers.cookie
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${DEVICE_COOKIE}=`))
    ?.slice(DEVICE_COOKIE.length + 1);
  return token === undefined ? undefined : server.devices.read(token);
}

/** Every use extends the cookie by a year. */
function keepCookie({ server, protocol }: FastifyRequest, reply: FastifyReply, device: string): void {
  const flags = `Path=/api; Max-Age=${ONE_YEAR_SECONDS}; HttpOnly; SameSite=Lax`;
  const secure = protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `${DEVICE_COOKIE}=${server.devices.tokenOf(device)}; ${flags}${secure}`);
}

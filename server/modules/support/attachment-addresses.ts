import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '#server/context.ts';

type World = Pick<Context, 'imageKeys' | 'clock'>;

const MAC_LENGTH = 22;
/** An address lives for one to two such steps, and stays the same within one: pages keep their pictures. */
const STEP_SECONDS = 30 * 60;

/** `<attachment>.<expiry>.<mac>`: whoever was shown the message can open its pictures for a while. */
export function attachmentAddress(world: World, attachmentId: number): string {
  const step = Math.ceil(world.clock.now().getTime() / 1000 / STEP_SECONDS) + 1;
  const claims = `${attachmentId.toString(36)}.${(step * STEP_SECONDS).toString(36)}`;
  return `/api/support/attachments/${claims}.${macOf(world, claims)}`;
}

/** Undefined for an address that was not made here or has expired. */
export function readAttachmentToken(world: World, token: string): number | undefined {
  const [id = '', expiry = '', mac = '', ...rest] = token.split('.');
  if (rest.length > 0 || mac.length !== MAC_LENGTH) return undefined;
  const expected = Buffer.from(macOf(world, `${id}.${expiry}`));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  if (Number.parseInt(expiry, 36) * 1000 <= world.clock.now().getTime()) return undefined;
  return Number.parseInt(id, 36);
}

function macOf({ imageKeys }: World, claims: string): string {
  return createHmac('sha256', imageKeys)
    .update(`support attachment ${claims}`)
    .digest('base64url')
    .slice(0, MAC_LENGTH);
}

import { createHmac, type KeyObject } from 'node:crypto';
import type { Actor } from '#server/platform/http/access.ts';
import { hashSecret } from '#server/platform/secrets.ts';

/** Who writes to us: an account, or the browser of a visitor, known by its token. */
export type Customer = { userId: number } | { visitorTokenHash: Buffer };

export function customerOf(actor: Actor | undefined, visitorToken: string | undefined): Customer | undefined {
  if (actor) return { userId: actor.userId };
  return visitorToken ? { visitorTokenHash: hashSecret(visitorToken) } : undefined;
}

/** Made of the first message's key, so that the same message sent again finds the same conversation. */
export function firstVisitorToken(keys: KeyObject, messageKey: string): string {
  return createHmac('sha256', keys).update(`support visitor ${messageKey}`).digest('base64url');
}

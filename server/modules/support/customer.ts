import type { Actor } from '#server/platform/http/access.ts';
import { type KeyRing, signText } from '#server/platform/key-ring.ts';
import { hashSecret } from '#server/platform/secrets.ts';

/** Either an account or a visitor's browser. The keys are column names of the support tables. */
export type Customer = { userId: number } | { visitorTokenHash: Buffer };

export function customerOf(actor: Actor | undefined, visitorToken: string | undefined): Customer | undefined {
  if (actor) return { userId: actor.userId };
  return visitorToken ? { visitorTokenHash: hashSecret(visitorToken) } : undefined;
}

/** Derived from the first message's key, so that resending that message finds the same conversation. */
export function firstVisitorToken(keys: KeyRing, messageKey: string): string {
  return signText(keys, `support visitor ${messageKey}`);
}

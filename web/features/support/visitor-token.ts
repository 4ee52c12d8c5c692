import { readSession } from '#web/lib/session.ts';
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'SUPPORT_VISITOR';

/** Names the conversation of a browser without an account; whoever is logged in needs none. */
export function readVisitorToken(): string | undefined {
  return readSession().isLoggedIn ? undefined : readStored(KEY);
}

export function keepVisitorToken(token: string | null): void {
  if (token) writeStored(KEY, token);
}

export function forgetVisitorToken(): void {
  removeStored(KEY);
}

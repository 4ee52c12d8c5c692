import { readSession } from '#web/lib/session.ts';
import { readStored, removeStored, writeStored } from '#web/lib/storage.ts';

const KEY = 'SUPPORT_VISITOR';

/** Identifies the conversation of a browser without an account. */
export function readVisitorToken(): string | undefined {
  return readSession().isLoggedIn ? undefined : readStored(KEY);
}

export function keepVisitorToken(token: string | null): void {
  if (token) writeStored(KEY, token);
}

export function forgetVisitorToken(): void {
  removeStored(KEY);
}

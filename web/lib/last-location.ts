// Kept in local storage for an hour, because a mailed link may open in another tab.

import { readStored, removeStored, writeStored } from './storage.ts';

export const LAST_LOCATION_KEY = 'LAST_LOCATION';
const KEPT_MS = 60 * 60 * 1000;
/** Pages for logged-out users, and pages whose address is a secret. */
const NEVER_KEPT = /^\/(login|loginsimple|register|passwordreset|cockpit|shared|pass|wall)(\/|\?|#|$)/i;
/** Addresses with the secret of a mailed link. */
const SECRET = /[?&]follow=/;

function isReturnable(path: unknown): path is string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return false;
  return !NEVER_KEPT.test(path) && !SECRET.test(path);
}

export function rememberLastLocation(path: string, now = Date.now()): void {
  if (isReturnable(path)) writeStored(LAST_LOCATION_KEY, JSON.stringify({ path, at: now }));
}

export function findLastLocation(now = Date.now()): string | undefined {
  try {
    const { path, at } = JSON.parse(readStored(LAST_LOCATION_KEY) ?? 'null') ?? {};
    return isReturnable(path) && now - at < KEPT_MS ? path : undefined;
  } catch {
    return undefined;
  }
}

export function forgetLastLocation(): void {
  removeStored(LAST_LOCATION_KEY);
}

import { isNumber, isText, readStoredJson, removeStored, shapeOf, writeStoredJson } from './storage.ts';

/** Props of a link to the log-in that comes back to a page, and saves a team if one is given. */
export function comeBackTo(path: string, followCode?: string) {
  return {
    onClick: () => {
      rememberLastLocation(path);
      if (followCode) rememberFollow(followCode);
    },
  };
}

// The team that a visitor picked before logging in. It is saved once they are in.

const PENDING_FOLLOW_KEY = 'PENDING_FOLLOW';
const TTL_MS = 60 * 60 * 1000;
const isPendingFollow = shapeOf<{ code: string; at: number }>({ code: isText, at: isNumber });

export function rememberFollow(code: string, now = Date.now()): void {
  writeStoredJson(PENDING_FOLLOW_KEY, { code, at: now });
}

/** Returns true once, and only for the team that was picked within the last hour. */
export function takePendingFollow(code: string, now = Date.now()): boolean {
  const kept = readStoredJson(PENDING_FOLLOW_KEY);
  if (!isPendingFollow(kept) || kept.code !== code) return false;
  removeStored(PENDING_FOLLOW_KEY);
  return now - kept.at < TTL_MS;
}

// Kept in local storage for an hour, because a mailed link may open in another tab.

const LAST_LOCATION_KEY = 'LAST_LOCATION';
const isLastLocation = shapeOf<{ path: string; at: number }>({ path: isText, at: isNumber });
/** Pages for logged-out users, and pages whose address is a secret. */
const NEVER_SAVED =
  /^\/(login|loginsimple|register|passwordreset|cockpit|shared|pass|payee|wall)(\/|\?|#|$)/i;
/** Addresses with the secret of a mailed link. */
const SECRET = /[?&]follow=/;

const isReturnable = (path: string) =>
  /^\/(?![/\\])/.test(path) && !NEVER_SAVED.test(path) && !SECRET.test(path);

export function rememberLastLocation(path: string, now = Date.now()): void {
  if (isReturnable(path)) writeStoredJson(LAST_LOCATION_KEY, { path, at: now });
}

export function findLastLocation(now = Date.now()): string | undefined {
  const kept = readStoredJson(LAST_LOCATION_KEY);
  return isLastLocation(kept) && isReturnable(kept.path) && now - kept.at < TTL_MS ? kept.path : undefined;
}

export function forgetLastLocation(): void {
  removeStored(LAST_LOCATION_KEY);
}

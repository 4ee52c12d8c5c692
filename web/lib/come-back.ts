import { readStored, removeStored, writeStored } from './storage.ts';

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

export function rememberFollow(code: string, now = Date.now()): void {
  writeStored(PENDING_FOLLOW_KEY, JSON.stringify({ code, at: now }));
}

/** Returns true once, and only for the team that was picked within the last hour. */
export function takePendingFollow(code: string, now = Date.now()): boolean {
  try {
    const kept = JSON.parse(readStored(PENDING_FOLLOW_KEY) ?? 'null') ?? {};
    if (kept.code !== code) return false;
    removeStored(PENDING_FOLLOW_KEY);
    return now - kept.at < TTL_MS;
  } catch {
    return false;
  }
}

// Kept in local storage for an hour, because a mailed link may open in another tab.

const LAST_LOCATION_KEY = 'LAST_LOCATION';
const LOCATION_TTL_MS = 60 * 60 * 1000;
/** Pages for logged-out users, and pages whose address is a secret. */
const NEVER_SAVED =
  /^\/(login|loginsimple|register|passwordreset|cockpit|shared|pass|payee|wall)(\/|\?|#|$)/i;
/** Addresses with the secret of a mailed link. */
const SECRET = /[?&]follow=/;

function isReturnable(path: unknown): path is string {
  if (typeof path !== 'string' || !/^\/(?![/\\])/.test(path)) return false;
  return !NEVER_SAVED.test(path) && !SECRET.test(path);
}

export function rememberLastLocation(path: string, now = Date.now()): void {
  if (isReturnable(path)) writeStored(LAST_LOCATION_KEY, JSON.stringify({ path, at: now }));
}

export function findLastLocation(now = Date.now()): string | undefined {
  try {
    const { path, at } = JSON.parse(readStored(LAST_LOCATION_KEY) ?? 'null') ?? {};
    return isReturnable(path) && now - at < LOCATION_TTL_MS ? path : undefined;
  } catch {
    return undefined;
  }
}

export function forgetLastLocation(): void {
  removeStored(LAST_LOCATION_KEY);
}

import { rememberLastLocation } from './last-location.ts';
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
const KEPT_MS = 60 * 60 * 1000;

export function rememberFollow(code: string, now = Date.now()): void {
  writeStored(PENDING_FOLLOW_KEY, JSON.stringify({ code, at: now }));
}

/** Returns true once, and only for the team that was picked within the last hour. */
export function takePendingFollow(code: string, now = Date.now()): boolean {
  try {
    const kept = JSON.parse(readStored(PENDING_FOLLOW_KEY) ?? 'null') ?? {};
    if (kept.code !== code) return false;
    removeStored(PENDING_FOLLOW_KEY);
    return now - kept.at < KEPT_MS;
  } catch {
    return false;
  }
}

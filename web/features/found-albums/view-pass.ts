// A pass is what one used view gives: the photos and their token. It is kept for this tab, so that a reload
// within the half hour uses no second view.

import type { Image } from '#contract/entities/album.ts';
import { readSession, subscribeToSession } from '#web/lib/session.ts';

export type ViewPass = { images: Image[]; token: string; expiresAt: number };

const PREFIX = 'ALBUM_VIEW';
const VIEW_MS = 30 * 60 * 1000;

const keyOf = (userId: number, albumId: number) => `${PREFIX}:${userId}:${albumId}`;

/** The token starts with `<issued>-<expiry>` in seconds, in base 36; otherwise the half hour counts from now. */
export function expiryOf(token: string, now = Date.now()): number {
  const [life = ''] = token.split('.');
  const expiresAt = Number.parseInt(life.split('-')[1] ?? '', 36) * 1000;
  const isPlausible = expiresAt > now && expiresAt <= now + 2 * VIEW_MS;
  return isPlausible ? expiresAt : now + VIEW_MS;
}

function removePasses(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
}

let isWatchingLogout = false;

function forgetAtLogout(): void {
  if (isWatchingLogout) return;
  isWatchingLogout = true;
  subscribeToSession(() => {
    if (!readSession().token) removePasses();
  });
}

export function readPass(userId: number, albumId: number, now = Date.now()): ViewPass | undefined {
  try {
    const pass = JSON.parse(sessionStorage.getItem(keyOf(userId, albumId)) ?? 'null') as ViewPass | null;
    return pass && pass.expiresAt > now ? pass : undefined;
  } catch {
    return undefined;
  }
}

/** Full storage drops older passes; without storage the pass lives in memory only. */
export function keepPass(userId: number, albumId: number, pass: ViewPass): void {
  const text = JSON.stringify(pass);
  const store = () => sessionStorage.setItem(keyOf(userId, albumId), text);
  try {
    forgetAtLogout();
    store();
  } catch {
    try {
      removePasses();
      store();
    } catch {
      // Without storage the page keeps the pass in memory.
    }
  }
}

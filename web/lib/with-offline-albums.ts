import { offlineKey } from './offline.ts';
import { readSession } from './session.ts';
import { readStored } from './storage.ts';

/** Most people keep no album, so what reads and changes kept ones is loaded only for those who do. */
export function withOfflineAlbums(
  change: (kept: typeof import('./offline-albums.ts')) => Promise<void>,
): void {
  const userId = readSession().user?.id;
  if (userId === undefined || readStored(offlineKey(userId)) === undefined) return;
  void import('./offline-albums.ts').then(change).catch(() => undefined);
}

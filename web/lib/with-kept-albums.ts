import { keyOfKept } from './forget-kept-albums.ts';
import { readSession } from './session.ts';
import { readStored } from './storage.ts';

/** Most people keep no album, so what reads and changes kept ones is loaded only for those who do. */
export function withKeptAlbums(change: (kept: typeof import('./kept-albums.ts')) => Promise<void>): void {
  const userId = readSession().user?.id;
  if (userId === undefined || readStored(keyOfKept(userId)) === undefined) return;
  void import('./kept-albums.ts').then(change).catch(() => undefined);
}

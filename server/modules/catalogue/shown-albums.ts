import type { AlbumOnly } from '#contract/entities/album.ts';
import type { Db } from '#server/platform/database.ts';
import { findAlbums } from './albums.ts';
import { toWireAlbumOnly } from './catalogue.wire.ts';

/** What an album shows to everybody; `cover_auth` belongs to one person and is left out. */
export type ShownAlbum = Omit<AlbumOnly, 'cover_auth'>;
type AlbumVersion = { albumId: number; albumVersion: string };

/** More than the longest list of one customer, so that it fits. */
const MOST_KEPT = 6_000;
type Kept = Map<number, { version: string; album: ShownAlbum }>;
/** The key is the adapter, which belongs to one database. */
const kept = new WeakMap<object, Kept>();

function keptAlbums(db: Db): Kept {
  const { adapter } = db.getExecutor();
  const found = kept.get(adapter) ?? new Map();
  kept.set(adapter, found);
  return found;
}

/**
 * Returns albums from memory as long as their rows are the same. The versions were read before, so what is kept for them
 * is as new as they are or newer. Albums that are gone are left out.
 */
export async function shownAlbumsOf(
  db: Db,
  versions: readonly AlbumVersion[],
): Promise<ReadonlyMap<number, ShownAlbum>> {
  const albums = keptAlbums(db);
  const shown = new Map<number, ShownAlbum>();
  const missing = new Map<number, string>();
  for (const { albumId, albumVersion } of versions) {
    const found = albums.get(albumId);
    if (found?.version === albumVersion) shown.set(albumId, found.album);
    else missing.set(albumId, albumVersion);
  }
  if (missing.size === 0) return shown;
  const rows = await findAlbums(db, [...missing.keys()]);
  if (albums.size + rows.length > MOST_KEPT) albums.clear();
  for (const row of rows) {
    const { cover_auth: _, ...album } = toWireAlbumOnly(row, { cover: row.cover, cover_auth: null });
    albums.set(row.id, { version: missing.get(row.id) ?? '', album });
    shown.set(row.id, album);
  }
  return shown;
}

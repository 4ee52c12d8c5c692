import type { AdminAlbum } from './admin-albums.types.ts';

/** Some thousands of rows a call: few calls, and the page stays quick meanwhile. */
export const READ_AT_ONCE = 2_500;
const MOST_TRIES = 3;

type AlbumSource = {
  readPage: (start: number, limit: number) => Promise<AdminAlbum[]>;
  countAll: () => Promise<number>;
  limit: number;
  onProgress: (read: number) => void;
};

/**
 * Every album of a list, each once. Pages shift when someone changes an album meanwhile: what came twice is kept
 * once, and when one slipped through between two pages all is read again.
 */
export async function readAllAlbums(source: AlbumSource): Promise<AdminAlbum[]> {
  for (let attempt = 1; ; attempt++) {
    const albums = await readOnce(source);
    if (attempt === MOST_TRIES || albums.length >= Math.min(await source.countAll(), source.limit)) {
      return albums;
    }
  }
}

async function readOnce({ readPage, limit, onProgress }: AlbumSource): Promise<AdminAlbum[]> {
  const read = new Map<number, AdminAlbum>();
  for (let start = 0; start < limit; start += READ_AT_ONCE) {
    const page = await readPage(start, Math.min(READ_AT_ONCE, limit - start));
    for (const album of page) read.set(album.id, album);
    onProgress(read.size);
    if (page.length < READ_AT_ONCE) break;
  }
  return [...read.values()];
}

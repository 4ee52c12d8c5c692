import { z } from 'zod';
import type { TxContext } from '#server/context.ts';
import { defineJob } from '#server/platform/queue.ts';
import { markPublished } from './albums.queries.ts';

/** Tells later modules that an album can be found from now on. */
export const albumPublished = defineJob({
  name: 'catalogue.album-published',
  payload: z.object({ albumId: z.int(), quiet: z.boolean().default(false) }),
});

/** What news of its publication is about. */
export function albumSubject(albumId: number): string {
  return `album:${albumId}`;
}

/** False when the album was published before. A quiet one is found, but nobody is told. */
export async function publishAlbum(
  { db, clock, queue }: Pick<TxContext, 'db' | 'clock' | 'queue'>,
  albumId: number,
  { quiet = false } = {},
): Promise<boolean> {
  const isNews = await markPublished(db, albumId, clock.now());
  if (isNews) await queue.enqueue(db, albumPublished, { albumId, quiet });
  return isNews;
}

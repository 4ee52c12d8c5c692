import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { defineJob } from '#server/platform/queue.ts';
import { markPublished } from './albums.queries.ts';

/** Tells later modules that an album can be found from now on. */
export const albumPublished = defineJob({
  name: 'catalogue.album-published',
  payload: z.object({
    albumId: z.int(),
    quiet: z.boolean().default(false),
    /** Users to be told even so: the news was taken back before it had reached them. */
    untold: z.array(z.int()).default([]),
  }),
});

/** What news of its publication is about. */
export function albumSubject(albumId: number): string {
  return `album:${albumId}`;
}

/** What the record calls it when nobody did it. */
export const PUBLISHED_BY_ITSELF = 'album.publish-by-itself';

type PublishOptions = {
  /** Found by followers, but nobody is told. */
  quiet?: boolean | undefined;
  /** When it was published, if not now. */
  at?: Date | string;
  untold?: number[];
};

/** False when the album was published before. */
export async function publishAlbum(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  albumId: number,
  { quiet = false, at = clock.now(), untold = [] }: PublishOptions = {},
): Promise<boolean> {
  const isNews = await markPublished(db, albumId, at);
  if (isNews) await queue.enqueue(db, albumPublished, { albumId, quiet, untold });
  return isNews;
}

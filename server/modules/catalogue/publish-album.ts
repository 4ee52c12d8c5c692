import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { retract } from '#server/modules/notifications/notify.ts';
import { defineJob } from '#server/platform/queue.ts';
import { markPublished, updateAlbumFields } from './albums.queries.ts';
import { coverSoon } from './cover-soon.ts';

/** Tells later modules that customers can find an album from now on, or under a new name. */
export const albumPublished = defineJob({
  name: 'catalogue.album-published',
  payload: z.object({
    albumId: z.int(),
    /** Followers find a quietly published album but get no message. */
    quiet: z.boolean().default(false),
    /** These users get a message even so: an earlier one was retracted before it was sent. */
    untold: z.array(z.int()).default([]),
  }),
});

/** Tells later modules that an album is no longer sold, once its unpublishing can no longer be undone. */
export const albumUnpublished = defineJob({
  name: 'catalogue.album-unpublished',
  payload: z.object({ albumId: z.int() }),
});

/** Staff can undo the unpublishing of several albums for this long. */
export const UNDO_MINUTES = 10;

/** Names the album in the audit log and in notifications. */
export function albumSubject(albumId: number): string {
  return `album:${albumId}`;
}

type PublishOptions = { quiet?: boolean | undefined; at?: Date | string; untold?: number[] };

/** Returns false if the album was already published. */
export async function publishAlbum(
  { db, clock, queue }: Pick<Tx, 'db' | 'clock' | 'queue'>,
  albumId: number,
  { quiet = false, at = clock.now(), untold = [] }: PublishOptions = {},
): Promise<boolean> {
  const isPublished = await markPublished(db, albumId, at);
  if (isPublished) {
    await queue.enqueue(db, albumPublished, { albumId, quiet, untold });
    await coverSoon({ db, queue }, albumId);
  }
  return isPublished;
}

/** Returns the users who had not yet been told that the album was published. */
export async function unpublishAlbum(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  albumId: number,
): Promise<number[]> {
  await updateAlbumFields(db, albumId, { publishedAt: null });
  await queue.enqueue(db, albumUnpublished, { albumId }, { startAfterSeconds: UNDO_MINUTES * 60 });
  return retract(db, 'album_published', albumSubject(albumId));
}

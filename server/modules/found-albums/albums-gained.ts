import { z } from 'zod';
import type { Tx } from '#server/context.ts';
import { defineJob } from '#server/platform/queue/queue.ts';

/** Tells later modules that a customer has more albums, or that an album has more customers. */
export const albumsGained = defineJob({
  name: 'found-albums.albums-gained',
  payload: z.union([z.object({ userId: z.int() }), z.object({ albumId: z.int() })]),
});

export async function notifyAlbumsGained(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  userId: number,
): Promise<void> {
  await queue.enqueue(db, albumsGained, { userId }, { singletonKey: `user:${userId}` });
}

export async function notifyHoldersGained(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  albumId: number,
): Promise<void> {
  await queue.enqueue(db, albumsGained, { albumId }, { singletonKey: `album:${albumId}` });
}

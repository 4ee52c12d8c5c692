import { sql } from 'kysely';
import { z } from 'zod';
import type { CoverImage } from '#contract/entities/album.ts';
import type { Context, Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { ANYONE, issueThumbToken } from '#server/platform/security/image-tokens.ts';

type CoverContext = Pick<Context, 'clock' | 'imageKeys'>;

export type Cover = { cover: CoverImage[]; cover_auth: string | null };
type CoveredAlbum = { uuid: string; cover: CoverImage[] };

export function openCover(context: CoverContext, album: CoveredAlbum, userId: number = ANYONE): Cover {
  return { cover: album.cover, cover_auth: issueCoverToken(context, album, { userId, isOwned: false }) };
}

/** Shows the owner of an album its cover without the watermark. */
export function openOwnedCover<A extends CoveredAlbum & Cover>(
  context: CoverContext,
  album: A,
  userId: number,
): A {
  return { ...album, cover_auth: issueCoverToken(context, album, { userId, isOwned: true }) };
}

/** Returns null if the album has no cover. */
export function issueCoverToken(
  context: CoverContext,
  { uuid: folderUuid, cover }: CoveredAlbum,
  { userId, isOwned }: { userId: number; isOwned: boolean },
): string | null {
  if (cover.length === 0) return null;
  const imageIds = cover.map(({ id }) => id);
  return issueThumbToken(context, { folderUuid, userId, imageIds }, isOwned ? 'clean-thumbs' : 'thumbs');
}

/** Asks the images module for the large pictures of an album's cover. */
export const makeCoversJob = defineJob({
  name: 'images.make-covers',
  payload: z.object({ albumId: z.int(), isClean: z.boolean().default(false) }),
  concurrency: 1,
  retries: 3,
  expireSeconds: 300,
});

/** Enqueues at most one waiting job per album. */
export async function coverSoon(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  albumId: number,
  { isClean = false } = {},
): Promise<void> {
  const singletonKey = `album:${albumId}${isClean ? ':clean' : ''}`;
  await queue.enqueue(db, makeCoversJob, { albumId, isClean }, { singletonKey });
}

export async function findPickedCover(db: Db, albumId: number): Promise<number | null> {
  const album = await db
    .selectFrom('albums')
    .select('coverImageId')
    .where('id', '=', albumId)
    .executeTakeFirst();
  return album?.coverImageId ?? null;
}

export async function lockPickedCover(db: Db, albumId: number): Promise<number | null> {
  await db.selectFrom('albums').select('id').where('id', '=', albumId).forNoKeyUpdate().execute();
  return findPickedCover(db, albumId);
}

/** Null lets the cover be chosen by time again. The function reads the picked photo, so it needs a second statement. */
export async function pickCover(db: Db, albumId: number, imageId: number | null): Promise<void> {
  await db.updateTable('albums').set({ coverImageId: imageId }).where('id', '=', albumId).execute();
  await sql`update albums set cover = album_cover(id) where id = ${albumId}`.execute(db);
}

import { findFaceImage } from '#server/modules/images/image-faces.ts';
import { isMatchingOn } from './athletes.ts';
import { getFaces, hasSearchableHolder, withPriority } from './detect-faces.ts';
import { type MatchContext, matchPhoto } from './match-album.ts';

/** Looks for the faces of a photo that has just arrived, and compares them at once if a parent waits for its album. */
export async function searchPhoto(context: MatchContext, imageId: number): Promise<void> {
  const engine = await context.faces.open();
  const image = await findFaceImage(context.db, imageId);
  if (!engine || !image) return;
  const isWaitedFor = await hasSearchableHolder(context, image.albumId);
  const seen = await getFaces(
    context,
    withPriority(engine, isWaitedFor ? 'interactive' : 'background'),
    image,
  );
  // Meanwhile the photo may have been moved or hidden, or its album may have gained followers.
  const current = await findFaceImage(context.db, imageId);
  if (!current || current.albumId === null || current.hiddenAt !== null) return;
  if (!(await isMatchingOn(context)) || !(await hasSearchableHolder(context, current.albumId))) return;
  // Looking for faces takes ten times as long as comparing them, so what was found is compared first.
  await matchPhoto(context, withPriority(engine, 'urgent'), { image, albumId: current.albumId, seen });
}

import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import { MOST_PHOTO_LINKS, type photoLinkEndpoints } from '#contract/endpoints/photo-links.ts';
import type { Tx } from '#server/context.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { lockName } from '#server/platform/lock-name.ts';
import { findShown } from './find-shown.ts';
import { photoLinks } from './photo-links.queries.ts';
import { toWireLink } from './photo-links.wire.ts';

const MINUTES_PER_DAY = 24 * 60;

type NewLink = BodyOf<typeof photoLinkEndpoints.makePhotoLink>;
type MadeLink = ResponseOf<typeof photoLinkEndpoints.makePhotoLink>;

/** Returns the secret, of which only the hash is stored. */
export async function makePhotoLink(
  tx: Pick<Tx, 'db' | 'clock'>,
  { userId }: Actor,
  { album: albumId, images, label, days, downloads }: NewLink,
): Promise<MadeLink> {
  const { db, clock } = tx;
  const now = clock.now();
  await lockName(db, `photo-links:${userId}`);
  const imageIds = [...new Set(images)];
  const shown = await findShown(tx, { userId, albumId, imageIds });
  if (!shown || shown.images.length < imageIds.length) throw new AppError('not_found');
  await photoLinks.refuseWhenFull(db, userId, now.toISOString(), {
    most: MOST_PHOTO_LINKS,
    message: `You can have ${MOST_PHOTO_LINKS} links. End one to add another.`,
  });
  const { link, token } = await photoLinks.make(db, {
    userId,
    albumId,
    imageIds,
    label,
    allowsDownloads: downloads,
    createdAt: now,
    endsAt: minutesFrom(now, days * MINUTES_PER_DAY),
  });
  return { ...toWireLink(link, shown.album.teamName, now), token };
}

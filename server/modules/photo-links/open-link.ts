import type { SharedPhotos } from '#contract/endpoints/photo-links.ts';
import type { Context } from '#server/context.ts';
import { firstNamesOf } from '#server/modules/accounts/find-people.ts';
import { AppError } from '#server/platform/errors.ts';
import { issuePictureToken } from '#server/platform/link-picture-token.ts';
import { toIso } from '#server/platform/timestamps.ts';
import { findShown } from './find-shown.ts';
import { type LinkRow, photoLinks } from './photo-links.queries.ts';

export const isWorking = (link: LinkRow, now: Date) =>
  photoLinks.standingOf(link, now.toISOString()) === 'works';

/** Wrong, ended and expired links get the same answer, and so does one without a photo that may still be shown. */
export async function openPhotoLink(
  context: Pick<Context, 'db' | 'clock' | 'imageKeys'>,
  token: string,
): Promise<SharedPhotos> {
  const { db, clock } = context;
  const now = clock.now();
  const link = await photoLinks.findByToken(db, token);
  if (!link || !isWorking(link, now)) throw new AppError('not_found');
  const shown = await findShown(context, link);
  if (!shown || shown.images.length === 0) throw new AppError('not_found');
  await photoLinks.markOpened(db, link, now);
  return {
    title: shown.album.teamName,
    event: shown.album.eventTitle,
    owner_first_name: (await firstNamesOf(db, [link.userId])).get(link.userId) ?? '',
    images: shown.images,
    downloads: link.allowsDownloads,
    ends_at: toIso(link.endsAt),
    auth: issuePictureToken(context, { kind: 'photo-link', linkId: link.id }),
  };
}

import type { Tx } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { prepareSoon } from '#server/modules/catalogue/prepare-soon.ts';
import { findPreparation, forgetFailures } from '#server/modules/images/album-preparation.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';

/** Checks every original of the album again. Until then, customers keep the current zip. */
export async function reprocessAlbum(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  actor: Actor,
  albumId: number,
): Promise<void> {
  if (!(await findAlbumFacts(db, albumId))) throw new AppError('not_found');
  const { failure } = await findPreparation({ queue }, albumId);
  await forgetFailures({ queue }, albumId);
  await prepareSoon({ db, queue }, albumId, { anew: true });
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'album.reprocess-zip',
    subject: `album:${albumId}`,
    before: { zip: failure ? `failed: ${failure.reason}` : 'as prepared before' },
    after: { zip: 'prepared again' },
  });
}

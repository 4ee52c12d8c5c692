import type { PhotoLink } from '#contract/endpoints/photo-links.ts';
import type { Tx } from '#server/context.ts';
import { actFor } from '#server/modules/accounts/customer-access.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { showLinks } from './list-links.ts';
import { type LinkRow, photoLinks } from './photo-links.queries.ts';

type Ending = { linkId: number; userId: number; asStaff?: boolean };

/** Ends an own link, or as staff the link of a customer. Ending it twice changes nothing. */
export async function endPhotoLink(
  tx: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { linkId, userId, asStaff = false }: Ending,
): Promise<PhotoLink> {
  if (asStaff) await actFor(tx, actor, userId);
  const link = await photoLinks.find(tx.db, linkId);
  if (link?.userId !== userId) throw new AppError('not_found');
  const ended = await photoLinks.end(tx.db, linkId, tx.clock.now());
  if (ended && asStaff) await recordEnd(tx, actor, ended);
  const [shown] = await showLinks(tx, [ended ?? link]);
  if (!shown) throw new AppError('not_found');
  return shown;
}

async function recordEnd({ db }: Pick<Tx, 'db'>, actor: Actor, { id, userId, albumId }: LinkRow) {
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'photo-link.end',
    subject: `user:${userId}`,
    before: { linkId: id, albumId, standing: 'works' },
    after: { linkId: id, albumId, standing: 'ended' },
  });
}

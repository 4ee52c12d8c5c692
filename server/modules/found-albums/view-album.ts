import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { isStaff } from '#contract/rules/permissions.ts';
import { viewAllowance } from '#contract/rules/view-allowance.ts';
import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { albumImagesAsJson } from '#server/modules/images/album-images.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { albumScope, issueImageToken } from '#server/platform/image-tokens.ts';
import { lockFound, spendView } from './found-albums.queries.ts';
import { toWireHeldAlbum } from './found-albums.wire.ts';
import { findHeldAlbum } from './held-albums.queries.ts';
import { openHeldAlbums } from './open-albums.ts';
import { isBought, spendOpening } from './spend-opening.ts';

const TOKEN_MINUTES = 30;

/** The images are the text of a JSON array. */
type ViewedAlbum = UserFoundAlbum & { imagesJson: string; temp_jwt: string };

/**
 * Spends one view of the allowance and opens the album's previews for a while. Owners may view without limit. A refusal
 * throws, so it spends neither a view nor the budget of openings.
 */
export async function viewAlbum(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'> & { purchases: Purchases },
  { userId, role }: Actor,
  foundId: number,
): Promise<ViewedAlbum> {
  // The lock makes concurrent calls wait, so that each response lists the views before it.
  const [held] = await lockFound(tx.db, userId, [foundId]);
  const found = held && (await findHeldAlbum(tx.db, tx.purchases, { userId, foundId }));
  const [album] = found ? await openHeldAlbums(tx, [found], userId) : [];
  if (!album) throw new AppError('not_found');
  const { row, standing, limits } = album;
  // Customers who viewed the album before the event was archived may use the views they have left.
  const isNewViewer = row.viewsUsed === 0 && !isBought(standing) && !isStaff(role);
  if (album.event.archived && isNewViewer) throw new AppError('event_archived');
  const limit = standing.owned ? null : viewAllowance(standing, limits);
  const view = await spendView(tx.db, foundId, limit, tx.clock.now());
  if (!view) throw new AppError('views_exceeded');
  if (!isStaff(role) && !isBought(standing) && !row.vouched) {
    await spendOpening(tx, userId, { albumId: row.id, programName: row.programName });
  }
  const grant = { folderUuid: album.album.uuid, userId, scope: albumScope(standing.owned) };
  return {
    ...toWireHeldAlbum({ ...album, row: { ...row, views: [...(row.views ?? []), view] } }),
    imagesJson: await albumImagesAsJson(tx.db, row.id),
    temp_jwt: issueImageToken(tx, grant, TOKEN_MINUTES),
  };
}

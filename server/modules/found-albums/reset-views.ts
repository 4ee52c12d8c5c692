import type { UserFoundAlbum } from '#contract/entities/album.ts';
import type { BulkAnswer } from '#contract/lists/list.ts';
import type { Tx } from '#server/context.ts';
import { actFor, countReset } from '#server/modules/accounts/customer-access.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { recordAudits } from '#server/platform/audit/audit.ts';
import { anyOf } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { answerForFound } from '#server/platform/lists/act-on-each.ts';
import { findFound, type LockedFound, lockFound } from './found-albums.queries.ts';
import { loadOpenAlbums, toWireFoundAlbum } from './my-albums.ts';

type ResetTx = Pick<Tx, 'db' | 'clock'>;

export async function resetViews(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'> & { purchases: Purchases },
  actor: Actor,
  foundId: number,
): Promise<UserFoundAlbum> {
  const row = await findFound(tx.db, foundId);
  if (!row) throw new AppError('not_found');
  const { userId, albumId } = row;
  await actFor(tx, actor, userId);
  await countReset(tx, actor, userId);
  await giveBack(tx, actor, await lockFound(tx.db, userId, [foundId]));
  const album = (await loadOpenAlbums(tx, { userId, albumIds: [albumId] })).get(albumId);
  if (!album) throw new AppError('not_found');
  return toWireFoundAlbum({ ...album, row: { ...row, views: null } });
}

/** Returns how many of the customer's albums had been viewed. */
export async function resetAllViews(tx: ResetTx, actor: Actor, userId: number): Promise<number> {
  await actFor(tx, actor, userId);
  await countReset(tx, actor, userId);
  const viewed = (await lockFound(tx.db, userId)).filter(isViewed);
  await giveBack(tx, actor, viewed);
  return viewed.length;
}

export async function resetChosenViews(
  tx: ResetTx,
  actor: Actor,
  { userId, foundIds }: { userId: number; foundIds: readonly number[] },
): Promise<BulkAnswer<number>> {
  await actFor(tx, actor, userId);
  await countReset(tx, actor, userId);
  const chosen = await lockFound(tx.db, userId, foundIds);
  await giveBack(tx, actor, chosen.filter(isViewed));
  return answerForFound(foundIds, chosen);
}

const isViewed = ({ viewsUsed }: LockedFound) => viewsUsed > 0;

/** The rows must be locked, so that the audit log has exactly the views that were given back. */
async function giveBack({ db }: Pick<Tx, 'db'>, actor: Actor, rows: LockedFound[]): Promise<void> {
  const given = anyOf(rows.map(({ id }) => id));
  await db.updateTable('userFoundAlbums').set({ viewsUsed: 0 }).where('id', '=', given).execute();
  await db.deleteFrom('userAlbumViews').where('foundAlbumId', '=', given).execute();
  await recordAudits(
    db,
    rows.map(({ id, userId, albumId, viewsUsed }) => ({
      actorId: actor.userId,
      action: 'found-album.reset-views',
      subject: `found-album:${id}`,
      before: { userId, albumId, viewsUsed },
      after: { userId, albumId, viewsUsed: 0 },
    })),
  );
}

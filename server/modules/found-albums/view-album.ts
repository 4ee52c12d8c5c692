import type { UserFoundAlbum } from '#contract/entities/album.ts';
import { openUntil, VIEW_MINUTES, viewAllowance } from '#contract/rules/albums.ts';
import { isStaff } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { albumScope, issueImageToken } from '#server/platform/security/image-tokens.ts';
import { minutesBetween } from '#server/platform/time/clock.ts';
import { lockFound, recordView, usedLatestView, type View } from './found-albums.queries.ts';
import { findHeldAlbum } from './held-albums.queries.ts';
import { type OpenHeldAlbum, openHeldAlbums, toWireFoundAlbum } from './my-albums.ts';
import { isBought, spendPreviewQuota } from './spend-preview-quota.ts';

type ViewTx = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'> & { purchases: Purchases };

/**
 * Opens the album's previews for half an hour and uses one view of the allowance. Within that time the other devices of
 * the account use none, nor does this one if it asks to resume. Owners may view without limit. A refusal throws, so it
 * spends neither a view nor the preview quota.
 */
export async function viewAlbum(
  tx: ViewTx,
  actor: Actor,
  { foundId, resume }: { foundId: number; resume: boolean },
): Promise<UserFoundAlbum & { temp_jwt: string }> {
  const { userId } = actor;
  // The lock makes concurrent calls wait, so that each of them counts and lists the views before it.
  await lockFound(tx.db, userId, [foundId]);
  const found = await findHeldAlbum(tx.db, tx.purchases, { userId, foundId });
  const [open] = found ? await openHeldAlbums(tx, [found], userId) : [];
  if (!open) throw new AppError('not_found');
  const { row, album, ownership } = open;
  const now = tx.clock.now();
  const before = row.views ?? [];
  const latest = openUntil(before, now);
  const isShared = resume || !(latest && (await usedLatestView(tx.db, foundId, actor.sessionId)));
  const running = isShared ? latest : undefined;
  const views = running ? before : [...before, await spendView(tx, actor, open, now)];
  const grant = { folderUuid: album.uuid, userId, scope: albumScope(ownership.owned) };
  return {
    ...toWireFoundAlbum({ ...open, row: { ...row, views } }),
    temp_jwt: issueImageToken(tx, grant, running ? minutesBetween(now, running) : VIEW_MINUTES),
  };
}

async function spendView(tx: ViewTx, actor: Actor, open: OpenHeldAlbum, now: Date): Promise<View> {
  requireViewLeft(open, actor);
  const view = await recordView(tx.db, { foundId: open.row.foundId, sessionId: actor.sessionId, now });
  if (countsTowardQuota(open, actor)) {
    const { id: albumId, program_name: programName } = open.album;
    await spendPreviewQuota(tx, actor.userId, { albumId, programName });
  }
  return view;
}

function requireViewLeft({ row, event, ownership, limits }: OpenHeldAlbum, { role }: Actor): void {
  // Customers who viewed the album before the event was archived may use the views they have left.
  const isNewViewer = row.viewsUsed === 0 && !isBought(ownership) && !isStaff(role);
  if (event.archived && isNewViewer) throw new AppError('event_archived');
  if (!ownership.owned && row.viewsUsed >= viewAllowance(ownership, limits)) {
    throw new AppError('views_exceeded');
  }
}

function countsTowardQuota({ row, ownership }: OpenHeldAlbum, { role }: Actor): boolean {
  return !isStaff(role) && !isBought(ownership) && !row.vouched;
}

import { viewAllowance } from '#contract/rules/albums.ts';
import { isStaff } from '#contract/rules/permissions.ts';
import type { Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-standing.ts';
import { albumImagesAsJson } from '#server/modules/images/album-images.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { type JsonText, withKept } from '#server/platform/http/json-text.ts';
import type { KeptText } from '#server/platform/http/kept-text.ts';
import { albumScope, issueImageToken } from '#server/platform/image-tokens.ts';
import { programKey } from './budgets.rules.ts';
import {
  findViewsBefore,
  lockFound,
  spendView,
  spendViewWithRoom,
  type View,
} from './found-albums.queries.ts';
import { writeHeldAlbum } from './found-albums.wire.ts';
import { findHeldAlbum, type HeldAlbumRow } from './held-albums.queries.ts';
import { type OpenHeldAlbum, openHeldAlbums } from './open-albums.ts';
import { findRoom, isBought, spendOpening } from './spend-opening.ts';

const TOKEN_MINUTES = 30;

type ViewTx = Pick<Tx, 'db' | 'clock' | 'imageKeys' | 'log'> & { purchases: Purchases };

/**
 * Spends one view of the allowance and opens the album's previews for a while. Owners may view without limit. A refusal
 * throws, so it spends neither a view nor the budget of openings.
 */
export async function viewAlbum(tx: ViewTx, actor: Actor, foundId: number): Promise<JsonText> {
  const { userId } = actor;
  // The lock makes concurrent calls wait, so that each response lists the views before it.
  const [held] = await lockFound(tx.db, userId, [foundId]);
  const open = held && (await findOpen(tx, userId, foundId));
  if (!open) throw new AppError('not_found');
  const limit = allowedViews(open, actor);
  const view = await spendView(tx.db, { foundId, limit, now: tx.clock.now() });
  if (!view) throw new AppError('views_exceeded');
  const { row, album } = open;
  if (spendsBudget(open, actor)) {
    await spendOpening(tx, userId, { albumId: row.albumId, programName: album.program_name });
  }
  return writeAnswer(tx, { open, view, userId, images: await albumImagesAsJson(tx.db, row.albumId) });
}

/**
 * The same in one statement that waits only for the counting of others. Returns undefined if the view must be refused or the
 * budget of openings may be used up; `viewAlbum` then decides.
 */
export async function viewAtOnce(
  context: ViewTx,
  actor: Actor,
  foundId: number,
): Promise<JsonText | undefined> {
  const { db } = context;
  const { userId } = actor;
  const open = await findOpen(context, userId, foundId);
  if (!open) return undefined;
  const { row } = open;
  const [view, images] = await Promise.all([
    countAtOnce(context, actor, open),
    albumImagesAsJson(db, row.albumId),
  ]);
  if (!view) return undefined;
  // Others may have viewed the album since it was read, or staff may have given its views back.
  const isUnchanged = view.version === row.foundVersion;
  const viewsJson = isUnchanged ? row.viewsJson : await findViewsBefore(db, foundId, view.id);
  return writeAnswer(context, { open: { ...open, row: { ...row, viewsJson } }, view, userId, images });
}

async function countAtOnce(context: ViewTx, actor: Actor, open: OpenHeldAlbum) {
  const { db, clock } = context;
  const { foundId } = open.row;
  const limit = allowedViews(open, actor);
  const now = clock.now();
  if (limit === null || !spendsBudget(open, actor)) return spendView(db, { foundId, limit, now });
  const program = programKey(open.album.program_name);
  const { userId } = actor;
  return spendViewWithRoom(db, { userId, foundId, limit, now, program, ...(await findRoom(context)) });
}

async function findOpen(tx: ViewTx, userId: number, foundId: number): Promise<OpenHeldAlbum | undefined> {
  const found = await findHeldAlbum(tx.db, tx.purchases, { userId, foundId });
  const [open] = found ? await openHeldAlbums(tx, [found], userId) : [];
  return open;
}

/** Returns null if the customer may view without limit. */
function allowedViews({ row, event, standing, limits }: OpenHeldAlbum, { role }: Actor): number | null {
  // Customers who viewed the album before the event was archived may use the views they have left.
  const isNewViewer = row.viewsUsed === 0 && !isBought(standing) && !isStaff(role);
  if (event.archived && isNewViewer) throw new AppError('event_archived');
  return standing.owned ? null : viewAllowance(standing, limits);
}

function spendsBudget({ row, standing }: OpenHeldAlbum, { role }: Actor): boolean {
  return !isStaff(role) && !isBought(standing) && !row.vouched;
}

type Viewing = { open: OpenHeldAlbum; view: View; userId: number; images: KeptText };

function writeAnswer(tx: ViewTx, { open, view, userId, images }: Viewing): JsonText {
  const grant = { folderUuid: open.album.uuid, userId, scope: albumScope(open.standing.owned) };
  const token = JSON.stringify(issueImageToken(tx, grant, TOKEN_MINUTES));
  const viewed = writeHeldAlbum({ ...open, row: withView(open.row, view) });
  return withKept(`${viewed.slice(0, -1)},"temp_jwt":${token}}`, 'images', images);
}

function withView(row: HeldAlbumRow, { id, created_at }: View): HeldAlbumRow {
  const views = row.viewsJson === null ? '[' : `${row.viewsJson.slice(0, -1)},`;
  return { ...row, viewsJson: `${views}${JSON.stringify({ id, created_at })}]` };
}

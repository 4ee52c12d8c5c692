import type { Tx } from '#server/context.ts';
import { findMailboxKey } from '#server/modules/accounts/mailboxes.ts';
import { ownershipsOf, type Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/http/errors.ts';
import {
  findQuotaGrant,
  isOfSavedTeam,
  listPreviews,
  lockPreviews,
  type OwnPreview,
  recordPreview,
} from './preview-quota.queries.ts';
import {
  PROGRAM_WINDOW_MS,
  type Preview,
  type PreviewLimits,
  programKey,
  type Refusal,
  refusePreview,
} from './preview-quota.rules.ts';
import { findQuota, newcomerLimits, type PreviewQuota } from './preview-quota.ts';

type QuotaTx = Pick<Tx, 'db' | 'clock' | 'log'> & { purchases: Purchases };

/** Counts an opened album, or refuses it if the person has opened too many programs or albums. */
export async function spendPreviewQuota(
  tx: QuotaTx,
  userId: number,
  { albumId, programName }: { albumId: number; programName: string },
): Promise<void> {
  const mailboxKey = await findMailboxKey(tx.db, userId);
  await lockPreviews(tx.db, mailboxKey);
  const now = tx.clock.now();
  const opened = { albumId, program: programKey(programName) };
  const previews = await listPreviews(tx.db, mailboxKey, windowStart(now));
  // No quota is lower than that of newcomers, and most previews are far from it.
  if (refusePreview(opened, previews, newcomerLimits(await getSettings(tx)), now)) {
    await requireQuota(tx, userId, opened);
  }
  await recordPreview(tx.db, { userId, ...opened, openedAt: now });
}

async function requireQuota(
  tx: QuotaTx,
  userId: number,
  opened: { albumId: number; program: string },
): Promise<void> {
  const { previews, quota } = await readQuota(tx, userId);
  const counted = await withoutBought(tx, previews);
  const refuse = (limits: PreviewLimits) => refusePreview(opened, counted, limits, tx.clock.now());
  const refusal = refuse(quota.limits);
  if (!refusal) return;
  const refusedLater = refuse(quota.later?.limits ?? quota.limits);
  const isLifted = !refusedLater && (await isOfSavedTeam(tx.db, userId, opened.albumId));
  if (!isLifted) throw refusalError(refusal, quota, refusedLater);
}

const windowStart = (now: Date) => new Date(now.getTime() - PROGRAM_WINDOW_MS);

/** Names the time at which the album can be opened: when something leaves the window, or the person is no longer new. */
function refusalError(
  { code, limit, freeAt }: Refusal,
  { later }: PreviewQuota,
  refusedLater: Refusal | undefined,
) {
  const isEarlier = later !== undefined && !refusedLater && later.from < freeAt;
  const free = isEarlier ? later.from : freeAt;
  return new AppError(code, { details: { limit, free_at: free.toISOString() } });
}

/** What the person opened since the last reset, and how much they may open. */
export async function readQuota(
  tx: QuotaTx,
  userId: number,
): Promise<{
  previews: OwnPreview[];
  quota: PreviewQuota;
  grant: Awaited<ReturnType<typeof findQuotaGrant>>;
}> {
  const now = tx.clock.now();
  const grant = await findQuotaGrant(tx.db, userId);
  const countsFromMs = grant.countsFrom === null ? 0 : Date.parse(grant.countsFrom);
  const since = new Date(Math.max(windowStart(now).getTime(), countsFromMs));
  const mailboxKey = await findMailboxKey(tx.db, userId);
  const previews = await listPreviews(tx.db, mailboxKey, since);
  const { limits, later } = await findQuota(tx, mailboxKey);
  const isRaised = grant.until !== null && Date.parse(grant.until) > now.getTime();
  const raise = ({ programs, albums }: PreviewLimits): PreviewLimits => ({
    programs: programs + (isRaised ? grant.morePrograms : 0),
    albums: albums + (isRaised ? grant.moreAlbums : 0),
  });
  const quota = { limits: raise(limits), later: later && { ...later, limits: raise(later.limits) } };
  return { previews, quota, grant };
}

/** What was bought since it was opened leaves the count of the account that bought it. */
export async function withoutBought(
  { db, purchases }: Pick<QuotaTx, 'db' | 'purchases'>,
  previews: OwnPreview[],
): Promise<Preview[]> {
  const kept: Preview[] = [];
  for (const [userId, own] of Map.groupBy(previews, (preview) => preview.userId)) {
    const albumIds = own.map(({ albumId }) => albumId);
    const ownershipOf = await ownershipsOf(purchases, db, userId, albumIds);
    kept.push(...own.filter(({ albumId }) => !isBought(ownershipOf(albumId))));
  }
  return kept;
}

export function isBought({ owned, boughtImages }: { owned: boolean; boughtImages: number }): boolean {
  return owned || boughtImages > 0;
}

import type { PreviewQuota } from '#contract/endpoints/user-administration.ts';
import type { AuditAction } from '#contract/rules/audit-actions.ts';
import type { Tx } from '#server/context.ts';
import { actFor, countReset, readOf } from '#server/modules/accounts/customer-access.ts';
import { lockMailbox } from '#server/modules/accounts/mailboxes.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { checkVersion, versionOf } from '#server/platform/audit/versions.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { toIsoOrNull } from '#server/platform/time/timestamps.ts';
import { countPreviews } from './preview-quota.rules.ts';
import {
  findQuotaGrant,
  PREVIEWS_LOCK,
  readQuota,
  saveQuotaGrant,
  withoutBought,
} from './spend-preview-quota.ts';

type QuotaTx = Pick<Tx, 'db' | 'clock' | 'log'> & { purchases: Purchases };
export type MorePreviews = {
  morePrograms: number;
  moreAlbums: number;
  days: number;
  version?: number | undefined;
};

export async function showPreviewQuota(tx: QuotaTx, actor: Actor, userId: number): Promise<PreviewQuota> {
  await readOf(tx, actor, { userId, part: 'preview quota' });
  const version = await versionOf(tx.db, subjectOf(userId));
  const now = tx.clock.now();
  const { previews, quota, grant } = await readQuota(tx, userId);
  const { programs, albums } = countPreviews(await withoutBought(tx, previews), now);
  const isRaised = grant.until !== null && Date.parse(grant.until) > now.getTime();
  return {
    programs: { used: programs.size, limit: quota.limits.programs },
    albums: { used: albums.size, limit: quota.limits.albums },
    more_programs: isRaised ? grant.morePrograms : 0,
    more_albums: isRaised ? grant.moreAlbums : 0,
    until: isRaised ? toIsoOrNull(grant.until) : null,
    version,
  };
}

const subjectOf = (userId: number) => `user:${userId}`;

/** Replaces what was allowed before. An allowance of zero removes it. */
export async function allowMore(
  tx: QuotaTx,
  actor: Actor,
  { userId, morePrograms, moreAlbums, days, version }: MorePreviews & { userId: number },
): Promise<PreviewQuota> {
  const isMore = morePrograms > 0 || moreAlbums > 0;
  const until = isMore ? minutesFrom(tx.clock.now(), days * 24 * 60) : null;
  if (isMore) await countReset(tx, actor, userId);
  await change(tx, actor, userId, 'preview-quota.allow-more', { morePrograms, moreAlbums, until }, version);
  return showPreviewQuota(tx, actor, userId);
}

/** Lets the count begin anew; the previews themselves stay on record for the scraping monitor. */
export async function resetPreviewQuota(tx: QuotaTx, actor: Actor, userId: number): Promise<PreviewQuota> {
  await countReset(tx, actor, userId);
  await change(tx, actor, userId, 'preview-quota.reset', { countsFrom: tx.clock.now() });
  return showPreviewQuota(tx, actor, userId);
}

async function change(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  userId: number,
  action: AuditAction,
  fields: Parameters<typeof saveQuotaGrant>[2],
  version?: number,
): Promise<void> {
  await actFor({ db }, actor, userId);
  await lockMailbox(db, PREVIEWS_LOCK, userId);
  const subject = subjectOf(userId);
  await checkVersion(db, { subject, version, edit: fields });
  const before = await findQuotaGrant(db, userId);
  await saveQuotaGrant(db, userId, fields);
  await recordAudit(db, { actorId: actor.userId, action, subject, before, after: { ...before, ...fields } });
}

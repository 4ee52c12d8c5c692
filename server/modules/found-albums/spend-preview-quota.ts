import { type Expression, sql } from 'kysely';
import type { Tx } from '#server/context.ts';
import {
  accountsAtDomain,
  accountsOfMailbox,
  findFirstSignup,
  findMailboxKey,
  lockMailbox,
} from '#server/modules/accounts/mailboxes.ts';
import { ownershipsOf, type Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import {
  PROGRAM_WINDOW_MS,
  type Preview,
  type PreviewLimits,
  programKey,
  type Refusal,
  refusePreview,
} from './preview-quota.rules.ts';
import { isNamedTeam } from './team-subscriptions.queries.ts';

type QuotaTx = Pick<Tx, 'db' | 'clock' | 'log'> & { purchases: Purchases };

/** Concurrent previews of one person wait for each other, so that no two take the same last place. */
export const PREVIEWS_LOCK = 'previews';

/** Counts an opened album, or refuses it if the person has opened too many programs or albums. */
export async function spendPreviewQuota(
  tx: QuotaTx,
  userId: number,
  { albumId, programName }: { albumId: number; programName: string },
): Promise<void> {
  const mailboxKey = await lockMailbox(tx.db, PREVIEWS_LOCK, userId);
  const now = tx.clock.now();
  const opened = { albumId, program: programKey(programName) };
  const previews = await listPreviews(tx.db, mailboxKey, windowStart(now));
  // No quota is lower than that of newcomers, and most previews are far from it.
  if (refusePreview(opened, previews, newcomerLimits(await getSettings(tx)), now)) {
    await requireQuota(tx, userId, opened);
  }
  await upsertPreview(tx.db, { userId, ...opened, openedAt: now });
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

type PreviewQuota = {
  limits: PreviewLimits;
  /** The limits that apply once the person is known, and when that is at the latest. */
  later: { limits: PreviewLimits; from: Date } | undefined;
};

type Settings = Awaited<ReturnType<typeof getSettings>>;

/**
 * How much a person may open. New people start with less if several registered on their network before them, or if nobody
 * with their email provider ever bought. A venue full of families looks the same, so they start with less, never with
 * nothing, and a purchase, some days, or an album of a team they follow lifts it.
 */
async function findQuota(tx: QuotaTx, mailboxKey: string): Promise<PreviewQuota> {
  const settings = await getSettings(tx);
  const limits = fullLimits(settings);
  const from = await findNewUntil(tx, mailboxKey, settings);
  return from ? { limits: newcomerLimits(settings), later: { limits, from } } : { limits, later: undefined };
}

/** Returns undefined for people who have the full quota. */
async function findNewUntil(
  { db, clock, purchases }: QuotaTx,
  mailboxKey: string,
  settings: Settings,
): Promise<Date | undefined> {
  const first = await findFirstSignup(db, mailboxKey);
  if (!first) return undefined;
  const until = minutesFrom(new Date(first.createdAt), settings.new_account_days * 24 * 60);
  if (until <= clock.now()) return undefined;
  if (await hasBuyerAmong(db, purchases, accountsOfMailbox(db, mailboxKey))) return undefined;
  if (first.earlierOnNetwork >= settings.new_accounts_per_network) return until;
  const domain = mailboxKey.slice(mailboxKey.lastIndexOf('@') + 1);
  return (await hasBuyerAmong(db, purchases, accountsAtDomain(db, domain))) ? undefined : until;
}

function fullLimits(settings: Settings): PreviewLimits {
  return { programs: settings.open_programs_limit, albums: settings.open_albums_limit };
}

function newcomerLimits(settings: Settings): PreviewLimits {
  const part = (limit: number) => Math.ceil((limit * settings.new_account_quota_percent) / 100);
  return { programs: part(settings.open_programs_limit), albums: part(settings.open_albums_limit) };
}

type OwnPreview = Preview & { userId: number };

/** What all accounts of a mailbox opened. */
function listPreviews(db: Db, mailboxKey: string, since: Date): Promise<OwnPreview[]> {
  return listSince(db, { mailboxKey, since: since.toISOString() });
}

const listSince = prepareStatement((db, { mailboxKey, since }: { mailboxKey: string; since: string }) =>
  db
    .selectFrom('previewedAlbums as opened')
    .select(['opened.userId', 'opened.albumId', 'opened.program', 'opened.openedAt'])
    .where('opened.userId', 'in', accountsOfMailbox(db, mailboxKey))
    .where('opened.openedAt', '>', since),
);

async function hasBuyerAmong(
  db: Db,
  purchases: Purchases,
  accounts: Expression<{ id: number }>,
): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (
    select from ${purchases.boughtItems(db)} bought where bought.user_id in (${accounts})) as has`.execute(
    db,
  );
  return rows[0]?.has ?? false;
}

async function isOfSavedTeam(db: Db, userId: number, albumId: number): Promise<boolean> {
  const followed = await db
    .selectFrom('teamSubscriptions as saved')
    .innerJoin(albumsToJoin(db).as('album'), (join) => join.on(isNamedTeam))
    .select('saved.id')
    .where('saved.userId', '=', userId)
    .where('album.id', '=', albumId)
    .executeTakeFirst();
  return followed !== undefined;
}

type NewPreview = { userId: number; albumId: number; program: string; openedAt: Date };

const upsertPreview = prepareStatement((db, { userId, albumId, program, openedAt }: NewPreview) =>
  db
    .insertInto('previewedAlbums')
    .values({ userId, albumId, program, openedAt })
    .onConflict((conflict) => conflict.columns(['userId', 'albumId']).doUpdateSet({ program, openedAt })),
);

export async function deletePreviews(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('previewedAlbums').where('openedAt', '<', before.toISOString()).execute();
}

const NO_GRANT = { morePrograms: 0, moreAlbums: 0, until: null, countsFrom: null };

export async function findQuotaGrant(db: Db, userId: number) {
  const grant = await db
    .selectFrom('previewQuotaGrants')
    .select(['morePrograms', 'moreAlbums', 'until', 'countsFrom'])
    .where('userId', '=', userId)
    .executeTakeFirst();
  return grant ?? NO_GRANT;
}

type GrantFields = { morePrograms?: number; moreAlbums?: number; until?: Date | null; countsFrom?: Date };

export async function saveQuotaGrant(db: Db, userId: number, fields: GrantFields): Promise<void> {
  await db
    .insertInto('previewQuotaGrants')
    .values({ userId, ...fields })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(fields))
    .execute();
}

import type { Tx } from '#server/context.ts';
import { accountsAtDomain, accountsOfMailbox, findFirstSignup } from '#server/modules/accounts/mailboxes.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { hasBuyerAmong } from './preview-quota.queries.ts';
import type { PreviewLimits } from './preview-quota.rules.ts';

export type PreviewQuota = {
  limits: PreviewLimits;
  /** The limits that apply once the person is known, and when that is at the latest. */
  later: { limits: PreviewLimits; from: Date } | undefined;
};

type QuotaTx = Pick<Tx, 'db' | 'clock' | 'log'> & { purchases: Purchases };
type Settings = Awaited<ReturnType<typeof getSettings>>;

/**
 * How much a person may open. New people start with less if several registered on their network before them, or if nobody
 * with their email provider ever bought. A venue full of families looks the same, so they start with less, never with
 * nothing, and a purchase, some days, or an album of a team they follow lifts it.
 */
export async function findQuota(tx: QuotaTx, mailboxKey: string): Promise<PreviewQuota> {
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

export function newcomerLimits(settings: Settings): PreviewLimits {
  const part = (limit: number) => Math.ceil((limit * settings.new_account_quota_percent) / 100);
  return { programs: part(settings.open_programs_limit), albums: part(settings.open_albums_limit) };
}

import type { Cockpit } from '#contract/endpoints/cockpit.ts';
import type { Context } from '#server/context.ts';
import { reportEvent } from '#server/modules/reports/report-event.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import { AppError } from '#server/platform/errors.ts';
import { takeHits } from '#server/platform/rate-limit.ts';
import { hashSecret } from '#server/platform/secrets.ts';
import { findWorkingLink, markOpened } from './cockpit.queries.ts';
import { toWireCockpit } from './cockpit.wire.ts';

const WRONG_TRIES = { max: 60, perMinutes: 15 };
const REMEMBER_OPENING_MINUTES = 1;

type World = Pick<Context, 'db' | 'clock'>;

/**
 * The event that a secret opens. Wrong, ended and expired ones are the same: not found. Only those count against an
 * address: 32 random bytes are not guessed, and a producer shares the arena's address with everyone in it.
 */
export async function followLink({ db, clock }: World, token: string, ip: string): Promise<number> {
  const now = clock.now();
  const link = await findWorkingLink(db, hashSecret(token), now);
  if (!link) {
    await takeHits({ db, clock }, [{ key: `cockpit:${ip}`, ...WRONG_TRIES }]);
    throw new AppError('not_found');
  }
  const isNoted =
    link.lastOpenedAt !== null && new Date(link.lastOpenedAt) > minutesFrom(now, -REMEMBER_OPENING_MINUTES);
  if (!isNoted) await markOpened(db, link.id, now);
  return link.eventId;
}

export async function showCockpit(
  context: Pick<Context, 'db' | 'clock' | 'log' | 'payments'>,
  eventId: number,
): Promise<Cockpit> {
  const report = await reportEvent(context, eventId);
  if (!report) throw new AppError('not_found');
  const { producer_share_basis_points: siteRate } = await getSettings(context);
  return toWireCockpit(report, siteRate);
}

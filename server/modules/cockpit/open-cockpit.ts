import type { Cockpit } from '#contract/endpoints/cockpit.ts';
import type { Context } from '#server/context.ts';
import { getEvent } from '#server/modules/catalogue/browse-events.ts';
import { reportEvent } from '#server/modules/reports/report-event.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { localDate, minutesFrom } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { hashSecret } from '#server/platform/secrets.ts';
import { findOpenLink, markOpened } from './cockpit.queries.ts';
import { toWireCockpit } from './cockpit.wire.ts';

const OPENING_RECORD_MINUTES = 1;

export async function followLink(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: string,
): Promise<number> {
  const now = clock.now();
  const link = await findWorkingLink(db, token, now);
  if (!link) throw new AppError('not_found');
  const isRecorded =
    link.lastOpenedAt !== null && new Date(link.lastOpenedAt) > minutesFrom(now, -OPENING_RECORD_MINUTES);
  if (!isRecorded) await markOpened(db, link.id, now);
  return link.eventId;
}

async function findWorkingLink(db: Db, token: string, now: Date) {
  const link = await findOpenLink(db, hashSecret(token));
  if (!link) return undefined;
  const { time_zone } = await getEvent(db, link.eventId);
  return link.endsOn < localDate(now, time_zone) ? undefined : link;
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

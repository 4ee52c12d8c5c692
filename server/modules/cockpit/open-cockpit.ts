import type { Cockpit } from '#contract/endpoints/cockpit.ts';
import type { Context } from '#server/context.ts';
import { reportEvent } from '#server/modules/reports/report-event.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/errors.ts';
import { toWireCockpit } from './cockpit.wire.ts';

export async function showCockpit(
  context: Pick<Context, 'db' | 'clock' | 'log' | 'payments'>,
  eventId: number,
): Promise<Cockpit> {
  const report = await reportEvent(context, eventId);
  if (!report) throw new AppError('not_found');
  const { producer_share_basis_points: siteRate } = await getSettings(context);
  return toWireCockpit(report, siteRate);
}

import type { Cockpit } from '#contract/endpoints/cockpit.ts';
import { formatCents } from '#contract/rules/money.ts';
import type { Figure } from '#web/components/figures.tsx';
import { countOf, dayInZone, formatCount, formatTimeOfDay, formatWeekday } from '#web/lib/formats.ts';

/** `shareLabel` is for a reader who is not the producer. */
export function totalsOf({ uploads, sales, share }: Cockpit, shareLabel = 'Your share so far'): Figure[] {
  const back = sales.refunds + sales.disputes;
  return [
    {
      label: shareLabel,
      value: formatCents(share.owed),
      note: `${percentMessage(share.rate_basis_points)} of net sales`,
      isTheirs: true,
    },
    {
      label: 'Net sales',
      value: formatCents(sales.net),
      note: `${formatCents(sales.gross)} sold, ${formatCents(back)} refunded`,
    },
    {
      label: 'Sold',
      value: formatCount(sales.albums_sold + sales.images_sold),
      note: `${countOf(sales.albums_sold, 'album')}, ${countOf(sales.images_sold, 'single photo')} in ${countOf(sales.orders, 'order')}`,
    },
    {
      label: 'Photos',
      value: formatCount(uploads.photos),
      note: `${formatCount(uploads.photos_published)} published; ${countOf(uploads.teams, 'team')}, ${uploads.albums_published} of ${countOf(uploads.albums, 'album')} on sale`,
    },
  ];
}

/** A clock that was set back never produces a time in the future. */
export function updatedMessage(updatedAt: number, now: number): string {
  const seconds = Math.max(0, Math.round((now - updatedAt) / 1_000));
  if (seconds < 60) return `Updated ${seconds} s ago`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `Updated ${minutes} min ago` : `Updated ${Math.floor(minutes / 60)} h ago`;
}

export function lastMinuteMessage({ photos_last_minute, last_photo_at }: Cockpit['uploads']): string {
  if (last_photo_at === null) return 'No photos uploaded yet';
  if (photos_last_minute === 0) return 'No photos in the last minute';
  return `${countOf(photos_last_minute, 'photo')} in the last minute`;
}

const rate = (photos: number, minutes: number) =>
  (photos / minutes).toLocaleString('en-US', { maximumFractionDigits: 1 });

export function paceMessage(uploads: Cockpit['uploads'], timeZone: string, now: number): string {
  const { last_photo_at, photos_last_10_minutes, photos_last_60_minutes } = uploads;
  if (last_photo_at === null) return 'The first one appears here seconds after upload.';
  if (photos_last_60_minutes > 0) {
    return `${rate(photos_last_10_minutes, 10)} per minute in the last 10 minutes, ${rate(photos_last_60_minutes, 60)} in the last hour.`;
  }
  const day = dayInZone(last_photo_at, timeZone);
  const isToday = day === dayInZone(new Date(now).toISOString(), timeZone);
  return `Last photo ${isToday ? '' : `${formatWeekday(day)}, `}${formatTimeOfDay(last_photo_at, timeZone)}.`;
}

export function batchMessage({ batches }: Cockpit['uploads']): string | undefined {
  if (batches.under_way === 0) return undefined;
  const files = `${formatCount(batches.files_arrived)} of ${countOf(batches.files_total, 'file')}`;
  return `${countOf(batches.under_way, 'upload')} under way: ${files}`;
}

/** Returns nothing while the event is running. */
export function statusMessage(
  { start_date, time_zone, archived }: Cockpit['event'],
  now: number,
): string | undefined {
  if (archived) return 'This event is archived. Its totals still update with every sale and refund.';
  const days = daysBetween(dayInZone(new Date(now).toISOString(), time_zone), start_date);
  if (days === 1) return 'Starts tomorrow.';
  return days > 1 ? `Starts in ${days} days.` : undefined;
}

function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000);
}

export function percentMessage(basisPoints: number): string {
  return `${(basisPoints / 100).toLocaleString('en-US', { maximumFractionDigits: 2 })}%`;
}

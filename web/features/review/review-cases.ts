import { moderationEndpoints, type ReportInReview } from '#contract/endpoints/moderation.ts';
import type { ReviewCase, ReviewView } from '#contract/lists/reported-photos.ts';
import { apiQuery } from '#web/lib/api.ts';
import { compareIso } from '#web/lib/formats.ts';

/** The nearest deadline or the newest decision comes first, also among equal rows of another order. */
export function groupReports(reports: readonly ReportInReview[], view: ReviewView): ReviewCase[] {
  const byImage = Map.groupBy(reports, ({ image }) => image);
  const cases = [...byImage.values()].map((ofImage) => toCase(ofImage as ReviewCase['reports']));
  return view === 'waiting'
    ? cases.sort((a, b) => compareIso(a.decideBy, b.decideBy) || a.image - b.image)
    : cases.sort((a, b) => compareIso(b.decidedAt, a.decidedAt) || b.image - a.image);
}

function toCase(reports: ReviewCase['reports']): ReviewCase {
  const [{ image, photo, album, event, album_name, division_name, event_name }] = reports;
  const isWaiting = reports.some((report) => !report.ack);
  const isRemoved = reports.some((report) => report.removed);
  return {
    image,
    photo,
    album,
    event,
    album_name,
    division_name,
    event_name,
    reports,
    decideBy: reports.map((report) => report.decide_by).sort()[0] ?? '',
    decision: isWaiting ? 'waiting' : isRemoved ? 'removed' : 'kept',
    decidedAt:
      reports
        .map((report) => report.acknowledged_at ?? '')
        .sort()
        .at(-1) ?? '',
  };
}

/** A privacy report is waiting for staff, and its photo is still visible. */
export function isUrgent({ reports, photo }: ReviewCase): boolean {
  return !photo.is_hidden && reports.some(({ ack, staff_first }) => staff_first && !ack);
}

/** Looks behind the photo, then from the start; returns the photo itself if nothing is left to decide. */
export function nextToDecide(cases: readonly ReviewCase[], image: number): number {
  const place = cases.findIndex((entry) => entry.image === image);
  const ahead = [...cases.slice(place + 1), ...cases.slice(0, Math.max(place, 0))];
  return ahead.find((entry) => entry.decision === 'waiting')?.image ?? image;
}

const HOUR_MS = 3600_000;
const URGENT_HOURS = 12;

/** Words for the time left until the deadline: "31 h left", "40 min left", "2 h late". */
export function clockMessage(decideBy: string, now: number): { words: string; isUrgent: boolean } {
  const leftMs = Date.parse(decideBy) - now;
  const hours = Math.floor(Math.abs(leftMs) / HOUR_MS);
  const amount = hours > 0 ? `${hours} h` : `${Math.max(1, Math.floor(Math.abs(leftMs) / 60_000))} min`;
  return { words: `${amount} ${leftMs > 0 ? 'left' : 'late'}`, isUrgent: leftMs < URGENT_HOURS * HOUR_MS };
}

const REFETCH_MS = 60_000;

export const REPORTS = ['reported-photos'] as const;

export const reportsQuery = (view: ReviewView) =>
  apiQuery([...REPORTS, view], moderationEndpoints.listReportedPhotos, {
    query: { ack_ne: view === 'waiting' ? 'true' : 'false' },
    staleTime: 5_000,
    refetchInterval: REFETCH_MS,
  });

import type { Cockpit, CockpitTeam, TeamStatus } from '#contract/endpoints/cockpit.ts';
import type { Context } from '#server/context.ts';
import { findProducerRule, sumOfEvent } from '#server/modules/payees/share-rules.ts';
import { type EventAlbumSales, type EventReport, reportEvent } from '#server/modules/reports/report-event.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toWire } from '#server/platform/http/wire-names.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';

// A producer earns a share of an event's net sales. It is rounded half up once, on the event's total, and is never
// negative: the shop bears the loss when refunds exceed sales.

export function producerShareCents(netCents: number, rateBasisPoints: number): number {
  if (netCents <= 0) return 0;
  return Math.floor((netCents * rateBasisPoints + 5_000) / 10_000);
}

export async function showCockpit(
  context: Pick<Context, 'db' | 'clock' | 'log' | 'payments'>,
  eventId: number,
): Promise<Cockpit> {
  const report = await reportEvent(context, eventId);
  if (!report) throw new AppError('not_found');
  const { producer_share_basis_points: siteRate } = await getSettings(context);
  const cockpit = toWireCockpit(report, siteRate);
  const rule = await findProducerRule(context, eventId);
  // A fixed amount has no rate.
  if (!rule) return cockpit;
  const owed = await sumOfEvent(context, { eventId, payeeId: rule.payeeId });
  return { ...cockpit, share: { rate_basis_points: rule.basisPoints ?? 0, owed } };
}

export function toWireCockpit(report: EventReport, siteRateBasisPoints: number): Cockpit {
  const { albums, money, timeline } = report;
  const { producerShareBasisPoints, ...event } = report.event;
  const rate = producerShareBasisPoints ?? siteRateBasisPoints;
  return {
    event: toWire(event),
    uploads: toWireUploads(report),
    sales: {
      orders: report.orders,
      albums_sold: sumOf(albums, (album) => album.albumsSold),
      images_sold: sumOf(albums, (album) => album.imagesSold),
      gross: money.gross,
      refunds: money.refunds,
      disputes: money.disputes,
      net: money.net,
    },
    share: { rate_basis_points: rate, owed: producerShareCents(money.net, rate) },
    teams: albums.map(toWireTeam),
    timeline: {
      step: timeline.step,
      bars: timeline.bars.map(({ at, photos, netCents }) => ({ from: toIso(at), photos, net: netCents })),
    },
  };
}

function toWireUploads({ albums, arrivals, batches, unfiledPhotos }: EventReport): Cockpit['uploads'] {
  const published = albums.filter((album) => album.isPublished);
  const teamOf = (album: EventAlbumSales) =>
    JSON.stringify([album.programName, album.teamName, album.divisionName]);
  return {
    albums: albums.length,
    albums_published: published.length,
    teams: new Set(albums.map(teamOf)).size,
    photos: sumOf(albums, (album) => album.photos) + unfiledPhotos,
    photos_published: sumOf(published, (album) => album.photos),
    last_photo_at: toIsoOrNull(arrivals.lastAt),
    photos_last_minute: arrivals.lastMinute,
    photos_last_10_minutes: arrivals.last10Minutes,
    photos_last_60_minutes: arrivals.last60Minutes,
    batches: toWire(batches),
  };
}

function toWireTeam(album: EventAlbumSales): CockpitTeam {
  const { id, isPublished: _isPublished, netCents: net, ...facts } = album;
  return { album: id, ...toWire(facts), net, status: statusOf(album) };
}

function statusOf(album: EventAlbumSales): TeamStatus {
  if (album.albumsSold + album.imagesSold > 0) return 'sold';
  if (album.photos === 0) return 'no_photos';
  return album.isPublished ? 'unsold' : 'unpublished';
}

function sumOf<T>(parts: readonly T[], figureOf: (part: T) => number): number {
  return parts.reduce((sum, part) => sum + figureOf(part), 0);
}

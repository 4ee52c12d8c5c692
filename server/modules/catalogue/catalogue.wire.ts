import type { Album, AlbumOnly, Event } from '#contract/entities/album.ts';
import type { AdminAlbum, ListedAlbum, StaffEvent } from '#contract/entities/staff-event.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import type { AlbumRow } from './albums.ts';
import type { Cover } from './covers.ts';
import type { EventRow, StaffEventRow } from './events.ts';

export function toWireEvent(row: EventRow): Event {
  return {
    id: row.id,
    name: row.name,
    brand_name: row.brandName,
    city: row.city,
    state: row.state,
    producer_name: row.producerName,
    venue_name: row.venueName,
    start_date: row.startDate,
    last_date: row.lastDate,
    time_zone: row.timeZone,
    archived: row.archived,
    archive_date: row.archiveDate,
    event_pricings: row.eventPricings,
    picture: row.picture,
  };
}

export function toWireStaffEvent(row: StaffEventRow): StaffEvent {
  return {
    ...toWireEvent(row),
    auto_publish: row.autoPublish,
    producer_share_basis_points: row.producerShareBasisPoints,
    tray_uuid: row.trayUuid,
    albums_count: row.albumsCount,
    images_count: row.imagesCount,
    price_list: row.priceList,
    version: row.version,
  };
}

function toWireAlbumFields(row: Omit<AlbumRow, 'cover'>) {
  return {
    id: row.id,
    uuid: row.uuid,
    program_name: row.programName,
    team_name: row.teamName,
    division_name: row.divisionName,
    performance_order: row.performanceOrder,
    identifier: row.identifier,
    planned_at: toIsoOrNull(row.plannedAt),
    created_at: toIso(row.createdAt),
    images_count: row.imagesCount,
  };
}

export function toWireAlbumOnly(row: AlbumRow, { cover, cover_auth }: Cover): AlbumOnly {
  return { ...toWireAlbumFields(row), cover, cover_auth };
}

export function toAdminAlbum(row: Omit<AlbumRow, 'cover'>): AdminAlbum {
  return {
    ...toWireAlbumFields(row),
    event: row.eventId,
    published_at: toIsoOrNull(row.publishedAt),
  };
}

export type ListedAlbumRow = AlbumRow & { eventName: string; eventDate: string; city: string; state: string };

type AlbumTotals = Pick<ListedAlbum, 'sold' | 'revenue' | 'zip'>;

export function toListedAlbum(
  row: ListedAlbumRow,
  { publicUrl, cover, totals }: { publicUrl: string; cover: Cover; totals: AlbumTotals },
): ListedAlbum {
  return {
    ...toAdminAlbum(row),
    event_name: row.eventName,
    event_date: row.eventDate,
    city: row.city,
    state: row.state,
    url: `${publicUrl}/view-album/${row.uuid}`,
    ...cover,
    ...totals,
  };
}

export function toWireAlbum(row: AlbumRow, event: Event, cover: Cover): Album {
  return { ...toWireAlbumOnly(row, cover), events: [event] };
}

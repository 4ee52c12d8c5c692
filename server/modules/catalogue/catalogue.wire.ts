import type { Album, AlbumOnly, Event } from '#contract/entities/album.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import type { Cover } from './album-cover.ts';
import type { AlbumRow } from './albums.queries.ts';
import type { EventRow, StaffEventRow } from './events.queries.ts';

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
    time_zone: row.timeZone,
    archived: row.archived,
    event_pricings: row.pricings,
  };
}

export function toWireStaffEvent(row: StaffEventRow) {
  return {
    ...toWireEvent(row),
    auto_publish: row.autoPublish,
    producer_share_basis_points: row.producerShareBasisPoints,
    tray_uuid: row.trayUuid,
    albums_count: row.albumsCount ?? 0,
    images_count: row.imagesCount ?? 0,
  };
}

export function toWireAlbumOnly(row: AlbumRow, { cover, cover_auth }: Cover): AlbumOnly {
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
    cover,
    cover_auth,
  };
}

export function toWireAlbum(row: AlbumRow, event: Event, cover: Cover): Album {
  return { ...toWireAlbumOnly(row, cover), events: [event] };
}

import type { Album, Event } from '#contract/entities/album.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import type { AlbumRow, EventRow } from './catalogue.queries.ts';

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

export function toWireAlbum(row: AlbumRow, event: Event): Album {
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
    cover: [],
    cover_auth: null,
    events: [event],
  };
}

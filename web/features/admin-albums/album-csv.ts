import { csvText } from '#web/lib/csv.ts';
import type { AdminAlbum, StaffEvent } from './admin-albums.types.ts';

const HEADS = [
  'id',
  'order',
  'program',
  'team',
  'division',
  'event',
  'event date',
  'city',
  'state',
  'photos',
  'published',
  'planned',
  'created',
  'identifier',
  'link',
];

export function albumCsv(
  albums: readonly AdminAlbum[],
  events: readonly StaffEvent[],
  linkOf: (uuid: string) => string,
): string {
  const byId = new Map(events.map((event) => [event.id, event]));
  const rows = albums.map((album) => {
    const event = byId.get(album.event);
    return [
      album.id,
      album.performance_order,
      album.program_name,
      album.team_name,
      album.division_name,
      event?.name ?? '',
      event?.start_date ?? '',
      event?.city ?? '',
      event?.state ?? '',
      album.images_count,
      album.published_at ?? '',
      album.planned_at ?? '',
      album.created_at,
      album.identifier,
      linkOf(album.uuid),
    ];
  });
  return csvText(HEADS, rows);
}

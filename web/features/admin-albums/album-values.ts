import { newAlbum } from '#contract/endpoints/catalogue.ts';
import type { AdminAlbum } from '#contract/entities/admin-album.ts';

export type AlbumValues = {
  event: string;
  program_name: string;
  team_name: string;
  division_name: string;
  performance_order: string;
  /** If empty, it is made from the event and the order. */
  identifier: string;
};

/** The identifier of an existing album cannot change. */
export const albumEdit = newAlbum.omit({ events: true, identifier: true });

export function toAlbumValues(album: AdminAlbum | undefined, eventId: number | undefined): AlbumValues {
  return {
    event: String(album?.event ?? eventId ?? ''),
    program_name: album?.program_name ?? '',
    team_name: album?.team_name ?? '',
    division_name: album?.division_name ?? '',
    performance_order: album ? String(album.performance_order) : '',
    identifier: album?.identifier ?? '',
  };
}

const wholeNumber = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN);

export function defaultIdentifier({ event, performance_order }: AlbumValues): string {
  return event && performance_order.trim() ? `${event}-${performance_order.trim()}` : '';
}

export function toAlbumEdit({ program_name, team_name, division_name, performance_order }: AlbumValues) {
  return { program_name, team_name, division_name, performance_order: wholeNumber(performance_order) };
}

export function toNewAlbum(values: AlbumValues) {
  return {
    ...toAlbumEdit(values),
    events: values.event ? [Number(values.event)] : [],
    identifier: values.identifier.trim() || defaultIdentifier(values),
  };
}

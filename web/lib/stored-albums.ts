import type { AlbumOnly, Event, Image } from '#contract/entities/album.ts';
import { isFlag, isList, isNumber, isText, listOf, orNull, shapeOf } from './storage.ts';

export const isStoredImage = shapeOf<Image>({
  id: isNumber,
  width: isNumber,
  height: isNumber,
  captured_at: orNull(isText),
  placeholder: orNull(isText),
});

export const isStoredAlbum = shapeOf<AlbumOnly>({
  id: isNumber,
  uuid: isText,
  program_name: isText,
  team_name: isText,
  division_name: isText,
  performance_order: isNumber,
  identifier: isText,
  planned_at: orNull(isText),
  created_at: isText,
  images_count: isNumber,
  cover: listOf(isStoredImage),
  cover_auth: orNull(isText),
});

export const isStoredEvent = shapeOf<Event>({
  id: isNumber,
  name: isText,
  brand_name: isText,
  city: isText,
  state: isText,
  producer_name: isText,
  venue_name: isText,
  start_date: isText,
  time_zone: isText,
  archived: isFlag,
  archive_date: orNull(isText),
  event_pricings: isList,
  picture: isText,
});

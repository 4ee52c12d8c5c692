import { z } from 'zod';
import { ALBUM_PAGE_SIZE } from '#contract/rules/albums.ts';
import { DRAWN_PICTURES, MAX_EVENT_PICTURE_BYTES } from '#contract/rules/event-pictures.ts';
import { endpointsOf } from '../endpoint.ts';
import { ALBUM_SORT_KEYS, album, event, eventPricing, image } from '../entities/album.ts';
import { adminAlbum, listedAlbum, pricingEdit, producerShare, staffEvent } from '../entities/staff-event.ts';
import { albumList } from '../lists/albums.ts';
import { listEndpoints, listQuery } from '../lists/list.ts';
import {
  count,
  id,
  idParams,
  isoDate,
  isoTimestamp,
  listOfIds,
  listParameters,
  requiredText,
  text,
  timeZone,
  uuid,
  version,
} from '../primitives.ts';

const tag = 'Catalogue';
const endpoint = endpointsOf(tag);

export const EVENT_LIST_LIMIT = 300;
export const ADMIN_ALBUM_LIST_LIMIT = 37_500;
const MAX_STAFF_EVENTS = 37_500;

const albumWithImages = album.extend({
  images: z.array(image),
  temp_jwt: z.string(),
  /** Only staff see these. */
  published_at: isoTimestamp.nullable().optional(),
  version: version.optional(),
});

export const newAlbum = z.strictObject({
  team_name: requiredText(120),
  program_name: requiredText(120),
  division_name: text(120),
  performance_order: z.int().min(0).max(100_000),
  events: z.array(id).length(1),
  identifier: requiredText(200),
});

const albumChange = newAlbum
  .pick({ team_name: true, program_name: true, division_name: true, performance_order: true })
  .extend({
    planned_at: isoTimestamp.nullable(),
    published: z.boolean(),
    /** Followers find the album but get no message. */
    quiet: z.boolean(),
    /** Staff know that the album has very few photos. */
    few_photos_ok: z.boolean(),
    version,
  })
  .partial();

export const newEvent = z.strictObject({
  name: requiredText(160),
  brand_name: requiredText(120),
  producer_name: text(120),
  venue_name: text(160),
  city: text(120),
  state: text(60),
  start_date: isoDate,
  /** If it is missing, a new event lasts one day, and an event that is moved keeps its length. */
  last_date: isoDate.optional(),
  /** The last day on which photos can be bought; the event is archived after it. */
  archive_date: isoDate.nullable().default(null),
  time_zone: timeZone.unwrap(),
  auto_publish: z.boolean().default(true),
  producer_share_basis_points: producerShare.default(null),
  /** An uploaded picture has its own call, and choosing a drawn one removes it. */
  picture: z.enum(DRAWN_PICTURES).optional(),
});

export const catalogueEndpoints = {
  listEvents: endpoint('GET /events', {
    access: 'public',
    summary: `Events that are not archived, newest first, at most ${EVENT_LIST_LIMIT}`,
    query: z.strictObject({
      ...listParameters(['id', 'name', 'brand_name', 'city', 'state', 'start_date'], EVENT_LIST_LIMIT),
      archived_eq: z.literal('false').optional(),
      archived_ne: z.literal('true').optional(),
    }),
    response: z.array(event),
  }),
  listStaffEvents: endpoint('GET /events/admin', {
    access: 'admin_albums',
    summary: `Events with their counts, newest first, including archived ones; ${EVENT_LIST_LIMIT} unless _limit names another number`,
    query: z.strictObject({
      _start: z.coerce.number().int().min(0).max(MAX_STAFF_EVENTS).default(0),
      _limit: z.coerce.number().int().min(1).max(MAX_STAFF_EVENTS).default(EVENT_LIST_LIMIT),
    }),
    response: z.array(staffEvent),
  }),
  getStaffEvent: endpoint('GET /events/admin/:id', {
    access: 'admin_albums',
    summary: 'Get an event with the fields for staff',
    params: idParams,
    response: staffEvent,
  }),
  createEvent: endpoint('POST /events', {
    access: 'admin_albums',
    summary: 'Create an event',
    body: newEvent.extend({
      /** Shows the picture of this event, even if staff uploaded it. */
      picture_from: id.optional(),
    }),
    response: staffEvent,
  }),
  updateEvent: endpoint('PUT /events/:id', {
    access: 'admin_albums',
    summary: 'Edit or archive an event',
    params: idParams,
    body: newEvent
      .extend({
        auto_publish: z.boolean(),
        archive_date: isoDate.nullable(),
        producer_share_basis_points: producerShare,
        archived: z.boolean(),
        version,
      })
      .partial(),
    response: staffEvent,
  }),
  setPricing: endpoint('POST /events/:id/pricings', {
    access: 'admin_albums',
    summary: 'Set or change the prices of an event; existing orders keep theirs',
    params: idParams,
    body: pricingEdit,
    response: eventPricing.extend({ version }),
  }),
  setEventPicture: endpoint('POST /events/:id/picture', {
    access: 'admin_albums',
    summary: 'Show strangers this picture (the body: a JPEG or PNG) with the event instead of a drawn one',
    params: idParams,
    picture: { maxBytes: MAX_EVENT_PICTURE_BYTES },
    limits: [{ name: 'event-picture', per: 'account', max: 60, minutes: 60 }],
    response: staffEvent,
  }),
  getEventPicture: endpoint('GET /event-pictures/:name', {
    access: 'public',
    summary: 'Get a picture that staff uploaded for an event, by its name and width',
    params: z.strictObject({ name: z.string().max(50) }),
    limits: [{ name: 'event-picture', per: 'address', max: 30_000, minutes: 10 }],
    raw: true,
  }),
  getEvent: endpoint('GET /events/:id', {
    access: 'public',
    summary: 'Get an event',
    params: idParams,
    response: event,
  }),
  listEventImages: endpoint('GET /events/all-images/:id', {
    access: 'admin_albums',
    summary: 'List all images of an event, for staff',
    params: idParams,
    response: z.array(image.extend({ album: id.nullable() })),
  }),
  listAlbums: endpoint('GET /albums', {
    access: 'search_results',
    summary: 'List published albums of some events, by performance order descending',
    query: z.strictObject({
      events_in: listOfIds,
      ...listParameters(ALBUM_SORT_KEYS, ADMIN_ALBUM_LIST_LIMIT),
    }),
    response: z.array(album),
  }),
  listOpenAlbums: endpoint('GET /albums/open', {
    access: 'search_results',
    summary: 'List albums on sale now, newest first, at most 300',
    query: z.strictObject(listParameters(ALBUM_SORT_KEYS, EVENT_LIST_LIMIT)),
    response: z.array(album),
  }),
  searchAlbums: endpoint('GET /albums/search', {
    access: 'search_results',
    summary:
      'Search published albums where every keyword is found in program, team, division, order or the event',
    query: z.strictObject({
      q: text(200).default(''),
      _start: z.coerce.number().int().min(0).max(10_000).default(0),
      _limit: z.coerce.number().int().min(1).max(100).default(ALBUM_PAGE_SIZE),
    }),
    response: z.object({
      albums: z.array(album),
      total: count,
      /** Counting stops at a limit; true if there are more than `total`. */
      total_is_floor: z.boolean(),
    }),
  }),
  suggestTeams: endpoint('GET /team-suggestions', {
    access: 'search_results',
    summary: 'Suggest teams and events while typing a team search',
    query: z.strictObject({ q: text(200).default('') }),
    response: z.object({
      teams: z.array(
        z.object({
          program_name: z.string(),
          team_name: z.string(),
          division_name: z.string(),
          /** Only published albums count. */
          albums_count: count,
        }),
      ),
      events: z.array(event),
    }),
  }),
  listAdminAlbums: endpoint('GET /albums/admin', {
    access: 'admin_albums',
    summary: `Albums, newest first by default, at most ${ADMIN_ALBUM_LIST_LIMIT}`,
    query: listQuery(albumList).extend({
      _start: z.coerce.number().int().min(0).max(ADMIN_ALBUM_LIST_LIMIT).default(0),
      _limit: z.coerce.number().int().min(1).max(ADMIN_ALBUM_LIST_LIMIT).default(ADMIN_ALBUM_LIST_LIMIT),
    }),
    response: z.array(adminAlbum),
  }),
  getAlbumByUuid: endpoint('GET /albums/uuid/:uuid', {
    access: 'public',
    summary: 'Get an album by its public identifier, with only its cover',
    params: z.strictObject({ uuid }),
    response: album,
  }),
  getAlbum: endpoint('GET /albums/:id', {
    access: 'search_results',
    summary: 'Get an album. Its owner and staff get all images; others get the cover until they spend a view',
    params: idParams,
    response: albumWithImages,
  }),
  createAlbum: endpoint('POST /albums', {
    access: 'admin_albums',
    summary: 'Create an album',
    body: newAlbum,
    response: album,
  }),
  updateAlbum: endpoint('PUT /albums/:id', {
    access: 'admin_albums',
    summary: 'Edit, publish or unpublish an album',
    params: idParams,
    body: albumChange,
    response: album.extend({ version }),
  }),
};

export const albumListEndpoints = listEndpoints(albumList, { row: listedAlbum, access: 'admin_albums', tag });

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { album, event, image } from '../entities/album.ts';
import { count, id, idParams, requiredText, text, uuid } from '../primitives.ts';

const tag = 'Catalogue';

export const EVENT_LIST_LIMIT = 300;
export const ADMIN_ALBUM_LIST_LIMIT = 37_500;

const commaSeparatedIds = z
  .string()
  .max(4_000)
  .regex(/^\d{1,10}(,\d{1,10})*$/)
  .transform((value) => value.split(',').map(Number));

const albumWithImages = album.extend({ images: z.array(image), temp_jwt: z.string() });

export const newAlbum = z.strictObject({
  team_name: requiredText(120),
  program_name: requiredText(120),
  division_name: text(120),
  performance_order: z.int().min(0).max(100_000),
  events: z.array(id).length(1),
  identifier: requiredText(200),
});

export const catalogueEndpoints = {
  listEvents: endpoint({
    method: 'GET',
    path: '/events',
    access: 'public',
    tag,
    summary: `Events that are not archived, newest first, at most ${EVENT_LIST_LIMIT}`,
    response: z.array(event),
  }),
  getEvent: endpoint({
    method: 'GET',
    path: '/events/:id',
    access: 'public',
    tag,
    summary: 'One event',
    params: idParams,
    response: event,
  }),
  listEventImages: endpoint({
    method: 'GET',
    path: '/events/all-images/:id',
    access: 'admin_albums',
    tag,
    summary: 'Every image of an event, for staff',
    params: idParams,
    response: z.array(image.extend({ album: id.nullable() })),
  }),
  listAlbums: endpoint({
    method: 'GET',
    path: '/albums',
    access: 'public',
    tag,
    summary: 'Albums of some events, by performance order descending',
    query: z.strictObject({ events_in: commaSeparatedIds }),
    response: z.array(album),
  }),
  listOpenAlbums: endpoint({
    method: 'GET',
    path: '/albums/open',
    access: 'search_results',
    tag,
    summary: 'Albums on sale now, newest first',
    response: z.array(album),
  }),
  listAdminAlbums: endpoint({
    method: 'GET',
    path: '/albums/admin',
    access: 'admin_albums',
    tag,
    summary: `All albums, newest first, at most ${ADMIN_ALBUM_LIST_LIMIT}`,
    response: z.array(album.extend({ images_count: count })),
  }),
  getAlbumByUuid: endpoint({
    method: 'GET',
    path: '/albums/uuid/:uuid',
    access: 'public',
    tag,
    summary: 'One album by its public identifier, without its pictures',
    params: z.strictObject({ uuid }),
    response: album,
  }),
  getAlbum: endpoint({
    method: 'GET',
    path: '/albums/:id',
    access: 'search_results',
    tag,
    summary: 'One album the customer holds; temp_jwt opens its previews',
    params: idParams,
    response: albumWithImages,
  }),
  createAlbum: endpoint({
    method: 'POST',
    path: '/albums',
    access: 'admin_albums',
    tag,
    summary: 'Create an album',
    body: newAlbum,
    response: album,
  }),
};

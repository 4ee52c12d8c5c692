import { z } from 'zod';
import { id, idInPath, isoTimestamp, text } from '../primitives.ts';
import { album } from './album.ts';

export const ALBUM_STATES = ['published', 'draft', 'empty', 'archived'] as const;
export type AlbumState = (typeof ALBUM_STATES)[number];

/** `empty`: without photos; `archived`: of an event that is. */
export const adminAlbumFilter = {
  event: idInPath.optional(),
  q: text(200).optional(),
  state: z.enum(ALBUM_STATES).optional(),
};

export const ALBUM_SORT_KEYS = [
  'created_at',
  'performance_order',
  'name',
  'event',
  'images_count',
  'published_at',
] as const;
export type AlbumSortKey = (typeof ALBUM_SORT_KEYS)[number];
export type AlbumSort = `${AlbumSortKey}:${'asc' | 'desc'}`;
export const DEFAULT_ALBUM_SORT: AlbumSort = 'created_at:desc';
export const albumSort = z.templateLiteral([z.enum(ALBUM_SORT_KEYS), ':', z.enum(['asc', 'desc'])]);

export const adminAlbum = album.omit({ events: true, cover: true, cover_auth: true }).extend({
  event: id,
  published_at: isoTimestamp.nullable(),
});

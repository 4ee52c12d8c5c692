import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { adminAlbumFilter } from '../entities/admin-album.ts';
import { count, id, uuid } from '../primitives.ts';

const tag = 'Catalogue';

export const MAX_CHOSEN_ALBUMS = 500;

export const ALBUM_ACTIONS = ['publish', 'publish_quietly', 'unpublish', 'prepare_zips'] as const;
export type AlbumAction = (typeof ALBUM_ACTIONS)[number];

/** Albums chosen one by one, or all that a filter lets through, but for those taken out of it by hand. */
const chosenAlbums = z
  .strictObject({
    /** Made up by the client: a request that is sent again does nothing again. */
    key: uuid,
    action: z.enum(ALBUM_ACTIONS),
    ids: z.array(id).min(1).max(MAX_CHOSEN_ALBUMS).optional(),
    filter: z.strictObject({ ...adminAlbumFilter, event: id.optional() }).optional(),
    except: z.array(id).max(MAX_CHOSEN_ALBUMS).optional(),
    /** How many albums the filter was said to mean; with another number nothing is done. */
    expected: z.int().min(1).max(10_000_000).optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), 'Send either ids or a filter')
  .refine(
    ({ filter, expected }) => (filter === undefined) === (expected === undefined),
    'A filter comes with the number of albums expected',
  );

const albumBatch = z.object({
  key: uuid,
  action: z.enum([...ALBUM_ACTIONS, 'undo']),
  total: count,
  changed: count,
  unchanged: count,
  failed: z.array(z.object({ album: id, reason: z.enum(['not_found']) })),
  is_finished: z.boolean(),
});
export type AlbumBatch = z.output<typeof albumBatch>;
const batchParams = z.strictObject({ key: uuid });

export const albumBatchEndpoints = {
  changeAlbums: endpoint({
    method: 'POST',
    path: '/albums/bulk',
    access: 'admin_albums',
    tag,
    summary: `Do the same to many albums; more than ${MAX_CHOSEN_ALBUMS} are done in the background`,
    body: chosenAlbums,
    response: albumBatch,
  }),
  getAlbumBatch: endpoint({
    method: 'GET',
    path: '/albums/bulk/:key',
    access: 'admin_albums',
    tag,
    summary: 'How far a change of many albums is',
    params: batchParams,
    response: albumBatch,
  }),
  undoAlbumBatch: endpoint({
    method: 'POST',
    path: '/albums/bulk/:key/undo',
    access: 'admin_albums',
    tag,
    summary: 'Take back what a change of many albums did, where nobody has changed it since',
    params: batchParams,
    response: albumBatch,
  }),
};

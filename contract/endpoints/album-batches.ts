import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { albumList, MAX_SELECTED_ALBUMS } from '../lists/albums.ts';
import { filterSchemas } from '../lists/list.ts';
import { count, id, uuid } from '../primitives.ts';

const endpoint = endpointsOf('Catalogue');

export const ALBUM_ACTIONS = ['publish', 'publish_quietly', 'unpublish', 'prepare_zips'] as const;
export type AlbumAction = (typeof ALBUM_ACTIONS)[number];

/** Albums selected one by one, or all albums that pass a filter except a few. */
const selectedAlbums = z
  .strictObject({
    /** The client makes it up, so that a request that is sent twice acts once. */
    key: uuid,
    action: z.enum(ALBUM_ACTIONS),
    ids: z.array(id).min(1).max(MAX_SELECTED_ALBUMS).optional(),
    filter: z.strictObject({ ...filterSchemas(albumList), event: id.optional() }).optional(),
    except: z.array(id).max(MAX_SELECTED_ALBUMS).optional(),
    /** The number of albums that the user saw; if it is no longer right, nothing is done. */
    expected: z.int().min(1).max(10_000_000).optional(),
    /** Staff know that some of the albums have very few photos. */
    few_photos_ok: z.boolean().optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), 'Send either ids or a filter')
  .refine(
    ({ filter, expected }) => (filter === undefined) === (expected === undefined),
    'Send a filter together with the expected number of albums',
  );

const albumBatch = z.object({
  key: uuid,
  action: z.enum([...ALBUM_ACTIONS, 'undo']),
  total: count,
  changed: count,
  unchanged: count,
  refused: z.array(z.object({ id, reason: z.string() })),
  is_finished: z.boolean(),
});
export type AlbumBatch = z.output<typeof albumBatch>;
const batchParams = z.strictObject({ key: uuid });

export const albumBatchEndpoints = {
  changeAlbums: endpoint('POST /albums/bulk', {
    access: 'admin_albums',
    summary: `Do the same to many albums; more than ${MAX_SELECTED_ALBUMS} are changed in the background`,
    body: selectedAlbums,
    response: albumBatch,
  }),
  getAlbumBatch: endpoint('GET /albums/bulk/:key', {
    access: 'admin_albums',
    summary: 'Get the progress of a change of many albums',
    params: batchParams,
    response: albumBatch,
  }),
  undoAlbumBatch: endpoint('POST /albums/bulk/:key/undo', {
    access: 'admin_albums',
    summary: 'Undo a change of many albums, except for albums that were changed since',
    params: batchParams,
    response: albumBatch,
  }),
};

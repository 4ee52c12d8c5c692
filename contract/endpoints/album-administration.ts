import { z } from 'zod';
import { ZIP_STATES } from '#contract/entities/staff-event.ts';
import { endpointsOf } from '../endpoint.ts';
import { album, image } from '../entities/album.ts';
import { cents, count, id, idParams, isoTimestamp, photoId } from '../primitives.ts';
import { ORDER_STATES } from '../rules/order-states.ts';

const endpoint = endpointsOf('Album administration');

export const SALES_PAGE_SIZE = 50;

const person = z.object({ id, name: z.string(), email: z.string() });

/** A line of a paid order that is for the album or one of its images now. */
const albumSale = z.object({
  /** The id of the order line, which swaps and refunds refer to. */
  id,
  order: id,
  order_key: z.string(),
  order_status: z.enum(ORDER_STATES),
  is_pool: z.boolean(),
  image: photoId.nullable(),
  buyer: person,
  paid_at: isoTimestamp.nullable(),
  /** The amount paid, after discounts and with tax. */
  total: cents,
  refunded: cents,
  is_refunded: z.boolean(),
  /** The price when it was bought or last swapped. */
  price: cents,
  /** The original item, if it was swapped to this album. */
  swapped_from: z.object({ album: id, title: z.string() }).nullable(),
  /** Everyone who took a share, if it was bought by a pool. */
  holders: z.array(
    person.extend({
      downloads_used: count,
      downloads_max: count,
      state: z.enum(['active', 'suspended', 'ended']),
    }),
  ),
});
export type AlbumSale = z.output<typeof albumSale>;

export const albumAdministrationEndpoints = {
  albumSales: endpoint('GET /albums/:id/sales', {
    access: 'customers',
    summary:
      'List sales of the album and its images, newest first. Swapped items appear with their new album',
    params: idParams,
    query: z.strictObject({
      _start: z.coerce.number().int().min(0).max(1_000_000).default(0),
      _limit: z.coerce.number().int().min(1).max(100).default(SALES_PAGE_SIZE),
    }),
    response: z.object({
      sales: z.array(albumSale),
      total: count,
      /** Counts all sales, not only this page. */
      paid: count,
      refunded: count,
    }),
  }),
  albumZipState: endpoint('GET /albums/:id/zip', {
    access: 'admin_albums',
    summary: 'Get the state of the zip of an album, and why it failed',
    params: idParams,
    response: z.object({
      state: z.enum(ZIP_STATES),
      photos: count,
      prepared: count,
      size_bytes: count,
      failure: z.object({ reason: z.string(), failed_at: isoTimestamp }).nullable(),
    }),
  }),
  previewAlbum: endpoint('GET /albums/:id/preview', {
    access: 'admin_albums',
    verification: 'address',
    summary: 'Show staff what a customer gets for a view, without spending one',
    params: idParams,
    response: album.extend({
      published_at: isoTimestamp.nullable(),
      views_allowed: count,
      images: z.array(image),
      temp_jwt: z.string(),
    }),
  }),
};

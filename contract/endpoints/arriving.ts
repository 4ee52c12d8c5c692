import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { album, image } from '../entities/album.ts';
import { cents, count, idParams, isoDate, isoTimestamp, uuid } from '../primitives.ts';
import { LINK_GUESSES } from './invites.ts';
import { orderKey } from './orders.ts';

const endpoint = endpointsOf('Arriving');

/** `full`: every share is taken. `ended`: not all shares were paid in time. */
export const VISITED_POOL_STATES = ['open', 'full', 'ended', 'canceled'] as const;

/** A visitor sees this before logging in. It names only the order's owner. */
const visitedPool = z.object({
  state: z.enum(VISITED_POOL_STATES),
  owner_first_name: z.string().nullable(),
  /** Example: "Bayline Cheer Tidal and 2 more". */
  title: z.string(),
  albums: count,
  photos: count,
  /** The first album, while the pool is open and the album can be seen. */
  album: z
    .object({
      uuid,
      team: z.string(),
      division: z.string(),
      performance_order: count,
      event: z.string(),
      place: z.string(),
      start_date: isoDate,
      last_date: isoDate,
      cover: z.array(image),
      cover_auth: z.string().nullable(),
    })
    .nullable(),
  shares: count,
  shares_left: count,
  share_price: cents.nullable(),
  deadline: isoTimestamp.nullable(),
});
export type VisitedPool = z.output<typeof visitedPool>;

/** No uuid and no cover, because numbers can be counted through. */
const visitedAlbum = album.omit({ uuid: true, identifier: true, cover: true, cover_auth: true });
export type VisitedAlbum = z.output<typeof visitedAlbum>;

export const arrivingEndpoints = {
  visitAlbum: endpoint('GET /shared-albums/:id', {
    access: 'public',
    summary: 'Describe an album that somebody was invited to, by its number; any other number is not found',
    params: idParams,
    // Links of the site name albums by uuid, so even a network of thousands rarely asks by number.
    limits: [{ name: 'visit-album', per: 'address', max: 120, minutes: 60 }],
    response: visitedAlbum,
  }),
  visitPool: endpoint('GET /pools/:key', {
    access: 'public',
    summary: 'Describe a shared order to anyone who has its link',
    params: z.strictObject({ key: orderKey }),
    limits: [
      { name: 'visit-pool', per: 'device', max: 300, minutes: 15 },
      { name: 'visit-pool', per: 'address', max: 10_000, minutes: 15 },
      ...LINK_GUESSES,
    ],
    response: visitedPool,
  }),
  visitAlbumInvite: endpoint('POST /album-invites/look', {
    access: 'public',
    summary: 'Get who invites to an album, by the link of the invitation; nothing changes',
    body: z.strictObject({ invite: uuid }),
    limits: LINK_GUESSES,
    response: z.object({ inviter_first_name: z.string().nullable(), album_uuid: uuid }),
  }),
};

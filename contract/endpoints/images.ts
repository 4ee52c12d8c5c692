import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { count, id, photoId, uuid } from '../primitives.ts';

/** 150 photos with ids of 15 digits, and the rest of a token. */
const MAX_TOKEN_LENGTH = 2_500;

const endpoint = endpointsOf('Images');

export const MAX_IMAGES_PER_MOVE = 5_000;

export const imageEndpoints = {
  getImage: endpoint('GET /images/:a/:b', {
    access: 'public',
    summary:
      'One picture: a is the album uuid, b is {image id}.{thumb|preview|original}, and auth is the token',
    params: z.strictObject({ a: uuid, b: z.string().regex(/^\d{1,15}\.(thumb|preview|original)$/) }),
    query: z.strictObject({ auth: z.string().min(1).max(MAX_TOKEN_LENGTH) }),
    raw: true,
  }),
  getProxyAccess: endpoint('GET /picture-access/:a', {
    access: 'public',
    summary: 'Tell a front server in headers which thumbs of the album with the uuid a the token opens now',
    params: z.strictObject({ a: uuid }),
    query: z.strictObject({ auth: z.string().min(1).max(MAX_TOKEN_LENGTH) }),
    raw: true,
  }),
  getMailCover: endpoint('GET /mail-covers/:token', {
    access: 'public',
    summary: 'Get the cover of an album in an email, or a drawn picture once it may no longer be seen',
    params: z.strictObject({ token: z.string().min(1).max(100) }),
    // The pictures of web mail come through a few proxies with few addresses.
    limits: [
      { name: 'mail-cover', per: 'address', max: 20_000, minutes: 15 },
      { name: 'mail-cover-guess', per: 'address', max: 3_000, minutes: 15, counts: 'failures' },
    ],
    raw: true,
  }),
  moveImages: endpoint('POST /images/move-multiple', {
    access: 'admin_albums',
    summary: 'Move images to another album',
    body: z.strictObject({ albumId: id, images: z.array(photoId).min(1).max(MAX_IMAGES_PER_MOVE) }),
    response: z.object({ moved: count }),
  }),
};

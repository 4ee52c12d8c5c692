import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

export const linkPreviewEndpoints = {
  linkPicture: endpoint({
    method: 'GET',
    path: '/link-pictures/:kind/:key',
    access: 'public',
    tag: 'Link previews',
    summary: 'The picture (1200 x 630) that messengers show for a shared link: names and a price, no photo',
    params: z.strictObject({
      kind: z.enum(['album', 'pool', 'poster']),
      key: z.string().regex(/^[\w-]{6,64}$/),
    }),
    limits: [{ name: 'link-picture', per: 'address', max: 600, minutes: 10 }],
    response: z.unknown(),
    raw: true,
  }),
};

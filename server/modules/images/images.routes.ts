import type { FastifyInstance } from 'fastify';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { handleRaw } from '#server/platform/http/handle.ts';
import { checkBearer, checkGrant, findPicture, readAddress } from './serve-images.ts';

export function imageRoutes(app: FastifyInstance, context: Context): void {
  handleRaw(app, imageEndpoints.getImage, async ({ params, query, actor }) => {
    const { a, b } = params as { a: string; b: string };
    const { auth } = query as { auth?: string | string[] };
    const address = readAddress(a, b);
    if (!address) throw new AppError('not_found');
    if (!auth) throw new AppError('not_logged_in');
    const grant = checkGrant(context, address, String(auth));
    if (actor) checkBearer(grant, actor.userId);
    const picture = await findPicture(context, address, grant);
    if (!picture) throw new AppError('not_found');
    return picture;
  });
}

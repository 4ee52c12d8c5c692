import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { type Context, inTransaction } from '#server/context.ts';
import {
  openSponsorFrame,
  readSponsorPicture,
  setSponsorFrame,
} from '#server/modules/catalogue/sponsor-frames.ts';
import type { ServeContext } from '#server/modules/images/serve-images.ts';
import { handle, handleRaw, handleStream } from '#server/platform/http/handle.ts';
import { getSafePhoto, orderSafeCopy } from './safe-share.ts';

export function safeShareRoutes(app: FastifyInstance, context: Context & ServeContext): void {
  handle(app, safeShareEndpoints.getSafePhoto, ({ actor, params }) =>
    getSafePhoto(context, actor, params.id),
  );
  handleStream(app, safeShareEndpoints.makeSafeCopy, async ({ actor, params, body }) => ({
    fileName: `photo-${params.id}.jpg`,
    type: 'image/jpeg',
    content: Readable.from([await orderSafeCopy(context, actor, { imageId: params.id, ...body })]),
  }));
  handle(app, safeShareEndpoints.setSponsorFrame, async ({ actor, params, picture: file }) => {
    const picture = await readSponsorPicture(file);
    await inTransaction(context, (tx) => setSponsorFrame(tx, actor, { eventId: params.id, picture }));
  });
  handle(app, safeShareEndpoints.removeSponsorFrame, ({ actor, params }) =>
    inTransaction(context, (tx) => setSponsorFrame(tx, actor, { eventId: params.id, picture: null })),
  );
  handleRaw(app, safeShareEndpoints.getSponsorFrame, ({ params }) => openSponsorFrame(context.db, params));
}

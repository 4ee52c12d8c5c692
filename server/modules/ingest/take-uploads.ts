import type { IncomingMessage } from 'node:http';
import { FileStore } from '@tus/file-store';
import { Server, type Upload } from '@tus/server';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MAX_IMAGE_BYTES, UPLOADS_PATH } from '#contract/endpoints/ingest.ts';
import { uuid } from '#contract/primitives.ts';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { gate } from '#server/platform/http/access.ts';
import { allowSlow } from '#server/platform/http/watch-pace.ts';
import { findBatch } from './ingest.queries.ts';
import { receiveUpload, rescueInterrupted, sweepUploads, uploadFolder } from './sweep-uploads.ts';

const SWEEP_EVERY_MS = 3600_000;
const clientMetadata = z.object({ batch: uuid, filename: z.string().min(1).max(255) });
/** The tus hooks see only the raw request, so the user who sends it is kept here. */
const senders = new WeakMap<IncomingMessage, number>();

/** Accepts resumable uploads with the tus protocol. Every request of an upload is authorized. */
export function takeUploads(app: FastifyInstance, context: Context): void {
  const tus = createTus(context);
  const path = UPLOADS_PATH.slice(app.prefix.length);

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The tus server reads the body from the raw request.
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const url of [path, `${path}/:id`]) {
      scope.route({
        method: ['POST', 'HEAD', 'PATCH', 'DELETE'],
        url,
        schema: { hide: true },
        onRequest: gate({ access: 'admin_albums' }),
        async handler(request, reply) {
          if (request.actor) senders.set(request.raw, request.actor.userId);
          allowSlow(request.raw);
          reply.hijack();
          await tus.handle(request.raw, reply.raw);
        },
      });
    }
  });

  const complain = (error: unknown) => context.log.error({ err: error }, 'sweeping uploads failed');
  let timer: NodeJS.Timeout | undefined;
  app.addHook('onReady', async () => {
    rescueInterrupted(context).catch(complain);
    sweepUploads(context).catch(complain);
    timer = setInterval(() => sweepUploads(context).catch(complain), SWEEP_EVERY_MS).unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}

function createTus(context: Context): Server {
  return new Server({
    path: UPLOADS_PATH,
    datastore: new FileStore({ directory: uploadFolder(context) }),
    maxSize: MAX_IMAGE_BYTES,
    relativeLocation: true,
    allowedOrigins: [],
    onUploadCreate: async (request, upload) => ({ metadata: await checkMetadata(context, request, upload) }),
    async onUploadFinish(_request, upload) {
      await receiveUpload(context, upload);
      return {};
    },
    onResponseError(_request, error) {
      if ('status_code' in error) return undefined;
      if (error instanceof AppError) return { status_code: error.status, body: error.message };
      context.log.error({ err: error }, 'upload failed');
      return { status_code: 500, body: 'Something went wrong on our side. Please try again.' };
    },
  });
}

type TusRequest = Parameters<NonNullable<Server['options']['onUploadCreate']>>[0];

async function checkMetadata({ db }: Context, request: TusRequest, upload: Upload) {
  const metadata = clientMetadata.safeParse(upload.metadata);
  if (!metadata.success || upload.size === undefined) throw new AppError('invalid_request');
  if (!(await findBatch(db, metadata.data.batch))) throw new AppError('not_found');
  const sender = request.runtime?.node && senders.get(request.runtime.node.req as IncomingMessage);
  return { ...metadata.data, sender: sender === undefined ? null : String(sender) };
}

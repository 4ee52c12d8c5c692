import type { IncomingMessage } from 'node:http';
import { ERRORS, Server, type Upload } from '@tus/server';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MAX_IMAGE_BYTES, UPLOADS_PATH } from '#contract/endpoints/ingest.ts';
import { PASS_ENDED, PASS_HEADER } from '#contract/endpoints/passes.ts';
import { guessLimit } from '#contract/entities/links.ts';
import { uuid } from '#contract/primitives.ts';
import type { Context } from '#server/context.ts';
import { resolveEventLink } from '#server/modules/event-links/event-links.ts';
import { beginPassUpload } from '#server/modules/event-links/passes.ts';
import { findBatch } from '#server/modules/ingest/batches.ts';
import { gate } from '#server/platform/http/access.ts';
import { asAppError, retryAfterOf } from '#server/platform/http/answer-errors.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { limitCall } from '#server/platform/http/limit-calls.ts';
import { allowSlow } from '#server/platform/http/slow-client-guard.ts';
import { requireSpace } from '#server/platform/operations/disk-space.ts';
import { createUploadLocks, type UploadLocks } from './upload-locks.ts';
import { rescueInterrupted, sweepUploads } from './upload-pieces.ts';
import { UploadStore } from './upload-store.ts';

const SWEEP_EVERY_MS = 60_000;
const UNSUPPORTED = 501;
const TAKES_BYTES = new Set(['POST', 'PATCH']);
const clientMetadata = z.object({ batch: uuid, filename: z.string().min(1).max(255) });

type Sender = { userId: number } | { passId: number };
/** The tus hooks see only the raw request, so who sends it and its log are kept here. */
const senders = new WeakMap<IncomingMessage, Sender>();
const logs = new WeakMap<IncomingMessage, FastifyRequest['log']>();

/** Accepts resumable uploads with the tus protocol, of staff and by passes. Every request of an upload is authorized. */
export function takeUploads(app: FastifyInstance, context: Context): void {
  const locks = createUploadLocks(context);
  const store = new UploadStore(context, locks);
  const tus = createTus(context, store, locks);
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
        async onRequest(request, reply) {
          logs.set(request.raw, request.log);
          senders.set(request.raw, await findSender(context, { request, reply }));
          await checkOwner(store, request);
          if (TAKES_BYTES.has(request.method)) await requireSpace(context.config.dataDir);
        },
        async handler(request, reply) {
          allowSlow(request.raw);
          reply.hijack();
          reply.raw.setHeader('x-request-id', request.id);
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
  app.addHook('onClose', async () => {
    clearInterval(timer);
    locks.stop();
  });
}

const gateStaff = gate({ method: 'POST', access: 'admin_albums' });

/** A wrong or ended pass gets the same answer; wrong ones count against the address. */
async function findSender(context: Context, visit: Visit): Promise<Sender> {
  const { request } = visit;
  const secret = request.headers[PASS_HEADER];
  if (secret !== undefined) {
    const pass = await limitCall(visit, guessLimit('pass'), () =>
      resolveEventLink(context, 'pass', String(secret).slice(0, 200), PASS_ENDED),
    );
    return { passId: pass.id };
  }
  await gateStaff(request);
  if (!request.actor) throw new AppError('not_logged_in');
  return { userId: request.actor.userId };
}

type Visit = { request: FastifyRequest; reply: FastifyReply };

/** A pass continues and deletes only what it began. */
async function checkOwner(store: UploadStore, { raw, params }: FastifyRequest): Promise<void> {
  const sender = senders.get(raw);
  const { id } = params as { id?: string };
  if (!sender || !('passId' in sender) || id === undefined) return;
  const upload = await store.find(id);
  if (upload?.passId !== sender.passId) throw new AppError('not_found');
}

function createTus(context: Context, datastore: UploadStore, locker: UploadLocks): Server {
  return new Server({
    path: UPLOADS_PATH,
    datastore,
    locker,
    namingFunction: () => locker.newId(),
    maxSize: MAX_IMAGE_BYTES,
    relativeLocation: true,
    allowedOrigins: [],
    onUploadCreate: async (request, upload) => ({ metadata: await checkMetadata(context, request, upload) }),
    onResponseError: (request, error) => answerFailure(context, request, error),
  });
}

type TusFailure = { status_code: number; body: string };

function answerFailure(context: Context, request: TusRequest, error: Error | TusFailure) {
  if ('status_code' in error) {
    // The protocol library calls extensions that we do not offer a failure of the server.
    return error.status_code === UNSUPPORTED
      ? { ...error, status_code: ERRORS.INVALID_LENGTH.status_code }
      : undefined;
  }
  const known = asAppError(error as FastifyError);
  const raw = request.runtime?.node?.req as IncomingMessage | undefined;
  const log = (raw && logs.get(raw)) ?? context.log;
  if (!known) log.error({ err: error }, 'upload failed');
  const answer = known ?? new AppError('internal');
  for (const [name, value] of Object.entries(retryAfterOf(answer)))
    request.runtime?.node?.res?.setHeader(name, value);
  return { status_code: answer.status, body: answer.message };
}

type TusRequest = Parameters<NonNullable<Server['options']['onUploadCreate']>>[0];

async function checkMetadata(context: Context, request: TusRequest, upload: Upload) {
  const metadata = clientMetadata.safeParse(upload.metadata);
  if (!metadata.success || upload.size === undefined) throw new AppError('invalid_request');
  const sender = request.runtime?.node && senders.get(request.runtime.node.req as IncomingMessage);
  const passId = sender && 'passId' in sender ? sender.passId : null;
  if (passId !== null) {
    const batch = await findBatch(context.db, metadata.data.batch);
    if (batch?.passId !== passId) throw new AppError('not_found');
    await beginPassUpload(context, passId, upload.size);
    return { ...metadata.data, pass: String(passId), sender: null };
  }
  return { ...metadata.data, sender: sender && 'userId' in sender ? String(sender.userId) : null };
}

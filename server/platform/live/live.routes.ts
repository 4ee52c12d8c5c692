import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { liveEndpoints } from '#contract/endpoints/notifications.ts';
import type { LiveEvent } from '#contract/entities/user.ts';
import { isStaff } from '#contract/rules/permissions.ts';
import type { Database } from '#server/platform/database/database.ts';
import { gate } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { findMissed, type Live } from './live.ts';

type OfStreams = { db: Database; live: Live };

export function liveRoutes(app: FastifyInstance, context: OfStreams): void {
  const streams = createStreams(context);
  app.addHook('preClose', async () => streams.closeAll());
  const { live: endpoint } = liveEndpoints;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false,
    onRequest: gate(endpoint),
    schema: { tags: [endpoint.tag], summary: endpoint.summary, security: [{ bearer: [] }] },
    config: { endpoint },
    handler: async (request, reply) => {
      await streams.open(request, reply);
    },
  });
}

export const HEARTBEAT_MS = 25_000;
const MAX_PER_USER = 12;
/** A connection that falls this far behind is closed; the browser reconnects and catches up. */
const MAX_WAITING_BYTES = 64 * 1024;
const HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
};

type Stream = { userId: number; close(): void };

function createStreams(context: OfStreams) {
  const streams = new Set<Stream>();

  async function open(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { actor } = request;
    if (!actor) throw new AppError('not_logged_in');
    const listener = { userId: actor.userId, isStaff: isStaff(actor.role) };
    const lastId = readLastId(request);
    const missed = lastId === undefined ? [] : await findMissed(context.db, listener, lastId);
    const { raw } = reply;
    const early: LiveEvent[] = [];
    let isOpen = false;
    const send = (event: LiveEvent) => (isOpen ? write(raw, eventText(event)) : early.push(event));
    const sendReset = () => write(raw, RESET);
    const stopListening = await context.live.listen({ ...listener, send, sendReset });

    reply.hijack();
    raw.writeHead(200, { ...HEADERS, 'x-request-id': request.id });
    write(raw, ': welcome\n\n');
    if (!missed) sendReset();
    for (const event of [...(missed ?? []), ...early]) write(raw, eventText(event));
    isOpen = true;

    const heartbeat = setInterval(async () => {
      write(raw, ': still here\n\n');
      if (!(await isStillAllowed(request, listener))) stream.close();
    }, HEARTBEAT_MS);
    const stream: Stream = { userId: actor.userId, close: () => raw.end() };
    streams.add(stream);
    raw.on('close', () => {
      clearInterval(heartbeat);
      stopListening();
      streams.delete(stream);
    });
    const own = [...streams].filter((one) => one.userId === actor.userId);
    for (const old of own.slice(0, -MAX_PER_USER)) old.close();
  }

  return {
    open,
    closeAll() {
      for (const stream of streams) stream.close();
    },
  };
}

const RESET = 'event: reset\ndata: {}\n\n';

function eventText(event: LiveEvent): string {
  return `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
}

function write(raw: ServerResponse, text: string): void {
  if (raw.writableLength > MAX_WAITING_BYTES) raw.destroy();
  else if (raw.headersSent && !raw.writableEnded) raw.write(text);
}

function readLastId(request: FastifyRequest): number | undefined {
  const header = request.headers['last-event-id'];
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : undefined;
}

/** Who is no longer staff, or is staff now, connects again. */
async function isStillAllowed(request: FastifyRequest, reader: { isStaff: boolean }): Promise<boolean> {
  try {
    const token = request.headers.authorization?.split(' ', 2)[1] ?? '';
    const { needsSecondFactor, role } = await request.server.authenticate(token);
    return !needsSecondFactor && isStaff(role) === reader.isStaff;
  } catch (error) {
    return !(error instanceof AppError && error.status === 401);
  }
}

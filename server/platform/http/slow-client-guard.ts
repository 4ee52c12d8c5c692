import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type Pace = {
  /** A connection must have sent the headers of its request within this time. */
  headersMs: number;
  checkEveryMs: number;
  /** Bodies and answers get this long before their pace counts. */
  graceMs: number;
  bytesPerSecond: number;
  /** Uploads and downloads may be slow, but not stand still for this long. */
  stallMs: number;
  /** The rest of a refused body is read for this long, because closing at once would lose the answer. */
  lingerMs: number;
  lingerBytes: number;
};

export const DEFAULT_PACE: Pace = {
  headersMs: 15_000,
  checkEveryMs: 5_000,
  graceMs: 20_000,
  bytesPerSecond: 2_048,
  stallMs: 120_000,
  lingerMs: 30_000,
  lingerBytes: 64 * 1024 * 1024,
};

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  socket: Socket;
  startedAt: number;
  readBefore: number;
  writtenBefore: number;
  /** How long the client has delayed sending. */
  blockedMs: number;
  moved: number;
  movedAt: number;
};

const slow = new WeakSet<IncomingMessage>();

/** Phones in a full arena upload and download photos at any pace. */
export function allowSlow(request: IncomingMessage): void {
  slow.add(request);
}

/** Ends connections that keep a body from arriving or an answer from leaving; Node itself watches the headers. */
export function createSlowClientGuard(pace: Pace) {
  // A connection releases its answered request when the next one arrives. If it held the request until the next check,
  // seconds of requests would outlive the young generation and make every garbage collection long.
  const exchanges = new Map<Socket, Exchange[]>();
  let checkedAt = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    const passedMs = now - checkedAt;
    checkedAt = now;
    for (const [socket, all] of exchanges) {
      const open = all.filter((exchange) => !isOver(exchange));
      if (open.length === 0) exchanges.delete(socket);
      else exchanges.set(socket, open);
      for (const exchange of open) if (isTooSlow(exchange, pace, { now, passedMs })) cut(exchange);
    }
  }, pace.checkEveryMs).unref();
  return {
    watch(request: IncomingMessage, response: ServerResponse) {
      const { socket } = request;
      const now = performance.now();
      const exchange = {
        request,
        response,
        socket,
        startedAt: now,
        readBefore: socket.bytesRead,
        writtenBefore: socket.bytesWritten,
        blockedMs: 0,
        moved: 0,
        movedAt: now,
      };
      const earlier = exchanges.get(socket);
      // A client may send its next request before it has read the answer.
      if (earlier) exchanges.set(socket, [...earlier.filter((one) => !isOver(one)), exchange]);
      else exchanges.set(socket, [exchange]);
    },
    /** The number of requests in memory, answered or not. */
    count: () => [...exchanges.values()].reduce((sum, { length }) => sum + length, 0),
    stop: () => clearInterval(timer),
  };
}

function isOver({ request, response, socket }: Exchange): boolean {
  return socket.destroyed || (response.writableFinished && (request.complete || !expectsBody(request)));
}

function expectsBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

type Tick = { now: number; passedMs: number };

function isTooSlow(exchange: Exchange, pace: Pace, { now, passedMs }: Tick): boolean {
  const { request, response, socket } = exchange;
  const received = socket.bytesRead - exchange.readBefore;
  const sent = socket.bytesWritten - socket.writableLength - exchange.writtenBefore;
  const isReceiving = expectsBody(request) && !request.complete;
  const isBlocked = socket.writableLength > 0;
  if (isBlocked) exchange.blockedMs += passedMs;
  if (received + sent > exchange.moved || !(isReceiving || isBlocked)) {
    exchange.moved = received + sent;
    exchange.movedAt = now;
  }
  const sinceStart = now - exchange.startedAt;
  if (response.writableFinished) return sinceStart > pace.lingerMs || received > pace.lingerBytes;
  if (slow.has(request)) return now - exchange.movedAt > pace.stallMs;
  const allowedMs = (bytes: number) => pace.graceMs + (bytes / pace.bytesPerSecond) * 1000;
  return (isReceiving && sinceStart > allowedMs(received)) || exchange.blockedMs > allowedMs(sent);
}

function cut({ response, socket }: Exchange): void {
  if (response.headersSent) return void socket.destroy();
  socket.end('HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
  socket.destroySoon();
}

import { EventSourceParserStream } from 'eventsource-parser/stream';
import { liveEndpoints } from '#contract/endpoints/notifications.ts';
import type { LiveEvent } from '#contract/entities/user.ts';
import { LIVE_KINDS } from '#contract/rules/notifications.ts';
import { isNumber, isText, orNull, shapeOf } from './storage.ts';

const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A browser has few connections per site, so a hidden tab gives its connection back. */
const HIDDEN_MS = 10_000;
/** The server sends something every 25 seconds, so a longer silence means that the connection is dead. */
const SILENCE_MS = 60_000;

/** The server of a newer release may send kinds that this page does not know. */
const isLiveEvent = shapeOf<LiveEvent>({
  id: isNumber,
  kind: (value) => (LIVE_KINDS as readonly unknown[]).includes(value),
  subject: orNull(isText),
});

type LiveFollower = {
  onEvent(event: LiveEvent): void;
  /** Called when events were missed: everything on the page may be stale. */
  onReset(): void;
};

/** Reconnects by itself and asks for the events it missed. */
export function subscribeToLiveEvents(token: string, follower: LiveFollower): () => void {
  let lastId: string | undefined;
  let pauseMs = SHORTEST_PAUSE_MS;
  let line: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  async function connect(): Promise<void> {
    if (isOver || line || document.hidden) return;
    const own = new AbortController();
    line = own;
    try {
      await readLine(own);
    } catch {
      // A lost connection or a server restart: it reconnects below.
    }
    line = undefined;
    if (isOver || document.hidden) return;
    timer = setTimeout(connect, pauseMs);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }

  async function readLine(own: AbortController): Promise<void> {
    const response = await fetch(`/api${liveEndpoints.live.path}`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastId && { 'last-event-id': lastId }),
      },
      signal: own.signal,
      cache: 'no-store',
    });
    if (response.status === 401 || response.status === 403) isOver = true;
    if (!response.ok || !response.body) return;
    pauseMs = SHORTEST_PAUSE_MS;
    const watched = response.body.pipeThrough(endAfterSilence(own)).pipeThrough(new TextDecoderStream());
    const reader = watched.pipeThrough(new EventSourceParserStream()).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const { event, id, data } = next.value;
      if (event === 'reset') follower.onReset();
      const known = parse(data);
      if (!isLiveEvent(known)) continue;
      lastId = id ?? lastId;
      follower.onEvent(known);
    }
  }

  function onVisibilityChange(): void {
    clearTimeout(timer);
    if (document.hidden) timer = setTimeout(() => line?.abort(), HIDDEN_MS);
    else void connect();
  }

  document.addEventListener('visibilitychange', onVisibilityChange);
  window.addEventListener('online', onVisibilityChange);
  void connect();
  return () => {
    isOver = true;
    clearTimeout(timer);
    line?.abort();
    document.removeEventListener('visibilitychange', onVisibilityChange);
    window.removeEventListener('online', onVisibilityChange);
  };
}

function endAfterSilence(
  line: AbortController,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let timer = setTimeout(() => line.abort(), SILENCE_MS);
  return new TransformStream({
    transform(piece, controller) {
      clearTimeout(timer);
      timer = setTimeout(() => line.abort(), SILENCE_MS);
      controller.enqueue(piece);
    },
    flush: () => clearTimeout(timer),
  });
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

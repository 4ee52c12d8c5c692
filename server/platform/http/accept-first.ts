import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';

/** No request waits longer than this for connections of others. */
const MOST_MS = 20;

type AcceptFirst = { listener: RequestListener; noteConnection(): void };

/**
 * Node accepts one connection per turn of its loop. When hundreds arrive at once, answering the first in each turn would
 * keep the last waiting for all of them, so requests wait for a turn in which no connection arrived.
 */
export function acceptFirst(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  { mostMs = MOST_MS, now = () => performance.now() } = {},
): AcceptFirst {
  const waiting: [IncomingMessage, ServerResponse][] = [];
  let isArriving = false;
  let waitingSince = 0;

  function endTurn(): void {
    if (isArriving && now() - waitingSince < mostMs) {
      isArriving = false;
      setImmediate(endTurn);
      return;
    }
    isArriving = false;
    for (const [request, response] of waiting.splice(0)) {
      // Whoever left meanwhile would never be heard leaving.
      if (!request.socket.destroyed) handle(request, response);
    }
  }

  return {
    noteConnection() {
      isArriving = true;
    },
    listener(request, response) {
      if (waiting.length === 0) {
        if (!isArriving) return handle(request, response);
        waitingSince = now();
        setImmediate(endTurn);
      }
      waiting.push([request, response]);
    },
  };
}

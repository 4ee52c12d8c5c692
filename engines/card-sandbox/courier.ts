import { createHmac } from 'node:crypto';
import { secondsFrom, unixSeconds } from './call.ts';
import type { FaultQueue, WebhookFault } from './faults.ts';
import type { SandboxContext } from './sandbox-context.ts';

const POLL_MS = 1000;
const TIMEOUT_MS = 10_000;
/** Another process may take over an event after this time, which is longer than a delivery can take. */
const LEASE_SECONDS = 20;
const FIRST_WAIT_SECONDS = 1;
const LONGEST_WAIT_SECONDS = 3600;
const GIVES_UP_AFTER_SECONDS = 3 * 24 * 3600;

export type Webhook = {
  url: string;
  secret: string;
  /** Tests replace the HTTP request; it returns the endpoint's status. */
  send?: (message: WebhookMessage) => Promise<number>;
};
type WebhookMessage = { url: string; body: string; headers: Record<string, string> };

export type Courier = {
  wake(): void;
  /** Sends every waiting event once, even if it is not due, and returns how many were accepted. */
  deliverNow(): Promise<number>;
  /** Sends the events that are due, each once, and returns how many were accepted. */
  deliverDue(): Promise<number>;
  /** While paused, events are sent only on demand. */
  pause(): void;
  resume(): void;
  /** Sends the newest due event first. */
  reverse(isReversed: boolean): void;
  stop(): Promise<void>;
};

type Waiting = { id: string; created: number; attempts: number; body: unknown };

/** Delivers each event to the shop's endpoint at least once, and waits longer after each refusal. */
export function createCourier(
  context: SandboxContext,
  webhook: Webhook,
  faults: FaultQueue<WebhookFault>,
): Courier {
  const stopping = new AbortController();
  let isPaused = false;
  let isReversed = false;
  let round: Promise<unknown> = Promise.resolve();
  let isQueued = false;

  /** Runs one round at a time so that events keep their order. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = round.then(work);
    round = next.catch((error) => {
      if (!stopping.signal.aborted) context.log.error({ err: error }, 'sandbox webhooks failed');
    });
    return next;
  }

  function wake(): void {
    if (isPaused || isQueued || stopping.signal.aborted) return;
    isQueued = true;
    inTurn(async () => {
      isQueued = false;
      while (!isPaused && !stopping.signal.aborted && (await carryNext(context.clock.now())) !== undefined);
    }).catch(() => undefined);
  }
  const poll = setInterval(wake, POLL_MS);
  poll.unref();

  async function carryNext(dueBy: Date | 'any', done: string[] = []): Promise<boolean | undefined> {
    const event = await claimEvent(context, dueBy, isReversed, done);
    if (!event) return undefined;
    done.push(event.id);
    return carry(event);
  }

  async function carry(event: Waiting): Promise<boolean> {
    const fault = event.attempts === 1 ? faults.take(() => true) : undefined;
    if (fault?.kind === 'drop') return settle(event, null);
    if (fault?.kind === 'delay') return settle(event, secondsFrom(context.clock.now(), fault.seconds ?? 60));
    const isAccepted = await deliver(event);
    if (fault?.kind === 'duplicate') await deliver(event);
    if (!isAccepted) return settle(event, nextTry(event, context.clock.now()));
    await context.db
      .updateTable('sandboxEvents')
      .set({ deliveredAt: context.clock.now(), nextAttemptAt: null })
      .where('id', '=', event.id)
      .execute();
    return true;
  }

  async function settle(event: Waiting, nextAttemptAt: Date | null): Promise<false> {
    await context.db.updateTable('sandboxEvents').set({ nextAttemptAt }).where('id', '=', event.id).execute();
    return false;
  }

  async function deliver(event: Waiting): Promise<boolean> {
    const body = JSON.stringify(event.body, undefined, 2);
    const message = {
      url: webhook.url,
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signPayload(body, webhook.secret, context.clock.now()),
      },
    };
    try {
      const status = await (webhook.send ?? overHttp)(message);
      return status >= 200 && status < 300;
    } catch {
      return false;
    }
  }

  async function overHttp({ url, body, headers }: WebhookMessage): Promise<number> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(url, { method: 'POST', body, headers, signal, redirect: 'manual' });
    await response.arrayBuffer();
    return response.status;
  }

  const deliverAll = (dueBy: () => Date | 'any') =>
    inTurn(async () => {
      const done: string[] = [];
      let accepted = 0;
      let result = await carryNext(dueBy(), done);
      while (result !== undefined) {
        if (result) accepted += 1;
        result = await carryNext(dueBy(), done);
      }
      return accepted;
    });

  return {
    wake,
    deliverNow: () => deliverAll(() => 'any'),
    deliverDue: () => deliverAll(() => context.clock.now()),
    pause() {
      isPaused = true;
    },
    resume() {
      isPaused = false;
      wake();
    },
    reverse(reversed) {
      isReversed = reversed;
    },
    async stop() {
      clearInterval(poll);
      stopping.abort();
      await round;
    },
  };
}

/** The provider signs the time and the exact bytes sent with HMAC-SHA256. */
function signPayload(body: string, secret: string, now: Date): string {
  const moment = unixSeconds(now);
  const signature = createHmac('sha256', secret).update(`${moment}.${body}`).digest('hex');
  return `t=${moment},v1=${signature}`;
}

async function claimEvent(
  context: SandboxContext,
  dueBy: Date | 'any',
  isReversed: boolean,
  done: string[],
): Promise<Waiting | undefined> {
  const leaseEnd = secondsFrom(context.clock.now(), LEASE_SECONDS);
  return context.db
    .updateTable('sandboxEvents')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), nextAttemptAt: leaseEnd }))
    .where('id', '=', (eb) => {
      let next = eb
        .selectFrom('sandboxEvents')
        .select('id')
        .where('nextAttemptAt', 'is not', null)
        .orderBy('position', isReversed ? 'desc' : 'asc')
        .limit(1)
        .forUpdate()
        .skipLocked();
      if (dueBy !== 'any') next = next.where('nextAttemptAt', '<=', dueBy.toISOString());
      if (done.length > 0) next = next.where('id', 'not in', done);
      return next;
    })
    .returning(['id', 'created', 'attempts', 'body'])
    .executeTakeFirst();
}

function nextTry(event: Waiting, now: Date): Date | null {
  if (unixSeconds(now) - event.created > GIVES_UP_AFTER_SECONDS) return null;
  const wait = FIRST_WAIT_SECONDS * 2 ** (event.attempts - 1);
  return secondsFrom(now, Math.min(wait, LONGEST_WAIT_SECONDS));
}

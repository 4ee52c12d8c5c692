import { vi } from 'vitest';
import type { EndpointShape, ResponseOf, SentBody } from '#contract/endpoint.ts';

class RawAnswer {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body?: unknown) {
    this.status = status;
    this.body = body;
  }
}

type Call<E extends EndpointShape> = { query: URLSearchParams; body: SentBody<E> };
type Body<E extends EndpointShape> = ResponseOf<E> | RawAnswer;
type Replier<E extends EndpointShape> = (call: Call<E>) => Body<E> | Promise<Body<E>>;
export type Reply<E extends EndpointShape> = Body<E> | Replier<E>;
export type Answer = {
  endpoint: EndpointShape;
  reply: (call: { query: URLSearchParams; body: never }) => unknown;
};
type FetchSpy = ReturnType<typeof answerCalls>;

/** An answer of any shape, for what the contract does not allow. */
export const rawAnswer = (status: number, body: unknown) => new RawAnswer(status, body);
export const NETWORK_ERROR = new RawAnswer(0);
export const errorAnswer = (status: number, code: string, message = code, details?: unknown) =>
  new RawAnswer(status, { error: { code, message, details, request_id: 'req-1' } });

export function answer<E extends EndpointShape>(endpoint: E, reply: Reply<E>): Answer {
  return { endpoint, reply: typeof reply === 'function' ? (reply as Replier<E>) : () => reply };
}

function isCallTo({ method, path }: EndpointShape, address: string, init?: RequestInit): boolean {
  const pattern = new RegExp(`^/api${path.replace(/:\w+/g, '[^/?]+')}(\\?|$)`);
  return (init?.method ?? 'GET') === method && pattern.test(address);
}

const parseBody = (init?: RequestInit) =>
  typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;

/**
 * A later answer replaces an earlier one, and a fixed path wins over one with parameters; other calls get
 * 404.
 */
export function answerCalls(...answers: Answer[]) {
  const spy = vi.fn(async (address: string, init?: RequestInit) => {
    const matching = answers.filter(({ endpoint }) => isCallTo(endpoint, address, init));
    const found = matching.findLast(({ endpoint }) => !endpoint.path.includes(':')) ?? matching.at(-1);
    const call = { query: new URL(address, 'http://localhost').searchParams, body: parseBody(init) as never };
    const reply = found ? await found.reply(call) : errorAnswer(404, 'not_found');
    const { status, body } = reply instanceof RawAnswer ? reply : { status: 200, body: reply };
    if (status === 0) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(body ?? {}), {
      status,
      headers: { 'content-type': 'application/json' },
    });
  });
  vi.stubGlobal('fetch', spy);
  return spy;
}

export function bodiesSentTo<E extends EndpointShape>(fetches: FetchSpy, endpoint: E): SentBody<E>[] {
  return fetches.mock.calls
    .filter(([address, init]) => isCallTo(endpoint, address, init))
    .map(([, init]) => parseBody(init));
}

import { vi } from 'vitest';

type Answer = { status?: number; body?: unknown } | 'network_error';

function jsonAnswer({ status = 200, body = {} }: Exclude<Answer, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

export const errorAnswer = (status: number, code: string, message = code) => ({
  status,
  body: { error: { code, message, request_id: 'req-1' } },
});

/** Answers calls by "METHOD /path"; anything else is 404. Returns the fetch spy. */
export function answerCalls(answers: Record<string, Answer | (() => Answer | Promise<Answer>)>) {
  const spy = vi.fn(async (address: string, init?: RequestInit) => {
    const path = address.replace(/^\/api/, '').replace(/\?.*$/, '');
    const found = answers[`${init?.method ?? 'GET'} ${path}`] ?? errorAnswer(404, 'not_found');
    const answer = typeof found === 'function' ? await found() : found;
    if (answer === 'network_error') throw new TypeError('Failed to fetch');
    return jsonAnswer(answer);
  });
  vi.stubGlobal('fetch', spy);
  return spy;
}

import { randomInt } from 'node:crypto';
import type { EndpointShape, ResponseOf, SentBody, SentParams, SentQuery } from '#contract/endpoint.ts';

const CALL_MS = 15_000;

export type Call<E extends EndpointShape> = {
  token?: string;
  params?: SentParams<E>;
  query?: SentQuery<E>;
  body?: SentBody<E>;
};

export type Answer<E extends EndpointShape> = {
  status: number;
  body: ResponseOf<E>;
  code: string | undefined;
};

/** Every call comes from another address, so that limits per address do not slow the drive down. */
export function visitorHeaders(token?: string): Record<string, string> {
  const ip = `198.${randomInt(18, 20)}.${randomInt(256)}.${randomInt(1, 255)}`;
  return { 'x-forwarded-for': ip, ...(token ? { authorization: `Bearer ${token}` } : {}) };
}

export async function callShop<E extends EndpointShape>(
  site: string,
  endpoint: E,
  { token, params, query, body }: Call<E> = {},
): Promise<Answer<E>> {
  const given = (params ?? {}) as { [name: string]: unknown };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
  const search = new URLSearchParams((query ?? {}) as { [name: string]: string });
  const response = await fetch(`${site}/api${path}?${search}`, {
    method: endpoint.method,
    headers: {
      ...visitorHeaders(token),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(CALL_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = /^[{[]/.test(text) ? JSON.parse(text) : undefined;
  return { status: response.status, body: json, code: json?.error?.code };
}

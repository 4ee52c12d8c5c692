import type { EndpointShape } from '#contract/endpoint.ts';
import { type Answer, type Call, callSite, randomIp } from '../../site.ts';

const CALL_MS = 15_000;

/** Every call comes from another address, so that limits per address do not slow the drive down. */
export function visitorHeaders(token?: string): Record<string, string> {
  return { 'x-forwarded-for': randomIp(), ...(token ? { authorization: `Bearer ${token}` } : {}) };
}

export function callShop<E extends EndpointShape>(
  site: string,
  endpoint: E,
  { token, ...call }: Call<E> & { token?: string } = {},
): Promise<Answer<E>> {
  const signal = AbortSignal.timeout(CALL_MS);
  return callSite(site, endpoint, call as Call<E>, { headers: visitorHeaders(token), signal });
}

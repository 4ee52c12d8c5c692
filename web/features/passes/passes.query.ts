import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type FrameState, passEndpoints } from '#contract/endpoints/passes.ts';
import { callApi } from '#web/lib/api.ts';
import { addressOf } from '#web/lib/transport.ts';

const LIVE_MS = 10_000;

/** These calls only read, so they may be repeated although they are POSTs. */
const reads = { retry: true, isQuiet: true } as const;

export const passQuery = (token: string) =>
  queryOptions({
    queryKey: ['pass', token, 'open'],
    queryFn: ({ signal }) => callApi(passEndpoints.openPass, { body: { token }, signal, ...reads }),
    refetchInterval: LIVE_MS,
    gcTime: 0,
  });

export const passFramesQuery = (token: string, state: FrameState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['pass', token, 'frames', state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      callApi(passEndpoints.listPassFrames, {
        body: { token, ...(state && { state }), ...(pageParam && { before: pageParam }) },
        signal,
        ...reads,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    gcTime: 0,
  });

export const passStatementQuery = (token: string) =>
  queryOptions({
    queryKey: ['pass', token, 'statement'],
    queryFn: ({ signal }) => callApi(passEndpoints.passStatement, { body: { token }, signal, ...reads }),
    staleTime: 0,
    gcTime: 0,
  });

export function frameAddress(imageId: number, auth: string): string {
  return addressOf(passEndpoints.passPicture, { params: { name: `${imageId}.thumb` }, query: { auth } });
}

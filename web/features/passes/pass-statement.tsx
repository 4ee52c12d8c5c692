import { infiniteQueryOptions, queryOptions, useQuery } from '@tanstack/react-query';
import { type PassPhotoState, type PassStatement, passEndpoints } from '#contract/endpoints/passes.ts';
import { formatCents } from '#contract/rules/money.ts';
import { type Figure, Figures } from '#web/components/figures.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { formatCount } from '#web/lib/formats.ts';
import { addressOf } from '#web/lib/transport.ts';

export function PassStatementView({ token }: { token: string }) {
  const statement = useQuery(passStatementQuery(token));
  return (
    <QueryState query={statement} loading={<Skeleton label="Loading your statement" className="h-[180px]" />}>
      {(loaded) => (
        <div className="grid gap-3">
          <Figures figures={totalsOf(loaded)} />
          <p className="text-13 text-ink-2">
            All photos of this event that are credited to your name. An album’s price is split by the number
            of published photos.
          </p>
        </div>
      )}
    </QueryState>
  );
}

function totalsOf(statement: PassStatement): Figure[] {
  const { frames, published, sold, revenue, refunds, commission, commission_rate_basis_points } = statement;
  return [
    {
      label: 'Your share so far',
      value: formatCents(commission),
      note: `Now ${commission_rate_basis_points / 100}% of sales after refunds, without sales tax`,
      isTheirs: true,
    },
    { label: 'Sales', value: formatCents(revenue), note: `${formatCents(refunds)} refunded or disputed` },
    { label: 'Photos sold', value: formatCount(sold), note: 'Alone or with their album' },
    { label: 'Photos', value: formatCount(frames), note: `${formatCount(published)} published` },
  ];
}

const LIVE_MS = 4_000;

/** These calls only read, so they may be repeated although they are POSTs. */
const reads = { retry: true, isQuiet: true } as const;

export const passQuery = (token: string) =>
  apiQuery(['pass', token, 'open'], passEndpoints.openPass, {
    body: { token },
    ...reads,
    refetchInterval: LIVE_MS,
    gcTime: 0,
  });

export const passFramesQuery = (token: string, state: PassPhotoState | undefined) =>
  infiniteQueryOptions({
    queryKey: ['pass', token, 'frames', state ?? 'all'],
    queryFn: ({ pageParam, signal }) =>
      callApi(passEndpoints.listPassPhotos, {
        body: { token, ...(state && { state }), ...(pageParam && { before: pageParam }) },
        signal,
        ...reads,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    gcTime: 0,
  });

const SHOWN_NEWEST = 5;

/** Asked again when another photo has arrived. */
export const newestFramesQuery = (token: string, lastPhotoAt: string | null) =>
  queryOptions({
    queryKey: ['pass', token, 'newest', lastPhotoAt],
    queryFn: async ({ signal }) => {
      const { frames, auth } = await callApi(passEndpoints.listPassPhotos, {
        body: { token },
        signal,
        ...reads,
      });
      return { auth, frames: frames.filter(({ state }) => state !== 'received').slice(0, SHOWN_NEWEST) };
    },
    enabled: lastPhotoAt !== null,
    placeholderData: (before) => before,
    gcTime: 0,
  });

const passStatementQuery = (token: string) =>
  apiQuery(['pass', token, 'statement'], passEndpoints.passStatement, {
    body: { token },
    ...reads,
    staleTime: 0,
    gcTime: 0,
  });

export function frameAddress(imageId: number, auth: string): string {
  return addressOf(passEndpoints.passImage, { params: { name: `${imageId}.thumb` }, query: { auth } });
}

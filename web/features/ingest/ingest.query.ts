import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { apiQuery, callApi } from '#web/lib/api.ts';

const TOKEN_FRESH_MS = 10 * 60_000;

export const unsortedQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['staff', 'unsorted', eventId],
    queryFn: ({ signal }) => callApi(ingestEndpoints.listUnsorted, { params: { id: eventId }, signal }),
    refetchOnWindowFocus: true,
    // The token of the thumbnails expires soon.
    refetchInterval: TOKEN_FRESH_MS,
  });

export const runningOrderQuery = (eventId: number) =>
  queryOptions({
    ...apiQuery(['staff', 'running-order', eventId], ingestEndpoints.listRunningOrder, {
      params: { id: eventId },
    }),
    refetchOnWindowFocus: true,
  });

export const albumPhotosQuery = (albumId: number) =>
  queryOptions({
    ...apiQuery(['staff', 'album', albumId], catalogueEndpoints.getAlbum, { params: { id: albumId } }),
    refetchInterval: TOKEN_FRESH_MS,
  });

export const camerasQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['staff', 'cameras', eventId],
    queryFn: ({ signal }) => callApi(ingestEndpoints.listCameras, { params: { id: eventId }, signal }),
    // A photo of the clock code is recognized shortly after its upload.
    refetchInterval: 15_000,
  });

export const clockHintsQuery = (eventId: number) =>
  queryOptions({
    ...apiQuery(['staff', 'clock-hints', eventId], ingestEndpoints.listClockHints, {
      params: { id: eventId },
    }),
    // A clock is checked shortly after photos arrive.
    refetchInterval: 15_000,
  });

export const serverClockQuery = queryOptions({
  queryKey: ['server-clock'],
  queryFn: ({ signal }) => measureServerClock(signal),
  staleTime: 5 * 60_000,
  refetchInterval: 5 * 60_000,
});

// The Date header holds whole seconds. Several answers a fraction of a second apart narrow down where a second begins,
// so that the code on screen is right even when this computer's clock is not.

type ClockSample = { sentAt: number; arrivedAt: number; serverSecondAt: number };
type ServerClock = { offsetMs: number; isFromServer: boolean };

const SAMPLES = 5;
const PAUSE_MS = 210;

/** Returns the milliseconds to add to this computer's clock, or undefined without a sample. */
export function narrowOffset(samples: readonly ClockSample[]): number | undefined {
  if (samples.length === 0) return undefined;
  const least = Math.max(...samples.map(({ serverSecondAt, arrivedAt }) => serverSecondAt - arrivedAt));
  const most = Math.min(...samples.map(({ serverSecondAt, sentAt }) => serverSecondAt + 1_000 - sentAt));
  return Math.round((least + most) / 2);
}

async function takeSample(signal: AbortSignal): Promise<ClockSample | undefined> {
  const sentAt = Date.now();
  const answer = await fetch('/api/health', { cache: 'no-store', signal });
  const arrivedAt = Date.now();
  const serverSecondAt = Date.parse(answer.headers.get('date') ?? '');
  return Number.isNaN(serverSecondAt) ? undefined : { sentAt, arrivedAt, serverSecondAt };
}

async function measureServerClock(signal: AbortSignal): Promise<ServerClock> {
  const samples: ClockSample[] = [];
  for (let taken = 0; taken < SAMPLES; taken += 1) {
    const sample = await takeSample(signal);
    if (sample) samples.push(sample);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const offsetMs = narrowOffset(samples);
  return { offsetMs: offsetMs ?? 0, isFromServer: offsetMs !== undefined };
}

export type IngestEvent = ResponseOf<typeof catalogueEndpoints.listStaffEvents>[number];
export type IngestAlbum = ResponseOf<typeof catalogueEndpoints.listAdminAlbums>[number];
export type Tray = ResponseOf<typeof ingestEndpoints.listUnsorted>;
export type RunningOrder = ResponseOf<typeof ingestEndpoints.importRunningOrder>;

export const albumTitle = (album: Pick<IngestAlbum, 'performance_order' | 'program_name' | 'team_name'>) =>
  `#${album.performance_order} ${album.program_name} ${album.team_name}`;

export const albumLabel = (album: Pick<IngestAlbum, 'performance_order' | 'team_name'>) =>
  `#${album.performance_order} ${album.team_name}`;

import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { apiQuery } from '#web/lib/api.ts';
import { albumDetailQuery } from '#web/lib/staff.query.ts';

const TOKEN_FRESH_MS = 10 * 60_000;

export const unsortedQuery = (eventId: number) =>
  apiQuery(['staff', 'unsorted', eventId], ingestEndpoints.listUnsorted, {
    params: { id: eventId },
    refetchOnWindowFocus: true,
    // The token of the thumbnails expires soon.
    refetchInterval: TOKEN_FRESH_MS,
  });

export const runningOrderQuery = (eventId: number) =>
  apiQuery(['staff', 'running-order', eventId], ingestEndpoints.listRunningOrder, {
    params: { id: eventId },
    refetchOnWindowFocus: true,
  });

export const albumPhotosQuery = (albumId: number) =>
  queryOptions({
    ...albumDetailQuery(albumId),
    refetchInterval: TOKEN_FRESH_MS,
  });

export const camerasQuery = (eventId: number) =>
  apiQuery(['staff', 'cameras', eventId], ingestEndpoints.listCameras, {
    params: { id: eventId },
    // A photo of the clock code is recognized shortly after its upload.
    refetchInterval: 15_000,
  });

export const clockHintsQuery = (eventId: number) =>
  apiQuery(['staff', 'clock-hints', eventId], ingestEndpoints.listClockHints, {
    params: { id: eventId },
    // A clock is checked shortly after photos arrive.
    refetchInterval: 15_000,
  });

export const serverClockQuery = queryOptions({
  queryKey: ['server-clock'],
  queryFn: ({ signal }) => measureServerClock(signal),
  staleTime: 5 * 60_000,
  refetchInterval: 5 * 60_000,
});

/** Returns the milliseconds to add to this computer's clock. The Date header holds whole seconds, which is exact enough. */
async function measureServerClock(signal: AbortSignal) {
  const sentAt = Date.now();
  const answer = await fetch('/api/health', { cache: 'no-store', signal });
  const serverSecondAt = Date.parse(answer.headers.get('date') ?? '');
  const offsetMs = Math.round(serverSecondAt + 500 - (sentAt + Date.now()) / 2);
  return { offsetMs: offsetMs || 0, isFromServer: !Number.isNaN(offsetMs) };
}

export type IngestEvent = ResponseOf<typeof catalogueEndpoints.listStaffEvents>[number];
export type IngestAlbum = ResponseOf<typeof catalogueEndpoints.listAdminAlbums>[number];
export type Tray = ResponseOf<typeof ingestEndpoints.listUnsorted>;
export type RunningOrder = ResponseOf<typeof ingestEndpoints.importRunningOrder>;

export const albumTitle = (album: Pick<IngestAlbum, 'performance_order' | 'program_name' | 'team_name'>) =>
  `#${album.performance_order} ${album.program_name} ${album.team_name}`;

export const albumLabel = (album: Pick<IngestAlbum, 'performance_order' | 'team_name'>) =>
  `#${album.performance_order} ${album.team_name}`;

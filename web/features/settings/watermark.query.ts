import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SentQuery } from '#contract/endpoint.ts';
import { typedWatermark, watermarkEndpoints } from '#contract/endpoints/watermark.ts';
import { callApi } from '#web/lib/api.ts';
import { SETTINGS } from './settings.query.ts';

const POLL_MS = 2_000;

export type TypedWatermarkValues = SentQuery<typeof watermarkEndpoints.previewWatermark>;

/** The previous picture stays until the next one is loaded. */
export const markPreviewQuery = (watermark: TypedWatermarkValues) =>
  queryOptions({
    queryKey: ['watermark-preview', watermark],
    queryFn: async ({ signal }) => {
      const picture = await callApi(watermarkEndpoints.previewWatermark, { query: watermark, signal });
      return readAsAddress(picture as Blob);
    },
    enabled: typedWatermark.safeParse(watermark).success,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  });

function readAsAddress(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}

/** The key begins with that of the settings, so that saving them refreshes it. */
export const watermarkRemakeQuery = queryOptions({
  queryKey: [...SETTINGS, 'watermark-remake'],
  queryFn: ({ signal }) => callApi(watermarkEndpoints.watermarkRemake, { signal }),
  refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
});

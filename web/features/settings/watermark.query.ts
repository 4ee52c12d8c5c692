import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SentQuery } from '#contract/endpoint.ts';
import { watermarkEndpoints } from '#contract/endpoints/watermark.ts';
import { callApi } from '#web/lib/api.ts';
import { SETTINGS } from './settings.query.ts';

const POLL_MS = 2_000;

export type MarkWish = SentQuery<typeof watermarkEndpoints.previewWatermark>;

/** The test picture as an address; the last one stays until the next has come. */
export const markPreviewQuery = (wish: MarkWish) =>
  queryOptions({
    queryKey: ['watermark-preview', wish],
    queryFn: async ({ signal }) => {
      const picture = await callApi(watermarkEndpoints.previewWatermark, { query: wish, signal });
      return readAsAddress(picture as Blob);
    },
    enabled: watermarkEndpoints.previewWatermark.query.safeParse(wish).success,
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

/** With the settings, so that a change of them asks for it again. */
export const watermarkRemakeQuery = queryOptions({
  queryKey: [...SETTINGS, 'watermark-remake'],
  queryFn: ({ signal }) => callApi(watermarkEndpoints.watermarkRemake, { signal }),
  refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false),
});

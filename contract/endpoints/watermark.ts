import { z } from 'zod';
import { endpointsOf } from '../endpoint.ts';
import { count } from '../primitives.ts';
import { siteSettings } from './settings.ts';

const endpoint = endpointsOf('Settings');

const { watermark_text, watermark_opacity_percent, watermark_size_percent } = siteSettings.shape;
const fromAddress = (percent: z.ZodType<number, number>) =>
  z.string().max(3).regex(/^\d+$/, 'A whole number').transform(Number).pipe(percent);

/** Counts the photos that have the current watermark. */
const watermarkRemake = z.object({
  state: z.enum(['idle', 'running']),
  done: count,
  total: count,
  /** Photos that the last remake skipped because their originals are missing or unreadable. */
  left: count,
});
export type WatermarkRemake = z.output<typeof watermarkRemake>;

export const typedWatermark = z.strictObject({
  text: watermark_text,
  opacity_percent: fromAddress(watermark_opacity_percent),
  size_percent: fromAddress(watermark_size_percent),
});

export const watermarkEndpoints = {
  previewWatermark: endpoint('GET /settings/watermark-preview', {
    access: 'settings',
    summary: 'Get a test picture (JPEG) with the given watermark',
    query: typedWatermark,
    limits: [{ name: 'watermark-preview', per: 'account', max: 90, minutes: 1 }],
    raw: true,
  }),
  watermarkRemake: endpoint('GET /settings/watermark/remake', {
    access: 'settings',
    summary: 'Count the photos that have the current watermark',
    response: watermarkRemake,
  }),
  startWatermarkRemake: endpoint('POST /settings/watermark/remake', {
    access: 'settings',
    summary: 'Make older pictures again with the current watermark, unless that is already running',
    response: watermarkRemake,
  }),
};

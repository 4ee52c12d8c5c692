import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { count } from '../primitives.ts';
import { siteSettings } from './settings.ts';

const tag = 'Settings';

const { watermark_text, watermark_opacity_percent, watermark_size_percent } = siteSettings.shape;
const fromAddress = (percent: z.ZodType<number, number>) =>
  z.string().max(3).regex(/^\d+$/, 'A whole number').transform(Number).pipe(percent);

/** How many photos carry the mark of the settings, and whether the others are being made anew. */
const watermarkRemake = z.object({
  state: z.enum(['idle', 'running']),
  done: count,
  total: count,
  /** Passed over by the last remake: their originals are gone or cannot be read. */
  left: count,
});
export type WatermarkRemake = z.output<typeof watermarkRemake>;

export const watermarkEndpoints = {
  previewWatermark: endpoint({
    method: 'GET',
    path: '/settings/watermark-preview',
    access: 'settings',
    tag,
    summary: 'A test picture (JPEG) with the mark as it would be',
    query: z.strictObject({
      text: watermark_text,
      opacity_percent: fromAddress(watermark_opacity_percent),
      size_percent: fromAddress(watermark_size_percent),
    }),
    limits: [{ name: 'watermark-preview', per: 'account', max: 90, minutes: 1 }],
    response: z.unknown(),
    raw: true,
  }),
  watermarkRemake: endpoint({
    method: 'GET',
    path: '/settings/watermark/remake',
    access: 'settings',
    tag,
    summary: 'How many photos carry the mark of the settings',
    response: watermarkRemake,
  }),
  startWatermarkRemake: endpoint({
    method: 'POST',
    path: '/settings/watermark/remake',
    access: 'settings',
    tag,
    summary:
      'Make the watermarked pictures of older photos anew; while that runs, nothing further is started',
    response: watermarkRemake,
  }),
};

import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { newPricing } from '../entities/new-pricing.ts';
import { count, isoDate } from '../primitives.ts';

export const MAX_PREVIEW_DATES = 6;

export const pricePreviewEndpoints = {
  previewPrices: endpoint({
    method: 'POST',
    path: '/pricings/preview',
    access: 'admin_albums',
    tag: 'Catalogue',
    summary: 'What a parent would pay with these prices on some days, with tax; nothing is saved',
    body: z.strictObject({ pricing: newPricing, dates: z.array(isoDate).min(1).max(MAX_PREVIEW_DATES) }),
    response: z.array(
      z.object({
        date: isoDate,
        period: z.string().nullable(),
        rows: z.array(z.object({ name: z.string(), total: count })),
      }),
    ),
  }),
};

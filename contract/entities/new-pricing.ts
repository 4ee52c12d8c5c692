import { z } from 'zod';
import { cents, isoDate } from '../primitives.ts';

const price = cents.max(10_000_000);
const percent = (max: number) => z.int().min(1).max(max);

export const MOST_PHOTO_STEPS = 6;

export const pricingFields = z.strictObject({
  share_price: price,
  image_price: price.nullable(),
  photo_steps: z
    .array(z.strictObject({ photos: z.int().min(2).max(200), price }))
    .max(MOST_PHOTO_STEPS)
    .default([]),
  athlete_price: price.nullable().default(null),
  early: z
    .strictObject({ until: isoDate, percent_off: percent(90) })
    .nullable()
    .default(null),
  late: z
    .strictObject({ from: isoDate, percent_more: percent(100) })
    .nullable()
    .default(null),
});

export const newPricing = pricingFields
  .superRefine(({ photo_steps: steps, image_price: single }, context) => {
    for (const [row, { photos, price }] of steps.entries()) {
      const refuse = (field: 'photos' | 'price', message: string) =>
        context.addIssue({ code: 'custom', path: ['photo_steps', row, field], message });
      const isRepeated = steps.slice(0, row).some((earlier) => earlier.photos === photos);
      if (isRepeated) refuse('photos', 'This number of photos has a price already');
      if (single !== null && price >= photos * single)
        refuse('price', 'Must cost less than the same photos one by one');
    }
  })
  .refine(({ early, late }) => !early || !late || early.until < late.from, {
    path: ['late'],
    message: 'The late price must start after the early-bird price ends',
  });

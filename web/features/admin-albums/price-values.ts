// The prices of an event as staff type them, and the pricing they become.

import { z } from 'zod';
import { type NewPriceList, newPriceList, type PriceList } from '#contract/endpoints/price-lists.ts';
import { newPricing } from '#contract/entities/staff-event.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceCents, type EventPricing, sharePriceFor } from '#contract/rules/pricing.ts';
import { countOf, parseDollars, toDollars } from '#web/lib/formats.ts';

export const BLANK_STEP = { photos: '', price: '' };

const dollars = z.string().transform((text, context) => {
  const amountCents = parseDollars(text);
  if (amountCents !== undefined) return amountCents;
  context.addIssue({ code: 'custom', message: 'Enter an amount like 19.95' });
  return z.NEVER;
});

const whole = z.string().transform((text, context) => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (/^\d{1,4}$/.test(trimmed)) return Number(trimmed);
  context.addIssue({ code: 'custom', message: 'Enter a whole number' });
  return z.NEVER;
});

const day = z.string().transform((text) => text || null);

export const priceFields = {
  album_price: dollars,
  image_price: dollars,
  photo_steps: z.array(z.object({ photos: whole, price: dollars })),
  athlete_price: dollars,
  early_until: day,
  early_percent_off: whole,
  late_from: day,
  late_percent_more: whole,
};
export type PriceValues = z.input<z.ZodObject<typeof priceFields>>;
type TypedPrices = z.output<z.ZodObject<typeof priceFields>>;

const isStepUsed = ({ photos, price }: TypedPrices['photo_steps'][number]) =>
  photos !== null || price !== null;

/** Returns null without prices. A half-typed pair is kept, so that the contract can refuse it. */
export function toPricing(typed: TypedPrices) {
  const { album_price, image_price, athlete_price } = typed;
  const steps = typed.photo_steps.filter(isStepUsed);
  const hasEarly = typed.early_until !== null || typed.early_percent_off !== null;
  const hasLate = typed.late_from !== null || typed.late_percent_more !== null;
  const isEmpty =
    image_price === null && athlete_price === null && steps.length === 0 && !hasEarly && !hasLate;
  if (album_price === null && isEmpty) return null;
  return {
    share_price: album_price === null ? null : sharePriceFor(album_price),
    image_price,
    athlete_price,
    photo_steps: steps,
    early: hasEarly ? { until: typed.early_until, percent_off: typed.early_percent_off } : null,
    late: hasLate ? { from: typed.late_from, percent_more: typed.late_percent_more } : null,
  };
}

const FIELDS: Record<string, string> = {
  share_price: 'album_price',
  'early.until': 'early_until',
  'early.percent_off': 'early_percent_off',
  'late.from': 'late_from',
  'late.percent_more': 'late_percent_more',
  late: 'late_from',
};

const WORDS: Record<string, string> = {
  album_price: 'Set an album price too',
  early_until: 'Choose the last day',
  early_percent_off: 'Enter a percentage from 1 to 90',
  late_from: 'Choose the first day',
  late_percent_more: 'Enter a percentage from 1 to 100',
};

const STEP_WORDS: Record<string, string> = {
  photos: 'Enter a number from 2 to 200',
  price: 'Enter the total price',
};

/** Lists what the contract refuses, by the name of the field on the form. */
export function findPriceProblems(typed: TypedPrices): { path: (string | number)[]; message: string }[] {
  const pricing = toPricing(typed);
  const problems = pricing ? (newPricing.safeParse(pricing).error?.issues ?? []) : [];
  // Rows that are left empty are not sent, so the contract counts without them.
  const usedRows = typed.photo_steps.flatMap((step, row) => (isStepUsed(step) ? [row] : []));
  return problems.map(({ path, code, message }) => {
    const [first, step, part] = path;
    if (first === 'photo_steps' && typeof step === 'number') {
      const words = code === 'custom' ? message : (STEP_WORDS[String(part)] ?? message);
      return { path: ['photo_steps', usedRows[step] ?? step, String(part)], message: words };
    }
    const name = path.join('.');
    const field = FIELDS[name] ?? name;
    return { path: [field], message: code === 'custom' ? message : (WORDS[field] ?? message) };
  });
}

/** A price list as staff type it. */
export const priceListForm = z
  .object({ name: newPriceList.shape.name, memo: z.string().max(200), ...priceFields })
  .superRefine((typed, context) => {
    if (typed.album_price === null)
      context.addIssue({ code: 'custom', path: ['album_price'], message: 'Set the price of an album' });
    for (const { path, message } of findPriceProblems(typed))
      context.addIssue({ code: 'custom', path, message });
  });

export function toPriceList({ name, memo, ...typed }: z.output<typeof priceListForm>): NewPriceList {
  const { early: _early, late: _late, ...prices } = toPricing(typed) ?? {};
  return newPriceList.parse({ name, memo, prices });
}

export function toPriceValues(pricing: EventPricing | undefined): PriceValues {
  const { early, late } = pricing ?? {};
  const steps = (pricing?.photo_steps ?? []).map(({ photos, price }) => ({
    photos: String(photos),
    price: toDollars(price),
  }));
  return {
    album_price: pricing ? toDollars(albumPriceCents(pricing.share_price)) : '',
    image_price: toDollars(pricing?.image_price),
    photo_steps: steps,
    athlete_price: toDollars(pricing?.athlete_price),
    early_until: early?.until ?? '',
    early_percent_off: early ? String(early.percent_off) : '',
    late_from: late?.from ?? '',
    late_percent_more: late ? String(late.percent_more) : '',
  };
}

/** The fields that a price list fills; dates stay as they are. */
export function listValues({ prices }: PriceList) {
  const values = toPriceValues({ ...prices, early: null, late: null });
  const { album_price, image_price, photo_steps, athlete_price } = values;
  return { album_price, image_price, photo_steps, athlete_price };
}

/** Without the site's price, which may still be loading, a photo that has no price of its own is left out. */
export function describePrices({ prices }: Pick<PriceList, 'prices'>, siteImagePrice?: number): string {
  const { share_price, image_price, athlete_price, photo_steps } = prices;
  const photo = image_price ?? siteImagePrice;
  return [
    `Album ${formatCents(albumPriceCents(share_price))}`,
    ...(photo === undefined ? [] : [`photo ${formatCents(photo)}`]),
    ...(athlete_price === null ? [] : [`one athlete’s photos ${formatCents(athlete_price)}`]),
    ...(photo_steps.length === 0 ? [] : [countOf(photo_steps.length, 'bundle')]),
  ].join(', ');
}

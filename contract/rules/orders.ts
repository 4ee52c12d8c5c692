import { splitCents, sumCents } from './money.ts';
import { SHARES_PER_ALBUM } from './pricing.ts';
import { NO_TAX, type Taxation } from './tax.ts';

// The price of an order: prices, less credit for single images already bought, less a coupon, plus tax.

export type Discount = { kind: 'percent'; percentOff: number } | { kind: 'fixed'; amountOffCents: number };

export type LinePrice = {
  priceCents: number;
  creditCents: number;
  /** False for a line that the coupon does not cover. */
  isDiscounted?: boolean;
};

export type LineTotal = Pick<LinePrice, 'priceCents' | 'creditCents'> & {
  discountCents: number;
  taxCents: number;
  totalCents: number;
};

export type OrderTotals = {
  subTotalCents: number;
  creditCents: number;
  discountCents: number;
  taxCents: number;
  totalCents: number;
  lines: LineTotal[];
};

/** The card provider refuses smaller charges. */
export const SMALLEST_CHARGE_CENTS = 50;
/** The card provider takes amounts of at most eight digits. */
export const LARGEST_CHARGE_CENTS = 99_999_999;

/** The price of each line before tax, after credit and discount. */
export function payableLines(prices: readonly LinePrice[], discount: Discount | undefined): number[] {
  const discounts = splitDiscount(prices, discount);
  return prices.map((line, position) => afterCredit(line) - (discounts[position] ?? 0));
}

const afterCredit = ({ priceCents, creditCents }: LinePrice) =>
  priceCents - Math.min(creditCents, priceCents);

function splitDiscount(prices: readonly LinePrice[], discount: Discount | undefined): number[] {
  const covered = prices.map((line) => (line.isDiscounted === false ? 0 : afterCredit(line)));
  return splitCents(discountCents(sumCents(covered), discount), covered);
}

/** The totals of the lines add up to those of the order. */
export function orderTotals(
  prices: readonly LinePrice[],
  discount: Discount | undefined,
  taxation = NO_TAX,
): OrderTotals {
  const discounts = splitDiscount(prices, discount);
  const totals = addUp(
    prices.map((line, position) => lineTotal(line, discounts[position] ?? 0, position, taxation)),
  );
  const isTooSmall = totals.totalCents > 0 && totals.totalCents < SMALLEST_CHARGE_CENTS;
  if (!isTooSmall) return totals;
  // A total that is too small to charge is waived: it becomes part of the discount.
  return addUp(prices.map((line, position) => lineTotal(line, afterCredit(line), position, NO_TAX)));
}

function lineTotal(
  line: LinePrice,
  discountCents: number,
  position: number,
  { isIncluded, partsOf }: Taxation,
): LineTotal {
  const creditCents = Math.min(line.creditCents, line.priceCents);
  const discounted = line.priceCents - creditCents - discountCents;
  const taxCents = sumCents(partsOf(discounted, position).map((part) => part.taxCents));
  return {
    priceCents: line.priceCents,
    creditCents,
    discountCents,
    taxCents,
    totalCents: discounted + (isIncluded ? 0 : taxCents),
  };
}

function addUp(lines: LineTotal[]): OrderTotals {
  return {
    subTotalCents: sumCents(lines.map((line) => line.priceCents)),
    creditCents: sumCents(lines.map((line) => line.creditCents)),
    discountCents: sumCents(lines.map((line) => line.discountCents)),
    taxCents: sumCents(lines.map((line) => line.taxCents)),
    totalCents: sumCents(lines.map((line) => line.totalCents)),
    lines,
  };
}

function discountCents(payableCents: number, discount: Discount | undefined): number {
  if (!discount) return 0;
  if (discount.kind === 'fixed') return Math.min(discount.amountOffCents, payableCents);
  return Math.round((payableCents * discount.percentOff) / 100);
}

// The limits of one order and its gift message.

export const MAX_CART_ITEMS = 200;
export const MAX_GIFT_MESSAGE = 300;

// The reasons why a line cannot be sold, with their sentences. Such a line never keeps the rest of an order from being
// paid.

export const LEFT_OUT_REASONS = ['not_for_sale', 'owned', 'in_pool', 'not_viewed'] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

export const LEFT_OUT_MESSAGES: Record<LeftOutReason, string> = {
  not_for_sale: /*i18n*/ '{title} is no longer for sale. We left it out, and you don’t pay for it.',
  owned: /*i18n*/ 'You already own {title}. We left it out, and you don’t pay for it.',
  in_pool: /*i18n*/ 'You’re already in a group order for {title}. We left it out, and you don’t pay for it.',
  not_viewed: /*i18n*/ 'Open {title} once before you buy it. We left it out, and you don’t pay for it.',
};

export function leftOutSentence({ reason, title }: { reason: LeftOutReason; title: string }): string {
  return LEFT_OUT_MESSAGES[reason].replace('{title}', () => title);
}

// People type codes, so case and surrounding spaces do not matter.

export const COUPON_CODE = /^[A-Z0-9-]{3,40}$/;
export const COUPON_CODE_PROBLEM = /*i18n*/ 'Use 3 to 40 letters, digits or dashes';

export function readCouponCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return COUPON_CODE.test(code) ? code : undefined;
}

/** The names of the lines on a receipt. */
export const LINE_NAMES = {
  album: /*i18n*/ 'Digital Performance Album',
  photo: /*i18n*/ 'Single photo',
} as const;

// A gift is named by the address of its recipient, which is erased when they delete their account.

export function describeGift(email: string | null): string {
  return email === null ? 'Gift' : `Gift for ${email}`;
}

// A pool's total in seven shares, as equal as whole cents allow.

/** The first shares carry the cents that do not divide. */
export function shareAmountsCents(totalCents: number): number[] {
  return splitCents(totalCents, Array<number>(SHARES_PER_ALBUM).fill(1));
}

/** No card can be charged for less than the smallest amount, so every share needs it. */
export function isTooSmallToShare(totalCents: number): boolean {
  return totalCents < SHARES_PER_ALBUM * SMALLEST_CHARGE_CENTS;
}

/** The price of the next shares once some are taken. */
export function amountOfSharesCents(totalCents: number, alreadyTaken: number, shares: number): number {
  return sumCents(shareAmountsCents(totalCents).slice(alreadyTaken, alreadyTaken + shares));
}

import type { SiteSettings } from '#contract/endpoints/settings.ts';
import type { OrderTotals } from '#contract/rules/orders.ts';
import {
  MILLIONTHS_PER_BASIS_POINT,
  NO_TAX,
  type Taxation,
  type TaxPart,
  type TaxPlace,
  type TaxRate,
  type TaxSource,
  taxByRates,
} from '#contract/rules/tax.ts';
import type { Tx } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { findRates } from './rates.ts';
import { findCalculation } from './stripe-tax.ts';
import { findPlace } from './tax-places.ts';

// The one place that decides what tax an order has, by the source that the settings name.

type TaxTx = Pick<Tx, 'db' | 'log' | 'clock'>;

type TaxQuote = Taxation & {
  source: TaxSource;
  name: string;
  place: TaxPlace | null;
  calculationId: string | null;
  /** False for an estimate that lacks the place of the buyer or the answer of Stripe Tax. */
  isKnown: boolean;
};

type TaxedOrder = {
  userId: number;
  taxSource: string;
  taxName: string;
  taxCents: number;
  taxIsIncluded: boolean;
  taxCountry: string | null;
  taxState: string | null;
  taxPostalCode: string | null;
};

type Buyer = {
  buyerId: number;
  /** An estimate does without tax where it would have to ask the buyer or Stripe first. */
  isEstimate: boolean;
};

/** An order keeps the rates it was placed with; `ratesOf` reads them by the position of a line. */
type KnownOrder = { order: TaxedOrder; ratesOf: (position: number) => readonly TaxRate[] };
export type TaxFor = 'nobody' | Buyer | KnownOrder;

type Source = (
  tx: TaxTx,
  settings: SiteSettings,
  asked: { buyer: Buyer | undefined; payable: readonly number[] },
) => Promise<TaxQuote>;

/** `payable` is what each line costs before tax is added. */
export async function taxFor(tx: TaxTx, who: TaxFor, payable: readonly number[]): Promise<TaxQuote> {
  const settings = await getSettings(tx);
  if (who !== 'nobody' && 'order' in who) return taxOfOrder(tx, settings, who, payable);
  return SOURCES[settings.tax_source](tx, settings, { buyer: who === 'nobody' ? undefined : who, payable });
}

const SOURCES: Record<TaxSource, Source> = {
  flat: async (_tx, settings) => flatTax(settings),
  async table(tx, settings, { buyer }) {
    const { place, rates } = buyer
      ? await findRates(tx, buyer.buyerId, settings)
      : { place: null, rates: [] };
    if (rates.length === 0) return { ...untaxed(settings), place };
    if (!place) return withoutPlace(settings, buyer);
    const isIncluded = isIncludedIn(settings, place.country);
    const quoted = taxByRates(() => rates, isIncluded);
    return { ...quoted, ...KNOWN, source: 'table', name: nameOf(rates, settings), place };
  },
  async stripe(tx, settings, { buyer, payable }) {
    if (!buyer) return untaxed(settings);
    const place = await findPlace(tx.db, buyer.buyerId);
    if (!place) return withoutPlace(settings, buyer);
    const { buyerId: userId, isEstimate } = buyer;
    const isIncluded = isIncludedIn(settings, place.country);
    return taxByStripe(tx, settings, { userId, place, isIncluded, payable, isEstimate });
  },
};

const KNOWN = { calculationId: null, isKnown: true };

/** The flat rate is a table of one row, which counts everywhere. */
function flatTax(settings: SiteSettings): TaxQuote {
  const { tax_rate_basis_points: basisPoints, tax_name: name } = settings;
  const rateMillionths = basisPoints * MILLIONTHS_PER_BASIS_POINT;
  const rates: TaxRate[] = [{ name, country: '', state: '', kind: 'digital', rateMillionths }];
  if (basisPoints === 0) return untaxed(settings);
  const quoted = taxByRates(() => rates, isIncludedIn(settings, settings.tax_country));
  return { ...quoted, ...KNOWN, source: 'flat', name, place: null };
}

function untaxed({ tax_source: source, tax_name: name }: SiteSettings): TaxQuote {
  return { ...NO_TAX, ...KNOWN, source, name, place: null };
}

function withoutPlace(settings: SiteSettings, buyer: Buyer | undefined): TaxQuote {
  if (buyer?.isEstimate === false) throw new AppError('tax_place_needed');
  return { ...untaxed(settings), isKnown: buyer === undefined };
}

function isIncludedIn({ tax_included_countries: list }: SiteSettings, country: string): boolean {
  return list.split(/, */).includes(country);
}

/** Several taxes share the name of the setting. */
function nameOf(taxes: readonly { name: string }[], { tax_name: name }: SiteSettings): string {
  const names = new Set(taxes.map((one) => one.name));
  const [only] = names;
  return names.size === 1 && only !== undefined ? only : name;
}

type StripeAsked = {
  userId: number;
  place: TaxPlace;
  isIncluded: boolean;
  payable: readonly number[];
  isEstimate: boolean;
};

async function taxByStripe(tx: TaxTx, settings: SiteSettings, asked: StripeAsked): Promise<TaxQuote> {
  const { place, payable, isIncluded } = asked;
  const isFree = payable.every((cents) => cents === 0);
  const found = isFree
    ? undefined
    : await findCalculation(tx, { ...asked, taxCode: settings.stripe_tax_code });
  const partsOf = (_cents: number, position: number) => found?.lines[position] ?? [];
  const name = nameOf(found?.lines.flat() ?? [], settings);
  const calculationId = found?.calculationId ?? null;
  const isKnown = isFree || found !== undefined;
  return { isIncluded, partsOf, source: 'stripe', name, place, calculationId, isKnown };
}

function taxOfOrder(
  tx: TaxTx,
  settings: SiteSettings,
  { order, ratesOf }: KnownOrder,
  payable: readonly number[],
): Promise<TaxQuote> | TaxQuote {
  const place = placeOf(order);
  if (order.taxSource === 'stripe' && place) {
    const { userId, taxIsIncluded: isIncluded } = order;
    return taxByStripe(tx, settings, { userId, place, isIncluded, payable, isEstimate: false });
  }
  const isKept = payable.some((_cents, position) => ratesOf(position).length > 0);
  // Orders from before rates were kept follow the setting, as they always did.
  if (!isKept && order.taxCents > 0) return flatTax(settings);
  const quoted = taxByRates(ratesOf, order.taxIsIncluded);
  const source = order.taxSource as TaxSource;
  return { ...quoted, ...KNOWN, source, name: order.taxName, place };
}

function placeOf({ taxCountry, taxState, taxPostalCode }: TaxedOrder): TaxPlace | null {
  if (taxCountry === null) return null;
  return { country: taxCountry, state: taxState ?? '', postalCode: taxPostalCode ?? '' };
}

/** The tax that an order keeps for good. */
export type AgreedTax = Pick<TaxQuote, 'source' | 'isIncluded' | 'place' | 'calculationId'> & {
  lines: TaxPart[][];
};

export function agreeTax(quote: TaxQuote, { lines, totalCents }: OrderTotals) {
  const { source, isIncluded, place, name: taxName, isKnown: isTaxKnown } = quote;
  const tax: AgreedTax = {
    source,
    isIncluded,
    place,
    calculationId: totalCents === 0 ? null : quote.calculationId,
    lines: lines.map((line, position) => {
      const parts = quote.partsOf(line.totalCents - (isIncluded ? 0 : line.taxCents), position);
      return line.taxCents === 0 ? parts.map((part) => ({ ...part, taxCents: 0 })) : parts;
    }),
  };
  return { taxName, isTaxKnown, tax };
}

/** Returns whether an order was placed for the same place. A buyer who has moved gets a new order. */
export function isTaxedIn(order: TaxedOrder, { source, place, isIncluded }: AgreedTax): boolean {
  return (
    order.taxCountry === (place?.country ?? null) &&
    order.taxState === (place?.state ?? null) &&
    order.taxIsIncluded === isIncluded &&
    (source !== 'stripe' || order.taxPostalCode === (place?.postalCode ?? null))
  );
}

import type Stripe from 'stripe';
import { z } from 'zod';
import {
  type Call,
  invalidRequest,
  metadata,
  newId,
  operation,
  pageShape,
  paramsFor,
  positiveInteger,
  secondsFrom,
  text,
  unexpectedState,
  unixSeconds,
} from './call.ts';
import type { TaxCalculation, TaxTransaction } from './objects.ts';
import {
  findTaxReference,
  getObject,
  insertObject,
  isFullyReversed,
  lockObject,
  taxLeftOf,
  toPage,
} from './store.ts';

// Stripe Tax, as far as the shop uses it. The rates are made up: 7.875% in Minnesota, 8.25% in Texas in two taxes, 20% in
// the United Kingdom, and none elsewhere.

const EXPIRES_SECONDS = 90 * 24 * 3600;
const MAX_LINES = 100;
/** The answer to a new calculation has the first page of its lines. */
const FIRST_LINES = 10;

type Jurisdiction = { name: string; level: 'state' | 'city' | 'country'; percent: string };
const RATES: Record<string, Jurisdiction[]> = {
  'US MN': [{ name: 'Minnesota', level: 'state', percent: '7.875' }],
  'US TX': [
    { name: 'Texas', level: 'state', percent: '6.25' },
    { name: 'Austin', level: 'city', percent: '2.0' },
  ],
  GB: [{ name: 'United Kingdom', level: 'country', percent: '20.0' }],
};

const lineItem = z.strictObject({
  amount: positiveInteger,
  reference: text,
  tax_behavior: z.enum(['exclusive', 'inclusive']),
  tax_code: text,
});
type LineItem = z.output<typeof lineItem>;
type Address = { country: string; state?: string | undefined; postal_code?: string | undefined };

async function createCalculation(
  call: Call,
  params: { currency: string; line_items: LineItem[]; customer_details: { address: Address } },
): Promise<TaxCalculation> {
  const { country, state, postal_code: zip } = params.customer_details.address;
  if (country === 'US' && !/^\d{5}(-\d{4})?$/.test(zip ?? '')) {
    throw invalidRequest(
      "We could not determine the customer's tax location based on the provided address.",
      {
        code: 'customer_tax_location_invalid' as never,
      },
    );
  }
  const taxes = RATES[country === 'US' ? `US ${state}` : country] ?? [];
  const items = params.line_items.map((item) => taxLine(item, taxes, { country, state: state || null }));
  const sumOf = (behavior: string) =>
    items.reduce((sum, one) => sum + (one.tax_behavior === behavior ? one.amount_tax : 0), 0);
  const amounts = params.line_items.reduce((sum, { amount }) => sum + amount, 0);
  const id = newId('taxcalc');
  const body: TaxCalculation = {
    id,
    object: 'tax.calculation',
    amount_total: amounts + sumOf('exclusive'),
    created: unixSeconds(call.now),
    currency: params.currency,
    expires_at: unixSeconds(secondsFrom(call.now, EXPIRES_SECONDS)),
    livemode: false,
    tax_amount_exclusive: sumOf('exclusive'),
    tax_amount_inclusive: sumOf('inclusive'),
    line_items: toPage(items, FIRST_LINES, `/v1/tax/calculations/${id}/line_items`),
  };
  await insertObject(call.tx, 'tax_calculation', { body, hidden: { lines: items } });
  return body;
}

async function listLineItems(
  call: Call,
  { limit = FIRST_LINES, starting_after: after }: { limit?: number; starting_after?: string },
  id: string,
) {
  const { body, hidden } = await getObject(call.tx, 'tax_calculation', id);
  const from = after === undefined ? 0 : hidden.lines.findIndex((line) => line.id === after) + 1;
  return toPage(hidden.lines.slice(from), limit, body.line_items.url);
}

function taxLine(item: LineItem, taxes: Jurisdiction[], place: { country: string; state: string | null }) {
  const sum = taxes.reduce((total, { percent }) => total + Number(percent), 0);
  const isInclusive = item.tax_behavior === 'inclusive';
  const breakdown = taxes.map(({ name, level, percent }) => ({
    amount: Math.round((item.amount * Number(percent)) / (isInclusive ? 100 + sum : 100)),
    jurisdiction: { ...place, display_name: name, level },
    sourcing: 'destination' as const,
    tax_rate_details: {
      display_name: 'Sales tax',
      percentage_decimal: percent,
      tax_type: 'sales_tax' as const,
    },
    taxability_reason: 'standard_rated' as const,
    taxable_amount: item.amount,
  }));
  return {
    id: newId('tax_li'),
    object: 'tax.calculation_line_item' as const,
    ...item,
    amount_tax: breakdown.reduce((total, { amount }) => total + amount, 0),
    tax_breakdown: breakdown,
  };
}

async function createFromCalculation(
  call: Call,
  params: { calculation: string; reference: string },
): Promise<TaxTransaction> {
  const { body: calculation } = await lockObject(call.tx, 'tax_calculation', params.calculation);
  if (calculation.expires_at <= unixSeconds(call.now))
    throw unexpectedState('This tax calculation has expired.');
  await requireNewReference(call, params.reference);
  const { amount_total: amount } = calculation;
  return insertTransaction(call, { ...params, original: null, amount });
}

async function createReversal(
  call: Call,
  params: {
    mode: 'full' | 'partial';
    original_transaction: string;
    reference: string;
    flat_amount?: number | undefined;
  },
): Promise<TaxTransaction> {
  const { original_transaction: original, reference, mode, flat_amount: flat } = params;
  const { body, hidden } = await lockObject(call.tx, 'tax_transaction', original);
  const { saleId } = hidden;
  // Reversals of one sale come one after the other, those of its reversals too.
  await lockObject(call.tx, 'tax_transaction', saleId);
  await requireNewReference(call, reference);
  if (await isFullyReversed(call.tx, original))
    throw unexpectedState(`You can't reverse transaction '${original}' because it has been fully reversed.`);
  // A full reversal takes the whole transaction back, whatever partial reversals took before.
  if (mode === 'full')
    return insertTransaction(call, {
      reference,
      original,
      amount: -hidden.amount,
      saleId,
      isFullReversal: true,
    });
  if (body.type === 'reversal') throw invalidRequest('A reversal is undone as a whole.', { param: 'mode' });
  if (flat === undefined)
    throw invalidRequest('A partial reversal needs flat_amount.', { param: 'flat_amount' });
  if (-flat > (await taxLeftOf(call.tx, saleId)))
    throw invalidRequest('This is more than is left to reverse.', { param: 'flat_amount' });
  return insertTransaction(call, { reference, original, amount: flat, saleId });
}

async function requireNewReference(call: Call, reference: string): Promise<void> {
  if (await findTaxReference(call.tx, reference))
    throw unexpectedState(`A tax transaction with the reference ${reference} already exists.`);
}

async function insertTransaction(
  call: Call,
  made: {
    reference: string;
    amount: number;
    /** Null for the sale itself. */
    original: string | null;
    saleId?: string;
    isFullReversal?: boolean;
  },
): Promise<TaxTransaction> {
  const id = newId('tax');
  const body: TaxTransaction = {
    id,
    object: 'tax.transaction',
    created: unixSeconds(call.now),
    currency: 'usd',
    livemode: false,
    reference: made.reference,
    reversal: made.original ? { original_transaction: made.original } : null,
    type: made.original ? 'reversal' : 'transaction',
  };
  const { amount, saleId = id, isFullReversal = false } = made;
  await insertObject(call.tx, 'tax_transaction', { body, hidden: { amount, saleId, isFullReversal } });
  return body;
}

const path = '/v1/tax';
const expand = z.array(text).optional();
const negativeInteger = z
  .string()
  .regex(/^-\d{1,12}$/)
  .transform(Number);

export const taxOperations = [
  operation(
    'tax.calculations.create',
    'POST',
    `${path}/calculations`,
    paramsFor<Stripe.Tax.CalculationCreateParams>()({
      currency: text,
      customer_details: z.strictObject({
        address: z.strictObject({
          country: text,
          state: z.string().optional(),
          postal_code: z.string().optional(),
        }),
        address_source: z.enum(['billing', 'shipping']).optional(),
      }),
      line_items: z.array(lineItem).min(1).max(MAX_LINES),
      expand,
    }),
    createCalculation,
  ),
  operation(
    'tax.calculations.listLineItems',
    'GET',
    `${path}/calculations/:id/line_items`,
    paramsFor<Stripe.Tax.CalculationListLineItemsParams>()({
      limit: pageShape.limit,
      starting_after: pageShape.starting_after,
      expand,
    }),
    listLineItems,
  ),
  operation(
    'tax.transactions.createFromCalculation',
    'POST',
    `${path}/transactions/create_from_calculation`,
    paramsFor<Stripe.Tax.TransactionCreateFromCalculationParams>()({
      calculation: text,
      reference: text,
      metadata: metadata.optional(),
      expand,
    }),
    createFromCalculation,
  ),
  operation(
    'tax.transactions.createReversal',
    'POST',
    `${path}/transactions/create_reversal`,
    paramsFor<Stripe.Tax.TransactionCreateReversalParams>()({
      mode: z.enum(['full', 'partial']),
      original_transaction: text,
      reference: text,
      flat_amount: negativeInteger.optional(),
      metadata: metadata.optional(),
      expand,
    }),
    createReversal,
  ),
];

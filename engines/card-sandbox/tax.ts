import type Stripe from 'stripe';
import { z } from 'zod';
import {
  type Call,
  invalidRequest,
  metadata,
  newId,
  operation,
  paramsFor,
  positiveInteger,
  secondsFrom,
  text,
  unexpectedState,
  unixSeconds,
} from './call.ts';
import type { TaxCalculation, TaxTransaction } from './objects.ts';
import { findTaxReference, getObject, insertObject, listReversals, lockObject } from './store.ts';

// Stripe Tax, as far as the shop uses it. The rates are made up: 7.875% in Minnesota, 8.25% in Texas in two taxes, 20% in
// the United Kingdom, and none elsewhere.

const EXPIRES_SECONDS = 90 * 24 * 3600;

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
    line_items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/tax/calculations/${id}/line_items`,
    },
  };
  await insertObject(call.tx, 'tax_calculation', { body, hidden: {} });
  return body;
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
  return insertTransaction(call, { ...params, type: 'transaction', original: null, amount });
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
  const { original_transaction: original, reference } = params;
  const { body: sale, hidden } = await lockObject(call.tx, 'tax_transaction', original);
  if (sale.type !== 'transaction') throw unexpectedState('A reversal cannot be reversed.');
  await requireNewReference(call, reference);
  const reversed = (await listReversals(call.tx, original)).reduce((sum, { amount }) => sum + amount, 0);
  const left = hidden.amount + reversed;
  if (params.mode === 'partial' && params.flat_amount === undefined)
    throw invalidRequest('A partial reversal needs flat_amount.', { param: 'flat_amount' });
  const amount = params.mode === 'full' ? -left : (params.flat_amount ?? 0);
  if (-amount > left) throw invalidRequest('This is more than is left to reverse.', { param: 'flat_amount' });
  return insertTransaction(call, { reference, type: 'reversal', original, amount });
}

async function requireNewReference(call: Call, reference: string): Promise<void> {
  if (await findTaxReference(call.tx, reference))
    throw unexpectedState(`A tax transaction with the reference ${reference} already exists.`);
}

async function insertTransaction(
  call: Call,
  made: { reference: string; type: 'transaction' | 'reversal'; original: string | null; amount: number },
): Promise<TaxTransaction> {
  const body: TaxTransaction = {
    id: newId('tax'),
    object: 'tax.transaction',
    created: unixSeconds(call.now),
    currency: 'usd',
    livemode: false,
    reference: made.reference,
    reversal: made.original ? { original_transaction: made.original } : null,
    type: made.type,
  };
  await insertObject(call.tx, 'tax_transaction', { body, hidden: { amount: made.amount } });
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
        address_source: z.enum(['billing', 'shipping']),
      }),
      line_items: z.array(lineItem).min(1),
      expand,
    }),
    createCalculation,
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
  operation(
    'tax.transactions.retrieve',
    'GET',
    `${path}/transactions/:id`,
    z.object({ expand }),
    (call, _params, id) => getObject(call.tx, 'tax_transaction', id).then(({ body }) => body),
  ),
];

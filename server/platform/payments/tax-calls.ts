import type Stripe from 'stripe';
import { splitCents, sumCents } from '#contract/rules/money.ts';
import type { TaxPart } from '#contract/rules/tax.ts';
import { type Payments, PaymentUnknown } from './payment-types.ts';
import { ask, collect, requireObject } from './read-answer.ts';

type TaxCalls = Pick<Payments, 'calculateTax' | 'bookTax' | 'reverseTax'>;

const LONGEST_NAME = 40;
/** Stripe takes no more in one calculation. */
const MAX_LINES = 100;

export function createTaxCalls(stripe: Stripe): TaxCalls {
  const listItems = (id: string) =>
    collect(stripe.tax.calculations.listLineItems(id, { limit: MAX_LINES, expand: ['data.tax_breakdown'] }));
  return {
    async calculateTax({ payable, place, isIncluded, taxCode }) {
      const groups = groupLines(payable);
      const answer = await ask(() =>
        stripe.tax.calculations.create({
          currency: 'usd',
          customer_details: {
            address: {
              country: place.country,
              ...(place.state && { state: place.state }),
              ...(place.postalCode && { postal_code: place.postalCode }),
            },
            address_source: 'billing',
          },
          // A line that costs nothing has no tax, and the provider takes only positive amounts.
          line_items: groups.flatMap((group, position) => {
            const line = { amount: sumCents(group), reference: String(position), tax_code: taxCode };
            const behavior = isIncluded ? ('inclusive' as const) : ('exclusive' as const);
            return line.amount === 0 ? [] : [{ ...line, tax_behavior: behavior }];
          }),
          expand: ['line_items', 'line_items.data.tax_breakdown'],
        }),
      );
      const { id, line_items: first } = requireObject(answer, 'tax.calculation');
      if (!id) throw new PaymentUnknown('a tax calculation without a number');
      const items = first && !first.has_more ? first.data : await ask(() => listItems(id));
      const byReference = new Map(items.map((item) => [item.reference, item]));
      const lines = groups.flatMap((group, position) => {
        const item = byReference.get(String(position));
        if (!item && sumCents(group) > 0)
          throw new PaymentUnknown(`a tax calculation without line ${position}`);
        return splitTaxes(item ? readTaxes(item) : [], group);
      });
      return { calculationId: id, lines };
    },
    async bookTax({ calculationId, reference, retry }) {
      const params = { calculation: calculationId, reference };
      const options = { idempotencyKey: keyOf(reference, retry) };
      const answer = await ask(() => stripe.tax.transactions.createFromCalculation(params, options));
      return requireObject(answer, 'tax.transaction').id;
    },
    async reverseTax({ transactionId, reference, amountCents, retry }) {
      const params = {
        original_transaction: transactionId,
        reference,
        ...(amountCents === 'all'
          ? { mode: 'full' as const }
          : { mode: 'partial' as const, flat_amount: -amountCents }),
      };
      const options = { idempotencyKey: keyOf(reference, retry) };
      const answer = await ask(() => stripe.tax.transactions.createReversal(params, options));
      return requireObject(answer, 'tax.transaction').id;
    },
  };
}

const keyOf = (reference: string, retry?: string) => ['tax', reference, ...(retry ? [retry] : [])].join('_');

/** Each line alone, or neighbors together if there are more lines than a calculation takes. */
function groupLines(payable: readonly number[]): number[][] {
  const size = Math.max(1, Math.ceil(payable.length / MAX_LINES));
  return Array.from({ length: Math.ceil(payable.length / size) }, (_, group) =>
    payable.slice(group * size, (group + 1) * size),
  );
}

/** The taxes of each line of a group; those of one line are the group's own. */
function splitTaxes(taxes: readonly TaxPart[], group: readonly number[]): TaxPart[][] {
  const amounts = taxes.map(({ taxCents }) => splitCents(taxCents, group));
  return group.map((_cents, line) =>
    taxes.map((part, tax) => ({ ...part, taxCents: amounts[tax]?.[line] ?? 0 })),
  );
}

/** The amount of the line is what counts; its parts are made to add up to it. */
function readTaxes({ amount_tax: taxCents, tax_breakdown: breakdown }: Stripe.Tax.CalculationLineItem) {
  const taxes = (breakdown ?? []).filter(({ amount }) => amount > 0);
  if (taxCents === 0) return [];
  const weights = taxes.map(({ amount }) => amount);
  const amounts = sumCents(weights) === 0 ? [taxCents] : splitCents(taxCents, weights);
  return amounts.map((cents, position): TaxPart => {
    const { jurisdiction, tax_rate_details: rate } = taxes[position] ?? {};
    const name = [jurisdiction?.display_name, rate?.display_name].filter(Boolean).join(' ');
    return {
      name: name.slice(0, LONGEST_NAME) || 'Tax',
      country: jurisdiction?.country ?? '',
      state: jurisdiction?.state?.slice(0, 3) ?? '',
      kind: 'digital',
      rateMillionths: Math.round(Number(rate?.percentage_decimal ?? 0) * 10_000),
      taxCents: cents,
    };
  });
}

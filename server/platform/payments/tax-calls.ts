import type Stripe from 'stripe';
import { splitCents, sumCents } from '#contract/rules/money.ts';
import type { TaxPart } from '#contract/rules/tax.ts';
import { type Payments, PaymentUnknown } from './payment-types.ts';
import { ask, requireObject } from './read-answer.ts';

type TaxCalls = Pick<Payments, 'calculateTax' | 'bookTax' | 'reverseTax'>;

const LONGEST_NAME = 40;

export function createTaxCalls(stripe: Stripe): TaxCalls {
  return {
    async calculateTax({ payable, place, isIncluded, taxCode }) {
      const answer = await ask(() =>
        stripe.tax.calculations.create({
          currency: 'usd',
          customer_details: {
            address: { country: place.country, state: place.state, postal_code: place.postalCode },
            address_source: 'billing',
          },
          // A line that costs nothing has no tax, and the provider takes only positive amounts.
          line_items: payable.flatMap((amount, position) => {
            const line = { amount, reference: String(position), tax_code: taxCode };
            const behavior = isIncluded ? ('inclusive' as const) : ('exclusive' as const);
            return amount === 0 ? [] : [{ ...line, tax_behavior: behavior }];
          }),
          expand: ['line_items.data.tax_breakdown'],
        }),
      );
      const { id, line_items: items } = requireObject(answer, 'tax.calculation');
      if (!id || !items || items.has_more) throw new PaymentUnknown('a tax calculation without its lines');
      const byReference = new Map(items.data.map((item) => [item.reference, item]));
      const lines = payable.map((amount, position) => {
        const item = byReference.get(String(position));
        if (!item && amount > 0) throw new PaymentUnknown(`a tax calculation without line ${position}`);
        return item ? readTaxes(item) : [];
      });
      return { calculationId: id, lines };
    },
    async bookTax({ calculationId, reference }) {
      const params = { calculation: calculationId, reference };
      const options = { idempotencyKey: `tax_${reference}` };
      const answer = await ask(() => stripe.tax.transactions.createFromCalculation(params, options));
      return requireObject(answer, 'tax.transaction').id;
    },
    async reverseTax({ transactionId, reference, amountCents }) {
      const params = {
        mode: 'partial' as const,
        original_transaction: transactionId,
        reference,
        flat_amount: -Math.abs(amountCents),
      };
      const options = { idempotencyKey: `tax_${reference}` };
      const answer = await ask(() => stripe.tax.transactions.createReversal(params, options));
      return requireObject(answer, 'tax.transaction').id;
    },
  };
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

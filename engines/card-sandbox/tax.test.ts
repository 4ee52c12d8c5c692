import { expect, test } from 'vitest';
import { DAY, refusal, startTestSandbox } from '#server/testing/sandbox.ts';

const t = startTestSandbox();

const calculate = (
  state: string,
  postal_code: string,
  tax_behavior: 'exclusive' | 'inclusive' = 'exclusive',
) =>
  t.stripe.tax.calculations.create({
    currency: 'usd',
    customer_details: { address: { country: 'US', state, postal_code }, address_source: 'billing' },
    line_items: [{ amount: 1995, reference: '0', tax_code: 'txcd_10000000', tax_behavior }],
    expand: ['line_items.data.tax_breakdown'],
  });
const book = (calculation: string | null, reference: string) =>
  t.stripe.tax.transactions.createFromCalculation({ calculation: calculation ?? '', reference });
const reverse = (original_transaction: string, reference: string, flat_amount?: number) =>
  t.stripe.tax.transactions.createReversal({
    mode: flat_amount === undefined ? 'full' : 'partial',
    original_transaction,
    reference,
    ...(flat_amount !== undefined && { flat_amount }),
  });

test('a calculation names the taxes of each line, which add up', async () => {
  const calculation = await calculate('TX', '78701');
  expect(calculation).toMatchObject({ tax_amount_exclusive: 165, amount_total: 2160 });
  const [line] = calculation.line_items?.data ?? [];
  expect(line?.tax_breakdown?.map(({ amount }) => amount)).toEqual([125, 40]);
  expect(line?.amount_tax).toBe(165);
  expect(await calculate('MN', '55401', 'inclusive')).toMatchObject({
    tax_amount_inclusive: 146,
    amount_total: 1995,
  });
});

test('an address without a ZIP code is refused', async () => {
  expect(await refusal(calculate('MN', ''))).toMatchObject({ code: 'customer_tax_location_invalid' });
});

test('a sale is recorded under one reference, and taken back up to its total', async () => {
  const { id } = await calculate('TX', '78701');
  const sale = await book(id, 'order-1');
  expect(sale).toMatchObject({ object: 'tax.transaction', type: 'transaction', reference: 'order-1' });
  expect(await refusal(book(id, 'order-1'))).toMatchObject({ statusCode: 400 });
  const part = await reverse(sale.id, 'refund-1', -160);
  expect(part).toMatchObject({ type: 'reversal', reversal: { original_transaction: sale.id } });
  expect(await refusal(reverse(sale.id, 'refund-2', -2001))).toMatchObject({ statusCode: 400 });
  expect(await reverse(sale.id, 'refund-2', -2000)).toMatchObject({ type: 'reversal' });
  // A reversal is undone as a whole, and what it took can be taken again.
  expect(await refusal(reverse(part.id, 'undo-1', -1))).toMatchObject({ statusCode: 400 });
  expect(await reverse(part.id, 'undo-1')).toMatchObject({ reversal: { original_transaction: part.id } });
  expect(await refusal(reverse(part.id, 'undo-2'))).toMatchObject({
    message: expect.stringContaining('has been fully reversed'),
  });
  expect(await refusal(reverse(sale.id, 'refund-3', -161))).toMatchObject({ statusCode: 400 });
  expect(await reverse(sale.id, 'refund-3', -160)).toMatchObject({ type: 'reversal' });
});

test('a calculation answers with the first of many lines, and lists all of them', async () => {
  const line = { amount: 499, tax_code: 'txcd_10000000', tax_behavior: 'exclusive' as const };
  const ask = (count: number) =>
    t.stripe.tax.calculations.create({
      currency: 'usd',
      customer_details: { address: { country: 'US', state: 'TX', postal_code: '78701' } },
      line_items: Array.from({ length: count }, (_, at) => ({ ...line, reference: String(at) })),
    });
  const { id, line_items: first } = await ask(25);
  expect(first).toMatchObject({ has_more: true });
  const references: string[] = [];
  for await (const item of t.stripe.tax.calculations.listLineItems(id ?? '', { limit: 20 }))
    references.push(item.reference);
  expect(references).toEqual(Array.from({ length: 25 }, (_, at) => String(at)));
  expect(await refusal(ask(101))).toMatchObject({ statusCode: 400 });
});

test('a calculation that has expired records nothing', async () => {
  const { id } = await calculate('TX', '78701');
  await t.advance(91 * DAY);
  expect(await refusal(book(id, 'order-late'))).toMatchObject({ statusCode: 400 });
});

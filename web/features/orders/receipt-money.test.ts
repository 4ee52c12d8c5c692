import { expect, test } from 'vitest';
import { buildReceipt } from '#web/testing/demo-orders.ts';
import { linesOf } from './receipt-screen.tsx';

const centsOf = (receipt: Parameters<typeof linesOf>[0]) =>
  Object.fromEntries(linesOf(receipt).map(({ key, cents }) => [key, cents]));

const PAID_AT = '2026-11-14T12:00:00.000Z';

test('a plain purchase is its total and the card that paid it', () => {
  expect(centsOf(buildReceipt())).toEqual({ total: 13_965, 'paid-0': 13_965 });
});

test('credit, code and tax lead from the sub total to the total', () => {
  const {
    sub = 0,
    credit = 0,
    discount = 0,
    tax = 0,
    total,
  } = centsOf(buildReceipt({ credit: 499, discount: 1000, coupon_code: 'SPRING', tax: 800, total: 13_266 }));
  expect(sub + credit + discount + tax).toBe(total);
});

test('of a pool, the reader sees their own shares and their part', () => {
  const payments = [{ amount: 5985, shares: 3, paid_at: PAID_AT, card: null }];
  const lines = linesOf(buildReceipt({ is_pool: true, payments }));
  expect(lines.find(({ key }) => key === 'paid-0')?.name).toContain('3 shares of 7');
  expect(lines.at(-1)).toMatchObject({ name: 'You paid', cents: 5985 });
});

test('what was sent back is taken off, a refund that the bank returned is not unless it was paid another way', () => {
  const refund = { created_at: PAID_AT, is_paid_another_way: false };
  const refunds = [
    { ...refund, amount: 4000, status: 'succeeded' as const },
    { ...refund, amount: 3000, status: 'failed' as const },
    { ...refund, amount: 1000, status: 'failed' as const, is_paid_another_way: true },
  ];
  expect(linesOf(buildReceipt({ refunds })).map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('sent to your bank'),
      expect.stringContaining('returned by your bank'),
      expect.stringContaining('paid another way'),
    ]),
  );
  expect(linesOf(buildReceipt({ refunds })).at(-1)).toMatchObject({ name: 'Total paid', cents: 8965 });
});

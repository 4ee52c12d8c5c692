import { expect, test } from 'vitest';
import type { PayoutRow } from '#contract/entities/order-of-user.ts';
import { kindOf, moneyOf, partsOf, stateOf } from './balance-cards.tsx';

const PAYOUT: PayoutRow = {
  id: 1,
  payout: 'po_1',
  state: 'in_transit',
  amount: 3_000,
  currency: 'usd',
  arrives_on: '2026-11-18',
  automatic: true,
  failure: null,
  created_at: '2026-11-16T10:00:00.000Z',
  transactions: 3,
  sales: 3_990,
  refunds: 800,
  disputes: 0,
  fees: 190,
  other: 0,
};

test('names the parts of a payout and leaves out what is zero', () => {
  expect(partsOf(PAYOUT)).toBe('Sales $39.90, refunds -$8.00, fees -$1.90');
});

test('shows known states and kinds in plain words, and others as they are', () => {
  expect([stateOf(PAYOUT), stateOf({ state: 'held' })]).toEqual(['On its way', 'held']);
  expect([kindOf('charge'), kindOf('reserve_hold')]).toEqual(['Sale', 'Reserve hold']);
  expect([moneyOf(1_250), moneyOf(1_250, 'eur')]).toEqual(['$12.50', '12.50 EUR']);
  expect([moneyOf(1_250, 'jpy'), moneyOf(-1_250, 'krw'), moneyOf(0, 'jpy')]).toEqual([
    '1,250 JPY',
    '-1,250 KRW',
    '0 JPY',
  ]);
});

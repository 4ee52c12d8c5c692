import { expect, test } from 'vitest';
import { buildPool } from '#web/testing/demo-orders.ts';
import { amountOf, holdersOf } from './pool-shares.tsx';

const person = (first_name: string, shares: number, is_me = false) => ({
  first_name,
  shares,
  is_me,
  is_owner: false,
});

test('there are always seven segments, each participant’s together and the free ones at the end', () => {
  const pool = buildPool({ participants: [person('Dana', 2, true), person('Sam', 1)] });
  expect(holdersOf(pool)).toEqual(['me', 'me', 'other', 'free', 'free', 'free', 'free']);
});

test('the next shares cost what they cost, odd cents first', () => {
  expect(amountOf([286, 285, 285], 1)).toBe(286);
  expect(amountOf([286, 285, 285], 2)).toBe(571);
  expect(amountOf([286, 285, 285], 9)).toBe(856);
});

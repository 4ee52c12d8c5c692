import { expect, test } from 'vitest';
import { findOverBudget } from './first-visits.mjs';

const budget = { login: 100, home: 130 };

test('a first visit within its budget passes', () => {
  expect(findOverBudget({ login: 100 * 1024, home: 1_000, admin: 9e9 }, budget)).toEqual([]);
});

test('a page that grew is named, and so is one that was not measured', () => {
  expect(findOverBudget({ login: 100 * 1024 + 1 }, budget)).toEqual([
    'login: 100.0 KB of script, at most 100 KB',
    'home: the build has no such page',
  ]);
});

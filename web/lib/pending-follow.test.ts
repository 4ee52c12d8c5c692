// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { rememberFollow, takePendingFollow } from './come-back.ts';

beforeEach(() => localStorage.clear());

test('a picked team is taken once', () => {
  rememberFollow('K7M2QF');
  expect(takePendingFollow('K7M2QG')).toBe(false);
  expect(takePendingFollow('K7M2QF')).toBe(true);
  expect(takePendingFollow('K7M2QF')).toBe(false);
});

test('a team that was picked more than an hour ago is forgotten', () => {
  rememberFollow('K7M2QF', 0);
  expect(takePendingFollow('K7M2QF', 3_600_001)).toBe(false);
});

test('a broken record is no team', () => {
  localStorage.setItem('PENDING_FOLLOW', '{');
  expect(takePendingFollow('K7M2QF')).toBe(false);
});

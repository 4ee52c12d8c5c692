// @vitest-environment jsdom
import { expect, test } from 'vitest';
import {
  findLastLocation,
  forgetLastLocation,
  rememberFollow,
  rememberLastLocation,
  takePendingFollow,
} from './come-back.ts';

const NOW = Date.UTC(2026, 10, 15);

test('a path of the site is remembered for an hour', () => {
  rememberLastLocation('/events/5?tab=all', NOW);
  expect(findLastLocation(NOW + 59 * 60_000)).toBe('/events/5?tab=all');
  expect(findLastLocation(NOW + 61 * 60_000)).toBeUndefined();
});

test('a forgotten path is gone', () => {
  rememberLastLocation('/events/5', NOW);
  forgetLastLocation();
  expect(findLastLocation(NOW)).toBeUndefined();
});

test.each([
  '//evil.test',
  '/\\evil.test',
  'https://evil.test/',
  '/login',
  '/Login?x=1',
  '/LoginSimple/?loginToken=a',
  '/cockpit/a-secret',
  '/pass/a-secret',
  '/wall/a-secret',
  '/register',
  '/PasswordReset/',
])('%s is never returned to', (path) => {
  rememberLastLocation(path, NOW);
  expect(findLastLocation(NOW)).toBeUndefined();
  localStorage.setItem('LAST_LOCATION', JSON.stringify({ path, at: NOW }));
  expect(findLastLocation(NOW)).toBeUndefined();
});

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

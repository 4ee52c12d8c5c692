// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { findLastLocation, forgetLastLocation, rememberLastLocation } from './come-back.ts';

const NOW = Date.UTC(2026, 10, 15);

beforeEach(() => localStorage.clear());

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

import { expect, test } from 'vitest';
import { hrefOf, readPlace, type Target } from './place.ts';

const place = readPlace({
  href: '/events?q=stars&page=2#list',
  pathname: '/events',
  search: '?q=stars&page=2',
  hash: '#list',
  state: { key: 'k1', __TSR_index: 3 },
});

test('search values stay texts', () => {
  expect(place).toMatchObject({ search: { q: 'stars', page: '2' }, key: 'k1' });
});

test.each<[string, Target, string]>([
  ['another page', { to: '/login' }, '/login'],
  ['a path with a search of its own', { to: '/user-album/5?as=customer' }, '/user-album/5?as=customer'],
  ['the same page without its search', { to: '.' }, '/events'],
  ['the same page with its search', { to: '.', search: true, hash: 'top' }, '/events?q=stars&page=2#top'],
  [
    'a change of the search',
    { to: '.', search: (before) => ({ ...before, page: undefined, q: '', photo: 11 }) },
    '/events?photo=11',
  ],
  ['another search', { to: '/admin', search: { tab: 'a&b' } }, '/admin?tab=a%26b'],
  ['an address of another host', { to: '//evil.test/login' }, '/login'],
  ['an address of another host with backslashes', { to: '/\\evil.test/login' }, '/login'],
])('%s', (_what, target, href) => {
  expect(hrefOf(target, place)).toBe(href);
});

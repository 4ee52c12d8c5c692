import { expect, test } from 'vitest';
import { findRoute } from './find-route.ts';

const ROUTES = ['/', '/users/:userid', '/users/settings', '/events/:eventid/album/:albumid'].map((path) => ({
  path,
}));
const find = (pathname: string) => {
  const found = findRoute(ROUTES, pathname);
  return found && [found.route.path, found.params];
};

test.each([
  ['/', '/', {}],
  ['/users/7', '/users/:userid', { userid: '7' }],
  ['/users/settings', '/users/settings', {}],
  ['/users/settings/', '/users/settings', {}],
  ['/events/3/album/a%20b', '/events/:eventid/album/:albumid', { eventid: '3', albumid: 'a b' }],
  ['/users/%E0%A4%A', '/users/:userid', { userid: '%E0%A4%A' }],
])('%s is the route %s', (pathname, path, params) => {
  expect(find(pathname)).toEqual([path, params]);
});

test.each(['/users', '/Users/settings', '/users/7/more', '/events/3/album'])('%s is no route', (pathname) => {
  expect(find(pathname)).toBeUndefined();
});

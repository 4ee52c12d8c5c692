import { createMemoryHistory } from '@tanstack/history';
import type { ComponentType } from 'react';
import { expect, test, vi } from 'vitest';
import type { AppRoute } from '#web/describe-route.ts';
import type { RoutePath } from '#web/lib/paths.ts';
import { createRouter, type RouterOptions } from './create-router.ts';

const Page = () => null;
const route = (path: RoutePath, more: Partial<AppRoute> = {}): AppRoute => ({
  guard: 'public',
  path,
  title: path,
  page: async () => Page,
  ...more,
});

/** A page whose file arrives when the test says so. */
function slowPage() {
  let arrive: (page: ComponentType) => void = () => {};
  let fail: (reason: Error) => void = () => {};
  const file = new Promise<ComponentType>((resolve, reject) => {
    arrive = resolve;
    fail = reject;
  });
  return { page: () => file, arrive: () => arrive(Page), fail: () => fail(new Error('gone')) };
}

const start = (at: string, routes: AppRoute[], options: Partial<RouterOptions> = {}) =>
  createRouter({
    routes,
    history: createMemoryHistory({ initialEntries: [at] }),
    enter: () => undefined,
    elsewhere: '/',
    ...options,
  });

test('an unknown address leads elsewhere, and a slash at the end of a path is dropped', async () => {
  const unknown = start('/nowhere', [route('/')]);
  await unknown.opened();
  expect(unknown.state.location.href).toBe('/');
  const slash = start('/events/?q=1#a', [route('/events')]);
  await slash.opened();
  expect(slash.state.location.href).toBe('/events?q=1#a');
});

test('the guard leads elsewhere before the page is asked for', async () => {
  const page = vi.fn(async () => Page);
  const router = start('/admin', [route('/admin', { page }), route('/')], {
    enter: ({ path }) => (path === '/admin' ? '/?from=admin' : undefined),
  });
  await router.opened();
  expect(router.state.location.href).toBe('/?from=admin');
  expect(router.history.length).toBe(1);
  expect(page).not.toHaveBeenCalled();
});

test('a page that arrives after another one was asked for is not shown', async () => {
  const slow = slowPage();
  const router = start('/', [route('/'), route('/events', { page: slow.page }), route('/login')]);
  await router.opened();
  const first = router.navigate({ to: '/events' });
  expect(router.state.route?.path).toBe('/events');
  expect(router.state.Page).toBeUndefined();
  await router.navigate({ to: '/login' });
  slow.arrive();
  await first;
  expect(router.state).toMatchObject({ route: { path: '/login' }, Page });
});

test('a page that cannot be loaded is an error until it is asked for again', async () => {
  const slow = slowPage();
  const page = vi.fn(slow.page);
  const router = start('/', [route('/'), route('/events', { page })]);
  const opening = router.navigate({ to: '/events' });
  slow.fail();
  await opening;
  expect(router.state.error).toMatchObject({ message: 'This page could not be loaded.' });
  page.mockResolvedValue(Page);
  await router.enterAgain();
  expect(router.state).toMatchObject({ route: { path: '/events' }, Page });
  expect(router.state.error).toBeUndefined();
});

test('the guard is asked again without a new visit', async () => {
  let isLoggedIn = true;
  const router = start('/events', [route('/events'), route('/login')], {
    enter: ({ path }) => (isLoggedIn || path === '/login' ? undefined : '/login'),
  });
  await router.opened();
  const { location } = router.state;
  await router.enterAgain();
  expect(router.state.location).toBe(location);
  isLoggedIn = false;
  await router.enterAgain();
  expect(router.state.location.href).toBe('/login');
});

test('routes that few people need load with their first use, and only once', async () => {
  const load = vi.fn(async () => [route('/admin/users')]);
  const router = start('/', [route('/'), route('/admin')], { more: { below: '/admin', load } });
  await router.opened();
  expect(load).not.toHaveBeenCalled();
  await router.navigate({ to: '/admin/users' });
  expect(router.state).toMatchObject({ route: { path: '/admin/users' }, Page });
  await router.navigate({ to: '/admin' });
  await router.navigate({ to: '/admin/nowhere' });
  expect(router.state.location.href).toBe('/');
  expect(load).toHaveBeenCalledOnce();
});

test('a preload asks for file and data, and remembers nothing', async () => {
  const page = vi.fn(async () => Page);
  const data = vi.fn();
  const enter = vi.fn(() => undefined);
  const router = start('/', [route('/'), route('/events/:eventid', { page, data })], { enter });
  await router.opened();
  router.preload('/events/7?q=1');
  await vi.waitFor(() => expect(page).toHaveBeenCalledOnce());
  expect(data).toHaveBeenCalledWith({ eventid: '7' });
  expect(enter).toHaveBeenLastCalledWith(
    expect.objectContaining({ path: '/events/:eventid' }),
    expect.objectContaining({ pathname: '/events/7', search: { q: '1' } }),
    true,
  );
  expect(router.state.location.href).toBe('/');
});

test('a link to the open address adds nothing to the history', async () => {
  const router = start('/events', [route('/events')]);
  await router.navigate({ to: '/events' });
  expect(router.history.length).toBe(1);
});

// @vitest-environment jsdom
import { createMemoryHistory, Outlet, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { type ComponentType, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AppRoute } from '#web/describe-route.ts';
import {
  Link,
  type LinkProps,
  type Move,
  useLocation,
  useNavigate,
  usePathParams,
} from '#web/lib/navigation.tsx';
import { createAppRouter } from '#web/router.tsx';
import { renderAt } from '#web/testing/render-at.tsx';

const route = (path: string, Page: ComponentType, more: Partial<AppRoute> = {}): AppRoute => ({
  guard: 'public',
  path,
  title: path,
  page: async () => Page,
  ...more,
});

function Counting() {
  const { pathname } = useLocation();
  const [firstPath] = useState(pathname);
  return <h1>Opened at {firstPath}</h1>;
}

let isBroken = false;
function Broken() {
  if (isBroken) throw new Error('a broken page');
  return <h1>Mended</h1>;
}

function User() {
  return <p>{usePathParams('/admin/users/:userid').userid}</p>;
}

let navigate = (_move: Move) => Promise.resolve();
function Mover() {
  navigate = useNavigate();
  return null;
}

async function open(at: string, routes: AppRoute[]) {
  const router = createAppRouter({
    routes,
    history: createMemoryHistory({ initialEntries: [at] }),
    Frame: Outlet,
  });
  await act(async () => {
    render(<RouterProvider router={router} />);
    await router.load();
  });
  return router;
}

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {});
});

describe('a link', () => {
  async function show(props: Partial<LinkProps>, address = '/events?q=1') {
    const router = await renderAt(
      address,
      <Link to="/events" search={{ page: 2 }} {...props}>
        Next
      </Link>,
    );
    return { router, link: screen.getByRole('link', { name: 'Next' }) };
  }

  test('opens the page when clicked, unless the click is taken', async () => {
    const { router, link } = await show({});
    expect(link.getAttribute('href')).toBe('/events?page=2');
    await act(async () => expect(fireEvent.click(link)).toBe(false));
    expect(router.state.location.href).toBe('/events?page=2');
    cleanup();
    const taken = await show({ onClick: (event) => event.preventDefault() });
    fireEvent.click(taken.link);
    expect(taken.router.state.location.href).toBe('/events?q=1');
  });

  test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'that is clicked with %o stays with the browser',
    async (how) => {
      const { router, link } = await show({ target: undefined });
      link.addEventListener('click', (event) => event.preventDefault());
      fireEvent.click(link, how);
      expect(router.state.location.href).toBe('/events?q=1');
    },
  );

  test.each([
    [{ current: 'page' as const }, '/events', 'page'],
    [{ current: 'page' as const, to: '/admin' }, '/admin/users', null],
    [{ current: 'area' as const, to: '/admin' }, '/admin/users', 'page'],
    [{ current: 'area' as const, to: '/admin/user' }, '/admin/users', null],
    [{ 'aria-current': 'location' as const }, '/events', 'location'],
    [{}, '/events', null],
  ])('with %o at %s is marked as %s', async (props, address, mark) => {
    const { link } = await show(props, address);
    expect(link.getAttribute('aria-current')).toBe(mark);
    expect(link.className).toBe('');
  });

  test('asks for its page when a pointer rests on it, not when one passes', async () => {
    const { router, link } = await show({});
    const preload = vi.spyOn(router, 'preloadRoute');
    vi.useFakeTimers();
    fireEvent.mouseEnter(link);
    fireEvent.mouseLeave(link);
    vi.advanceTimersByTime(100);
    expect(preload).not.toHaveBeenCalled();
    fireEvent.mouseEnter(link);
    vi.advanceTimersByTime(100);
    expect(preload).toHaveBeenCalledOnce();
  });
});

test.each<[string, Move, string]>([
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
  ['an address of another host', { to: '//evil.test/login' }, '/'],
  ['an address of another host with backslashes', { to: '/\\evil.test/login' }, '/'],
  ['a whole address of another host', { to: 'https://evil.test/login' }, '/'],
])('one can move to %s', async (_what, move, href) => {
  const all = ['/', '/login', '/admin', '/user-album/:albumId'] as const;
  const router = await open('/events?q=stars&page=2#list', [
    route('/events', Mover),
    ...all.map((path) => route(path, () => null)),
  ]);
  expect(router.state.location.search).toEqual({ q: 'stars', page: '2' });
  await act(() => navigate(move));
  expect(router.state.location.href).toBe(href);
});

describe('a page', () => {
  test('is found by its path: spelled out before a parameter, and with the same letters', async () => {
    const router = await open('/admin/users/a%20b', [
      route('/', () => <p>home</p>),
      route('/admin/users/:userid', User),
      route('/admin/users/notification-settings', () => <p>settings</p>),
    ]);
    const go = (to: string) => act(() => router.navigate({ to }));
    expect(screen.getByText('a b')).toBeTruthy();
    await go('/admin/users/notification-settings');
    expect(screen.getByText('settings')).toBeTruthy();
    for (const unknown of ['/Admin/users/7', '/admin/users', '/admin/users/7/more']) {
      await go(unknown);
      expect(screen.getByText('home')).toBeTruthy();
      expect(router.state.location.href).toBe('/');
    }
  });

  test('that breaks says so, the next page opens, and the broken one gets another chance', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    isBroken = true;
    const router = await open('/', [route('/', Broken), route('/login', () => <h1>Log in</h1>)]);
    expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
    await act(() => router.navigate({ to: '/login' }));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Log in' })).toBeTruthy();
    isBroken = false;
    await act(() => router.navigate({ to: '/' }));
    expect(screen.getByRole('heading', { name: 'Mended' })).toBeTruthy();
  });

  test('that could not be loaded says so until it is opened again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    const page = vi.fn<AppRoute['page']>().mockRejectedValue(new Error('gone'));
    const router = await open('/', [route('/', () => null), route('/events', () => null, { page })]);
    await act(() => router.navigate({ to: '/events' }));
    expect(screen.getByRole('heading').textContent).toBe('This page didn’t load');
    page.mockResolvedValue(() => <h1>Events</h1>);
    await act(() => router.navigate({ to: '/' }));
    await act(() => router.navigate({ to: '/events' }));
    expect(screen.getByRole('heading').textContent).toBe('Events');
  });

  test('keeps its state while its parameters change, and another route starts anew', async () => {
    const router = await open('/e/one', [
      route('/e/:code', Counting),
      route('/login', Counting),
      route('/Login', Counting),
    ]);
    await act(() => router.navigate({ to: '/e/two' }));
    expect(screen.getByRole('heading', { name: 'Opened at /e/one' })).toBeTruthy();
    await act(() => router.navigate({ to: '/login' }));
    await act(() => router.navigate({ to: '/Login' }));
    expect(screen.getByRole('heading', { name: 'Opened at /Login' })).toBeTruthy();
  });

  test('that is preloaded asks for its file and data, and is not remembered', async () => {
    const page = vi.fn(async () => () => null);
    const data = vi.fn();
    const router = await open('/', [
      route('/', () => null),
      route('/events/:eventid', () => null, { page, data }),
    ]);
    localStorage.clear();
    await router.preloadRoute({ href: '/events/7?q=1' } as never);
    expect(page).toHaveBeenCalledOnce();
    expect(data).toHaveBeenCalledExactlyOnceWith({ eventid: '7' });
    expect(localStorage.length).toBe(0);
    expect(router.state.location.href).toBe('/');
  });

  test('loses the slash at the end of its path, and adds nothing to the history when opened again', async () => {
    const router = await open('/events/?q=1#a', [route('/events', () => null)]);
    expect(router.state.location.href).toBe('/events?q=1#a');
    await act(() => router.navigate({ href: '/events?q=1#a' }));
    expect(router.history.length).toBe(1);
  });
});

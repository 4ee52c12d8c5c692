// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/history';
import { act, cleanup, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RoutePath } from '#web/lib/paths.ts';
import { createRouter } from '#web/lib/router/create-router.ts';
import { RouterProvider } from '#web/lib/router/use-router.tsx';
import { OpenPage } from './open-page.tsx';

let isBroken = true;

function Broken() {
  if (isBroken) throw new Error('a broken page');
  return <h1>Mended</h1>;
}

function Counting() {
  const [firstPath] = useState(() => router.state.location.pathname);
  return <h1>Opened at {firstPath}</h1>;
}

let router: ReturnType<typeof createRouter>;

async function open(at: string) {
  const pages: [RoutePath, () => React.JSX.Element][] = [
    ['/', Broken],
    ['/login', Counting],
    ['/Login', Counting],
    ['/e/:code', Counting],
  ];
  router = createRouter({
    routes: pages.map(([path, Page]) => ({ guard: 'public', path, title: '', page: async () => Page })),
    history: createMemoryHistory({ initialEntries: [at] }),
    enter: () => undefined,
    elsewhere: '/',
  });
  await router.opened();
  render(
    <RouterProvider router={router}>
      <OpenPage />
    </RouterProvider>,
  );
}

const go = (to: string) => act(() => router.navigate({ to }));

beforeEach(() => {
  isBroken = true;
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('a page that breaks says so, the next page opens, and the broken one gets another chance', async () => {
  await open('/');
  expect(screen.getByRole('alert').textContent).toContain('Something went wrong');
  await go('/login');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Opened at /login' })).toBeTruthy();
  isBroken = false;
  await go('/');
  expect(screen.getByRole('heading', { name: 'Mended' })).toBeTruthy();
});

test('a page keeps its state while its parameters change, and another route starts anew', async () => {
  await open('/e/one');
  await go('/e/two');
  expect(screen.getByRole('heading', { name: 'Opened at /e/one' })).toBeTruthy();
  await go('/login');
  await go('/Login');
  expect(screen.getByRole('heading', { name: 'Opened at /Login' })).toBeTruthy();
});

import { createMemoryHistory, Outlet, RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { type AppRouter, createAppRouter } from '#web/router.tsx';

/** Puts one part of the site at an address, without the guards and the frame of the site. */
export async function openAt(address: string, part: ReactElement): Promise<[AppRouter, ReactElement]> {
  const path = new URL(address, 'http://site').pathname;
  const router = createAppRouter({
    routes: [{ guard: 'public', path, title: '', page: async () => () => part }],
    history: createMemoryHistory({ initialEntries: [address] }),
    Frame: Outlet,
  });
  await router.load();
  return [router, <RouterProvider key="router" router={router} />];
}

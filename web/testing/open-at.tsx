import { createMemoryHistory } from '@tanstack/history';
import type { ReactElement } from 'react';
import type { RoutePath } from '#web/lib/paths.ts';
import { createRouter, type Router } from '#web/lib/router/create-router.ts';
import { RouterProvider, useVisit } from '#web/lib/router/use-router.tsx';

function Page() {
  const Shown = useVisit((visit) => visit.Page);
  return Shown ? <Shown /> : null;
}

/** Puts one part of the site at an address, without the guards and the frame of the site. */
export async function openAt(address: string, part: ReactElement): Promise<[Router, ReactElement]> {
  const path = new URL(address, 'http://site').pathname as RoutePath;
  const router = createRouter({
    routes: [{ guard: 'public', path, title: '', page: async () => () => part }],
    history: createMemoryHistory({ initialEntries: [address] }),
    enter: () => undefined,
    elsewhere: path,
  });
  await router.opened();
  return [
    router,
    <RouterProvider key="router" router={router}>
      <Page />
    </RouterProvider>,
  ];
}

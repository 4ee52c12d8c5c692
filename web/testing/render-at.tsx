import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, Outlet, RouterProvider } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { queryClient } from '#web/lib/query-client.ts';
import { createAppRouter } from '#web/router.tsx';

/** Renders a part of the site at an address, without the guards and the frame of the site. */
export async function renderAt(address: string, part: ReactElement) {
  const path = new URL(address, 'http://site').pathname;
  const router = createAppRouter({
    routes: [{ guard: 'public', path, title: '', page: async () => () => part }],
    history: createMemoryHistory({ initialEntries: [address] }),
    Frame: Outlet,
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, configure, render } from '@testing-library/react';
import { vi } from 'vitest';
import { queryClient } from '#web/lib/query-client.ts';
import { closeSession, subscribeToSession } from '#web/lib/session.ts';
import { createAppRouter } from '#web/router.tsx';

// Pages are chunks here too, and a busy machine takes its time to load them.
configure({ asyncUtilTimeout: 15_000 });

let stop = () => {};

/** The whole site at a path, wired as in main.tsx. */
export function renderSite(path: string) {
  vi.stubGlobal('scrollTo', () => {});
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }));
  stop = subscribeToSession(() => void router.invalidate());
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return router;
}

export function leaveSite(): void {
  stop();
  cleanup();
  act(() => closeSession());
  localStorage.clear();
  queryClient.clear();
  vi.unstubAllGlobals();
}

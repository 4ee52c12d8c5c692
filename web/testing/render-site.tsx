import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { act, cleanup, configure, render } from '@testing-library/react';
import { toast } from 'sonner';
import { vi } from 'vitest';
import { queryClient } from '#web/lib/query-client.ts';
import { closeSession, subscribeToSession } from '#web/lib/session.ts';
import { createAppRouter } from '#web/router.tsx';

// A busy machine may need seconds to import a page's chunk.
configure({ asyncUtilTimeout: 15_000 });

let stop = () => {};

/** Renders the whole site at a path, wired as in main.tsx. */
export function renderSite(path: string) {
  vi.stubGlobal('scrollTo', () => {});
  // jsdom has no media queries: pages are tested as on a desk unless a test says otherwise.
  if (typeof window.matchMedia !== 'function') {
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  }
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
  // A toaster shows the toasts of the one before it until they are dismissed.
  toast.dismiss();
  localStorage.clear();
  sessionStorage.clear();
  queryClient.clear();
  vi.unstubAllGlobals();
}

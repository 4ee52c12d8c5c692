import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { queryClient } from '#web/lib/query-client.ts';

/** Renders a part of the site that makes calls and has links, without the site around it. */
export function renderPart(part: ReactNode) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const wrap = (children: ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
    </QueryClientProvider>
  );
  const { rerender } = render(wrap(part));
  return { rerender: (next: ReactNode) => rerender(wrap(next)) };
}

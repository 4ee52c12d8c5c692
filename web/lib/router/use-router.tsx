import { createContext, type ReactNode, use, useLayoutEffect, useSyncExternalStore } from 'react';
import { useStore } from '#web/lib/storage.ts';
import type { Router, Visit } from './create-router.ts';

const RouterContext = createContext<Router | undefined>(undefined);

export function RouterProvider({ router, children }: { router: Router; children: ReactNode }) {
  const visit = useStore(router.visits);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each visit is drawn once
  useLayoutEffect(() => router.markDrawn(), [router, visit]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

export function useRouter(): Router {
  const router = use(RouterContext);
  if (!router) throw new Error('This part of the site needs a router around it.');
  return router;
}

/** `select` must return the same value for the same visit. */
export function useVisit<T>(select: (visit: Visit) => T): T {
  const { visits } = useRouter();
  const read = () => select(visits.read());
  return useSyncExternalStore(visits.subscribe, read, read);
}

export const useLocation = () => useVisit(({ location }) => location);

/** Returns the search values unchecked, because every reader checks those that it needs. */
export const useSearch = () => useVisit(({ location }) => location.search);

export const useNavigate = () => useRouter().navigate;

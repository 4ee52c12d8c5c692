import type { RouterHistory } from '@tanstack/history';
import { Suspense } from 'react';
import { Loading } from '#web/components/loading.tsx';
import type { AppRoute } from '#web/describe-route.ts';
import { rememberArrival } from '#web/lib/first-use.ts';
import { findDetour } from '#web/lib/guards.ts';
import { findLastLocation, forgetLastLocation } from '#web/lib/last-location.ts';
import { paths } from '#web/lib/paths.ts';
import { createRouter, type Router } from '#web/lib/router/create-router.ts';
import type { Place } from '#web/lib/router/place.ts';
import { RouterProvider, useLocation } from '#web/lib/router/use-router.tsx';
import { readSession } from '#web/lib/session.ts';
import { routes } from '#web/routes.ts';
import { ErrorBoundary } from '#web/shell/open-page.tsx';
import { Shell } from '#web/shell/shell.tsx';

/** The guard of every page. Hovering a link only preloads: nothing is remembered then. */
function enter(route: AppRoute, { href, search }: Place, isPreload: boolean): string | undefined {
  const session = readSession();
  const detour = findDetour(route, session, findLastLocation(), search);
  if (!isPreload && route.guard !== 'logged_out_only') {
    if (session.isLoggedIn) forgetLastLocation();
    else rememberArrival(href);
  }
  return detour ?? route.movedTo?.(search);
}

export const createAppRouter = (history?: RouterHistory): Router =>
  createRouter({
    routes,
    more: { below: paths.admin, load: async () => (await import('#web/admin-area.ts')).adminRoutes },
    history,
    enter,
    elsewhere: paths.home,
  });

function Frame() {
  return (
    <ErrorBoundary place={useLocation()}>
      <Suspense fallback={<Loading />}>
        <Shell />
      </Suspense>
    </ErrorBoundary>
  );
}

export function Site({ router }: { router: Router }) {
  return (
    <RouterProvider router={router}>
      <Frame />
    </RouterProvider>
  );
}

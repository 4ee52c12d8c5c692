import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  type RouterHistory,
  RouterProvider,
  redirect,
} from '@tanstack/react-router';
import { StrictMode } from 'react';
import { adminRoutes } from '#web/admin-routes.ts';
import { Loading } from '#web/components/states.tsx';
import type { AppRoute } from '#web/describe-route.ts';
import { findLastLocation, forgetLastLocation, rememberLastLocation } from '#web/lib/come-back.ts';
import { findDetour } from '#web/lib/guards.ts';
import { withChunkTimeout } from '#web/lib/lazy-part.tsx';
import { parseSearch, paths, stringifySearch } from '#web/lib/navigation.tsx';
import { readSession } from '#web/lib/session.ts';
import { notePageMissing } from '#web/lib/shell-state.ts';
import { routes } from '#web/routes.ts';
import { ErrorPage } from '#web/shell/error-page.tsx';
import { Shell } from '#web/shell/shell.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    route?: AppRoute;
  }
}

type Place = { href: string; search: Record<string, string> };

/** The pages that unknown addresses lead to. */
const LANDINGS: readonly string[] = [paths.home, '/login', '/Login'];

/** The guard of every page. Hovering a link only preloads: nothing is remembered then. */
function enter(route: AppRoute, { href, search }: Place, isPreload: boolean): string | undefined {
  const session = readSession();
  const detour = findDetour(route, session, findLastLocation(), search);
  if (!isPreload && route.guard !== 'logged_out_only') {
    if (session.isLoggedIn) forgetLastLocation();
    else rememberLastLocation(href);
  }
  if (!isPreload && !LANDINGS.includes(route.path)) notePageMissing(false);
  return detour;
}

const isServer = typeof document === 'undefined';

/** A page that is there sooner shows no "Loading...". */
const PENDING_MS = 100;

type RouterOptions = {
  history?: RouterHistory | undefined;
  routes?: readonly AppRoute[];
  Frame?: RouteComponent;
};

declare module '@tanstack/history' {
  interface HistoryState {
    /** The visitor came to the front page and did not ask for the log-in. */
    isLanding?: boolean;
    /** The second entry of a first page, which is there because a dialog opened above it. */
    isCovered?: boolean;
  }
}

export type AppRouter = ReturnType<typeof createAppRouter>;

/** Builds the route tree from the list of pages. The frame around the pages of staff stays while they change. */
export function createAppRouter({
  history,
  routes: pages = [...routes, ...adminRoutes],
  Frame = Shell,
}: RouterOptions = {}) {
  const root = createRootRoute({ component: Frame });
  const adminArea = createRoute({
    getParentRoute: () => root,
    id: 'admin-area',
    component: lazyRouteComponent(
      withChunkTimeout(() => import('#web/shell/admin-area.tsx')),
      'AdminFrame',
    ),
  });
  const toRoute = (route: AppRoute) =>
    createRoute({
      getParentRoute: () => (route.area === 'admin' ? adminArea : root),
      path: route.path.replaceAll(':', '$'),
      component: lazyRouteComponent(withChunkTimeout(async () => ({ default: await route.page() }))),
      staticData: { route },
      beforeLoad: ({ location, preload }) => {
        const href = enter(route, location as Place, preload);
        // A visitor to the front page is not asked to log in right away.
        const state = { isLanding: route.path === paths.home };
        if (href !== undefined) throw redirect({ to: href, state } as never);
      },
      // The page shows how far its calls are, so nothing waits for them here. They never spend a view.
      loader: ({ params }) => {
        if (!isServer) void route.data?.(params as Record<string, string>);
      },
    });
  const unknown = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: ({ preload }) => {
      if (!preload) {
        forgetLastLocation();
        notePageMissing(true);
      }
      throw redirect({ href: paths.home });
    },
  });
  const isStaffPage = (route: AppRoute) => route.area === 'admin';
  const routeTree = root.addChildren([
    unknown,
    adminArea.addChildren(pages.filter(isStaffPage).map(toRoute)),
    ...pages.filter((route) => !isStaffPage(route)).map(toRoute),
  ]);
  let isFirst = true;
  return createRouter({
    routeTree,
    history,
    caseSensitive: true,
    trailingSlash: 'never',
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultPendingMs: PENDING_MS,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorPage,
    // Somebody may have read on in the first page before this script was there.
    scrollRestoration:
      !isServer &&
      (() => {
        const mayScroll = !isFirst || window.scrollY === 0;
        isFirst = false;
        return mayScroll;
      }),
  });
}

/** The server and the browser render the same tree. */
export function App({ router, client }: { router: AppRouter; client: QueryClient }) {
  return (
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  );
}

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { Loading } from '#web/components/loading.tsx';
import type { AppRoute } from '#web/describe-route.ts';
import { rememberArrival } from '#web/lib/first-use.ts';
import { findDetour } from '#web/lib/guards.ts';
import { findLastLocation, forgetLastLocation } from '#web/lib/last-location.ts';
import { withChunkTimeout } from '#web/lib/load-page.ts';
import { paths, type RoutePath } from '#web/lib/paths.ts';
import type { SearchShape } from '#web/lib/search-shape.ts';
import { readSession } from '#web/lib/session.ts';
import { hasLists, type ListPath, routeSearch } from '#web/route-search.ts';
import { routes } from '#web/routes.ts';
import { AdminFrame } from '#web/shell/admin-frame.tsx';
import { ErrorPage } from '#web/shell/error-page.tsx';
import { Shell } from '#web/shell/shell.tsx';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    appRoute?: AppRoute;
  }
}

type Place = { href: string; search: Record<string, unknown> };

/** The guard of every page. Hovering a link only preloads: nothing is remembered then. */
function enter(route: AppRoute, { href, search }: Place, isPreload: boolean): void {
  const session = readSession();
  const detour = findDetour(route, session, findLastLocation(), search);
  if (!isPreload && route.guard !== 'logged_out_only') {
    if (session.isLoggedIn) forgetLastLocation();
    else rememberArrival(href);
  }
  const target = detour ?? route.movedTo?.(search);
  if (target) throw redirect({ href: target, replace: true });
}

const rootRoute = createRootRoute({ component: Shell });

const adminArea = createRoute({
  getParentRoute: () => rootRoute,
  id: 'admin-area',
  component: () => (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  ),
});

let listSearch: Record<ListPath, SearchShape> | undefined;

/** Pages read their part of the address themselves, so a page with lists opens before its description is loaded. */
const searchOf = (path: RoutePath) =>
  hasLists(path)
    ? (search: Record<string, unknown>) => listSearch?.[path].parse(search) ?? search
    : routeSearch[path].parse;

async function loadListSearch(): Promise<void> {
  listSearch ??= (await import('#web/list-route-search.ts')).listRouteSearch;
}

function buildRoute(route: AppRoute) {
  return createRoute({
    getParentRoute: () => (route.area === 'admin' ? adminArea : rootRoute),
    path: route.path.replaceAll(':', '$'),
    staticData: { appRoute: route },
    validateSearch: searchOf(route.path),
    beforeLoad: ({ location, preload }) => {
      enter(route, location, preload);
      return hasLists(route.path) ? loadListSearch() : undefined;
    },
    // The page shows how far its calls are, so nothing waits for them here.
    ...(route.data && {
      loader: ({ params }: { params: Record<string, string> }) => void route.data?.(params),
    }),
    component: lazyRouteComponent(
      withChunkTimeout(async () => ({ Page: await route.page() })),
      'Page',
    ),
  });
}

const anyOtherPath = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: paths.home, replace: true });
  },
});

const isAdmin = (route: AppRoute) => route.area === 'admin';

const routeTree = rootRoute.addChildren([
  ...routes.filter((route) => !isAdmin(route)).map(buildRoute),
  adminArea.addChildren(routes.filter(isAdmin).map(buildRoute)),
  anyOtherPath,
]);

export function createAppRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    history,
    caseSensitive: true,
    scrollRestoration: true,
    defaultPreload: 'intent',
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Loading,
    defaultErrorComponent: ErrorPage,
    // Search values stay text: a login token that looks like a number is still a token.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const set = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
      return text && `?${text}`;
    },
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

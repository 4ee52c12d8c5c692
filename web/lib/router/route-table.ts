import type { AppRoute } from '#web/describe-route.ts';
import { withChunkTimeout } from '#web/lib/load-page.ts';
import { findRoute } from './find-route.ts';
import type { Place } from './place.ts';

export type RouteTableOptions = {
  routes: readonly AppRoute[];
  /** Routes below a path that few people need. They load with their first use. */
  more?: { below: string; load: () => Promise<readonly AppRoute[]> };
};

export function createRouteTable({ routes, more }: RouteTableOptions) {
  let known = routes;
  let isComplete = more === undefined;
  const isBelow = (pathname: string) => pathname === more?.below || pathname.startsWith(`${more?.below}/`);
  return {
    isMissing: (pathname: string) => !isComplete && isBelow(pathname),
    load: async () => {
      if (isComplete || !more) return;
      const loaded = await withChunkTimeout(more.load)();
      known = [...routes, ...loaded];
      isComplete = true;
    },
    find: (pathname: string) => findRoute(known, pathname),
    /** The address without slashes at the end of its path, if it has any. */
    tidy: ({ href, pathname }: Place): string | undefined => {
      const path = pathname.replace(/(?<=.)\/+$/, '');
      return path === pathname ? undefined : path + href.slice(pathname.length);
    },
  };
}

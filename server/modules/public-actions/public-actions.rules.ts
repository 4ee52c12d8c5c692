// A public link works only on the page it was made for: that exact path, or with `prefix` also the paths below it.

export type MatchType = 'exact' | 'prefix';
export type ActionRoute = { actionRoute: string; matchType: MatchType };

/** Compares whole path segments, so /view-album/ab is not below /view-album/a. */
export function routeMatches({ actionRoute, matchType }: ActionRoute, clientRoute: string): boolean {
  const stored = readPath(actionRoute);
  const given = readPath(clientRoute);
  if (stored === undefined || given === undefined) return false;
  if (given === stored) return true;
  return matchType === 'prefix' && given.startsWith(stored === '/' ? '/' : `${stored}/`);
}

const DOTS = new Set(['.', '..']);

/** Strips query, fragment and trailing slash; returns undefined for an invalid path or one with dot segments. */
function readPath(route: string): string | undefined {
  const [path = ''] = route.split(/[?#]/, 1);
  if (!path.startsWith('/') || /[\\%]|\/\//.test(path)) return undefined;
  if (path.split('/').some((segment) => DOTS.has(segment))) return undefined;
  return path === '/' ? path : path.replace(/\/$/, '');
}

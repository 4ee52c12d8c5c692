import { decodePart } from './place.ts';

type Patterned = { path: string };

export type Params = Readonly<Record<string, string>>;

const partsOf = (path: string) => path.split('/').filter(Boolean);
const isParam = (part: string) => part.startsWith(':');
const countParams = ({ path }: Patterned) => partsOf(path).filter(isParam).length;

/** Finds the route of a path. A route that spells the path out goes before one with a parameter in its place. */
export function findRoute<Route extends Patterned>(
  routes: readonly Route[],
  pathname: string,
): { route: Route; params: Params } | undefined {
  const given = partsOf(pathname);
  const fits = ({ path }: Route) => {
    const own = partsOf(path);
    return own.length === given.length && own.every((part, index) => isParam(part) || part === given[index]);
  };
  const [route] = routes.filter(fits).sort((one, other) => countParams(one) - countParams(other));
  if (!route) return undefined;
  const pairs = partsOf(route.path).flatMap((part, index) =>
    isParam(part) ? [[part.slice(1), decodePart(given[index] ?? '')] as const] : [],
  );
  return { route, params: Object.fromEntries(pairs) };
}

import type { PathParams, RoutePath } from './paths.ts';
import { useVisit } from './router/use-router.tsx';

export function usePathParams<Path extends RoutePath>(_path: Path): PathParams<Path> {
  return useVisit(({ params }) => params) as PathParams<Path>;
}

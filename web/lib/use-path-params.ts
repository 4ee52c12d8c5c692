import { useParams } from '@tanstack/react-router';
import type { PathParams, RoutePath } from './paths.ts';

export function usePathParams<Path extends RoutePath>(_path: Path): PathParams<Path> {
  return useParams({ strict: false }) as PathParams<Path>;
}

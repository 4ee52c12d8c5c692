import { useParams, useSearch } from '@tanstack/react-router';
import type { PathParams, RoutePath } from './paths.ts';

export function usePathParams<Path extends RoutePath>(_path: Path): PathParams<Path> {
  return useParams({ strict: false }) as PathParams<Path>;
}

export function useSearchText(name: string): string | undefined {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  return search[name] === undefined ? undefined : String(search[name]);
}

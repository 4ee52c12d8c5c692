import {
  useLinkProps,
  useMatches,
  useParams,
  useRouter,
  useSearch as useTanStackSearch,
} from '@tanstack/react-router';
import { type ComponentProps, useCallback } from 'react';
import type { AppRoute } from '#web/describe-route.ts';
import type { PathParams, RoutePath } from './paths.ts';

type SearchValues = Readonly<Record<string, unknown>>;

/** Where a link leads. */
export type Target = {
  /** A path, or `.` for the page that is open. */
  to: string;
  /** Without it the search of `to` stays; `true` keeps that of the open page. */
  search?: true | object | ((before: Readonly<Record<string, string>>) => object);
  hash?: string;
};

export type Move = Target & {
  replace?: boolean;
  /** False keeps the scroll position, for a change within the page. */
  resetScroll?: boolean;
};

/** Search values are texts: a log-in token that looks like a number is still a token. */
export const parseSearch = (text: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(text));

export function stringifySearch(values: SearchValues): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

/** An address without a path of this site leads home, so that no link leads to another site. */
function toOptions({ to, search, hash }: Target) {
  if (to !== '.' && !to.startsWith('/')) return { to: '/' };
  return to === '.' || search !== undefined || hash !== undefined ? { to, search, hash } : { href: to };
}

export function useNavigate() {
  const router = useRouter();
  return useCallback(
    ({ replace, resetScroll, ...target }: Move): Promise<void> =>
      router.navigate({ ...toOptions(target), replace, resetScroll } as never),
    [router],
  );
}

export { useLocation, useRouter } from '@tanstack/react-router';

/** Returns the search values unchecked, because every reader checks those that it needs. */
export const useSearch = (): Record<string, string> => useTanStackSearch({ strict: false });

export const useAppRoute = (): AppRoute | undefined =>
  useMatches({ select: (matches) => matches.at(-1)?.staticData.route });

export function usePathParams<Path extends RoutePath>(_path: Path): PathParams<Path> {
  return useParams({ strict: false }) as PathParams<Path>;
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Move & {
    /** Marks the link of the open page, or of every page below its path. */
    current?: 'page' | 'area';
  };

/** Opens a page without loading the site anew. Its files are asked for as soon as somebody points at the link. */
export function Link({ to, search, hash, current, 'aria-current': mark, children, ...rest }: LinkProps) {
  const {
    'aria-current': active,
    'data-status': _status,
    ...props
  } = useLinkProps({
    ...rest,
    ...toOptions({ to, search, hash }),
    activeOptions: { exact: current !== 'area', includeSearch: false },
    activeProps: {},
  } as never) as ComponentProps<'a'> & { 'data-status'?: string };
  return (
    <a {...props} aria-current={mark ?? (current && active)}>
      {children}
    </a>
  );
}

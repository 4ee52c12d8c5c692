import type { ComponentProps, FocusEvent, MouseEvent, TouchEvent } from 'react';
import { useRef } from 'react';
import type { Move } from './create-router.ts';
import { useRouter, useVisit } from './use-router.tsx';

/** A pointer that only passes over a link asks for nothing. */
const PRELOAD_AFTER_MS = 50;

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> &
  Move & {
    /** Marks the link of the open page, or of every page below its path. */
    current?: 'page' | 'area';
  };

function isCurrent(current: LinkProps['current'], path: string, pathname: string): boolean {
  if (current === undefined) return false;
  return pathname === path || (current === 'area' && pathname.startsWith(`${path}/`));
}

/** A new tab, a new window and a download are the browser's own business. */
function isForBrowser(event: MouseEvent, { target, download }: ComponentProps<'a'>): boolean {
  const hasKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  const leaves = (target !== undefined && target !== '_self') || download !== undefined;
  return hasKey || leaves || event.button !== 0;
}

/** Opens a page without loading the site anew. Its files are asked for as soon as somebody points at the link. */
export function Link({ to, search, hash, replace, resetScroll, current, ...rest }: LinkProps) {
  const router = useRouter();
  const target = { to, search, hash };
  const isRelative = to === '.' || search === true || typeof search === 'function';
  const fixed = isRelative ? undefined : router.hrefOf(target);
  const href = useVisit(() => fixed ?? router.hrefOf(target));
  const isMarked = useVisit(({ location }) => isCurrent(current, to, location.pathname));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const preload = () => router.preload(href);
  const stop = () => clearTimeout(timer.current);
  return (
    <a
      aria-current={isMarked ? 'page' : undefined}
      {...rest}
      href={href}
      onClick={(event: MouseEvent<HTMLAnchorElement>) => {
        rest.onClick?.(event);
        if (event.defaultPrevented || isForBrowser(event, rest)) return;
        event.preventDefault();
        stop();
        void router.navigate({ ...target, replace, resetScroll });
      }}
      onMouseEnter={(event: MouseEvent<HTMLAnchorElement>) => {
        rest.onMouseEnter?.(event);
        stop();
        timer.current = setTimeout(preload, PRELOAD_AFTER_MS);
      }}
      onMouseLeave={(event: MouseEvent<HTMLAnchorElement>) => {
        rest.onMouseLeave?.(event);
        stop();
      }}
      onFocus={(event: FocusEvent<HTMLAnchorElement>) => {
        rest.onFocus?.(event);
        preload();
      }}
      onTouchStart={(event: TouchEvent<HTMLAnchorElement>) => {
        rest.onTouchStart?.(event);
        preload();
      }}
    />
  );
}

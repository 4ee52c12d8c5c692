import { useElementScrollRestoration, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { focusPage } from '#web/lib/focus-page.ts';

const GIVE_UP_MS = 5_000;
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scrolls once the page is long enough, unless the person scrolls first. Returns a function that gives up. */
export function scrollWhenLongEnough(top: number): () => void {
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const move of OWN_MOVES) removeEventListener(move, stop, true);
  };
  const attempt = () => {
    if (document.documentElement.scrollHeight - window.innerHeight < top) return;
    if (Math.abs(window.scrollY - top) > 1) window.scrollTo({ top, behavior: 'instant' });
    stop();
  };
  const observer = new ResizeObserver(attempt);
  const timer = setTimeout(stop, GIVE_UP_MS);
  for (const move of OWN_MOVES) addEventListener(move, stop, { capture: true, passive: true });
  observer.observe(document.body);
  attempt();
  return stop;
}

/**
 * "Back" returns to the old scroll position. A list that is still loading is too short for that, so the page scrolls once
 * the list is long enough.
 */
export function useKeepScroll(): void {
  const shown = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key });
  const left = useElementScrollRestoration({ getElement: () => window })?.scrollY ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page scrolls once
  useEffect(() => (left > window.scrollY + 1 ? scrollWhenLongEnough(left) : undefined), [shown]);
}

/** Moves the focus to the heading of a new page. On the first load it stays where it is. */
export function useFocusPage(): void {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    if (before.current !== undefined && before.current !== path) {
      focusPage();
    }
    before.current = path;
  }, [path]);
}

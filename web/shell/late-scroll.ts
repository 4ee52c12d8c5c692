// After "back", the router scrolls to the old position as soon as the page is drawn. A list that is still loading is too
// short for that, so this file scrolls again once the list is long enough.

import type { AppRouter } from '#web/router.tsx';

const KEY = 'SCROLL_TOPS';
const MOST_KEPT = 50;
const GIVE_UP_MS = 5_000;
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

type Place = { href: string; state: { __TSR_key?: string } };

const keyOf = ({ href, state }: Place) => state.__TSR_key ?? href;

function readTops(): Map<string, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, number][]);
  } catch {
    return new Map();
  }
}

function keepTops(tops: ReadonlyMap<string, number>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...tops].slice(-MOST_KEPT)));
  } catch {
    // Without storage only a reload forgets the position.
  }
}

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

export function restoreScrollLate(router: AppRouter): void {
  const tops = readTops();
  let current: Place | undefined;
  let stop = () => {};
  const note = (place: Place) => {
    tops.delete(keyOf(place));
    tops.set(keyOf(place), window.scrollY);
  };
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    stop();
    if (fromLocation) note(fromLocation);
  });
  router.subscribe('onRendered', ({ toLocation, fromLocation, pathChanged }) => {
    current = toLocation;
    const top = tops.get(keyOf(toLocation)) ?? 0;
    if (top > 0 && (pathChanged || !fromLocation)) stop = scrollWhenLongEnough(top);
  });
  addEventListener('pagehide', () => {
    if (current) note(current);
    keepTops(tops);
  });
}

// "Back" returns to the old scroll position. A list that is still loading is too short for that, so the page scrolls once
// the list is long enough.

import type { Router } from '#web/lib/router/create-router.ts';
import { decodePart, type Place } from '#web/lib/router/place.ts';

const KEY = 'SCROLL_TOPS';
const MOST_KEPT = 50;
const GIVE_UP_MS = 5_000;
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

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

function scrollToTarget(hash: string): void {
  const target = hash ? document.getElementById(decodePart(hash.slice(1))) : null;
  if (target) target.scrollIntoView();
  else window.scrollTo({ top: 0, behavior: 'instant' });
}

/** A new page starts at its top or at the part that its address names. */
export function keepScroll(router: Router): void {
  const tops = readTops();
  let stop = () => {};
  const note = ({ key }: Place) => {
    tops.delete(key);
    tops.set(key, window.scrollY);
  };
  window.history.scrollRestoration = 'manual';
  router.onLeft((place) => {
    stop();
    note(place);
  });
  router.onDrawn(({ to, from, isReturn, resetScroll }) => {
    const top = isReturn ? (tops.get(to.key) ?? 0) : 0;
    // The first page is at its top already, and to scroll it would make the browser lay it out at once.
    const mayScroll = resetScroll && (from !== undefined || to.hash !== '');
    if (top > 0) stop = scrollWhenLongEnough(top);
    else if (mayScroll) scrollToTarget(to.hash);
  });
  addEventListener('pagehide', () => {
    note(router.state.location);
    keepTops(tops);
  });
}

// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/history';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRouter } from '#web/lib/router/create-router.ts';
import { keepScroll, scrollWhenLongEnough } from './keep-scroll.ts';

let height = 0;
let grow = () => {};
const scrollTo = vi.fn();

beforeEach(() => {
  height = 700;
  scrollTo.mockClear();
  vi.useFakeTimers();
  vi.stubGlobal('scrollTo', scrollTo);
  vi.stubGlobal('innerHeight', 700);
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => height);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(notice: () => void) {
        grow = () => notice();
      }
      observe() {}
      disconnect() {
        grow = () => {};
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const growTo = (next: number) => {
  height = next;
  grow();
};

test('the page scrolls back once its list is long enough, and only once', () => {
  scrollWhenLongEnough(1200);
  growTo(1500);
  expect(scrollTo).not.toHaveBeenCalled();
  growTo(2600);
  expect(scrollTo).toHaveBeenCalledExactlyOnceWith({ top: 1200, behavior: 'instant' });
  growTo(3000);
  expect(scrollTo).toHaveBeenCalledOnce();
});

test.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('a %s of the person ends the wait', (move) => {
  scrollWhenLongEnough(1200);
  window.dispatchEvent(new Event(move));
  growTo(2600);
  expect(scrollTo).not.toHaveBeenCalled();
});

test('a list that stays short is given up after five seconds', () => {
  scrollWhenLongEnough(1200);
  vi.advanceTimersByTime(5_000);
  growTo(2600);
  expect(scrollTo).not.toHaveBeenCalled();
});

/** A router that draws each page as soon as it is open, as the site does. */
async function openPages() {
  height = 5_000;
  sessionStorage.clear();
  scrollTo.mockImplementation(({ top }: { top: number }) => vi.stubGlobal('scrollY', top));
  const page = async () => () => null;
  const router = createRouter({
    routes: (['/', '/events'] as const).map((path) => ({ guard: 'public', path, title: '', page })),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    enter: () => undefined,
    elsewhere: '/',
  });
  keepScroll(router);
  await router.opened();
  router.markDrawn();
  const draw = async (moved: Promise<void>) => {
    await moved;
    router.markDrawn();
  };
  return { router, draw };
}

test('a new page starts at its top, and "back" returns to where the page before was left', async () => {
  const { router, draw } = await openPages();
  expect(scrollTo).not.toHaveBeenCalled();
  vi.stubGlobal('scrollY', 1_200);
  await draw(router.navigate({ to: '/events' }));
  expect(window.scrollY).toBe(0);
  router.history.back();
  await draw(router.opened());
  expect(window.scrollY).toBe(1_200);
  await draw(router.navigate({ to: '/events' }));
  expect(window.scrollY).toBe(0);
});

test('a change within the page does not scroll', async () => {
  const { router, draw } = await openPages();
  vi.stubGlobal('scrollY', 900);
  await draw(router.navigate({ to: '.', search: { q: 'stars' }, resetScroll: false }));
  expect(window.scrollY).toBe(900);
});

test('an address that names a part of the page scrolls to it', async () => {
  const { router, draw } = await openPages();
  document.body.innerHTML = '<h2 id="prices & more"></h2>';
  const shown = vi.fn();
  (document.body.firstElementChild as HTMLElement).scrollIntoView = shown;
  await draw(router.navigate({ to: '/events', hash: 'prices%20&%20more' }));
  expect(shown).toHaveBeenCalledOnce();
  await draw(router.navigate({ to: '/', hash: '%E0%A4%A' }));
  expect(window.scrollY).toBe(0);
});

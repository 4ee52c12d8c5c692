// @vitest-environment jsdom
import { createMemoryHistory, Outlet, RouterProvider } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createAppRouter } from '#web/router.tsx';
import { scrollWhenLongEnough, useFocusPage, useKeepScroll } from './keep-scroll.ts';

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

function Frame() {
  useKeepScroll();
  useFocusPage();
  return (
    <main>
      <Outlet />
    </main>
  );
}

async function openPages() {
  height = 5_000;
  vi.useRealTimers();
  scrollTo.mockImplementation(({ top }: { top: number }) => {
    vi.stubGlobal('scrollY', top);
    document.dispatchEvent(new Event('scroll'));
  });
  vi.stubGlobal('scrollY', 0);
  const page = async () => () => (
    <>
      <h1 tabIndex={-1}>Photos</h1>
      <h2 id="prices & more">Prices</h2>
    </>
  );
  const router = createAppRouter({
    routes: (['/', '/events'] as const).map((path) => ({ guard: 'public', path, title: '', page })),
    history: createMemoryHistory({ initialEntries: ['/'] }),
    Frame,
  });
  await act(async () => {
    render(<RouterProvider router={router} />);
    await router.load();
  });
  const scrollBy = (top: number) => {
    vi.stubGlobal('scrollY', top);
    document.dispatchEvent(new Event('scroll'));
  };
  return { router, scrollBy, go: (options: object) => act(() => router.navigate(options as never)) };
}

test('a new page starts at its top, and "back" returns to where the page before was left', async () => {
  const { router, scrollBy, go } = await openPages();
  scrollBy(1_200);
  await go({ to: '/events' });
  expect(window.scrollY).toBe(0);
  act(() => router.history.back());
  await vi.waitFor(() => expect(window.scrollY).toBe(1_200));
  await go({ to: '/events' });
  expect(window.scrollY).toBe(0);
});

test('"back" to a list that is still loading waits until it is long enough', async () => {
  const { router, scrollBy, go } = await openPages();
  scrollBy(1_200);
  await go({ to: '/events' });
  height = 700;
  scrollTo.mockImplementation(({ top }: { top: number }) =>
    vi.stubGlobal('scrollY', Math.min(top, height - 700)),
  );
  act(() => router.history.back());
  await vi.waitFor(() => expect(router.state.resolvedLocation?.pathname).toBe('/'));
  expect(window.scrollY).toBe(0);
  act(() => growTo(2_600));
  await vi.waitFor(() => expect(window.scrollY).toBe(1_200));
});

test('a change within the page does not scroll', async () => {
  const { scrollBy, go } = await openPages();
  scrollBy(900);
  await go({ to: '.', search: { q: 'stars' }, resetScroll: false });
  expect(window.scrollY).toBe(900);
});

test('an address that names a part of the page scrolls to it', async () => {
  const { go } = await openPages();
  const shown = vi.fn();
  Element.prototype.scrollIntoView = shown;
  await go({ href: '/events#prices%20&%20more' });
  expect(shown).toHaveBeenCalledOnce();
  await go({ href: '/#%E0%A4%A' });
  expect(shown).toHaveBeenCalledOnce();
});

test('the heading of a new page has the focus, and the first page leaves it alone', async () => {
  const { go } = await openPages();
  expect(document.activeElement).toBe(document.body);
  await go({ to: '/events' });
  expect(document.activeElement?.tagName).toBe('H1');
});

// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { scrollWhenLongEnough } from './keep-scroll.ts';

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

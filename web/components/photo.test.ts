// @vitest-environment jsdom

import { renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildImage } from '#web/testing/demo-albums.ts';
import { blurBehind, coverSources, focusStyle, useSteadyToken } from './photo.tsx';

const FRAME = { phone: '100vw', desk: '400px', ratio: 1 };
const widthsOf = (size: { width: number; height: number }) =>
  coverSources(buildImage(1, size), FRAME, (variant) => variant)?.srcSet;

test('each rendition is named with its real width', () => {
  expect(widthsOf({ width: 6000, height: 4000 })).toBe(
    'thumb 400w, cover-480 480w, cover-960 960w, cover-1440 1440w',
  );
  expect(widthsOf({ width: 4000, height: 6000 })).toBe(
    'thumb 267w, cover-480 320w, cover-960 640w, cover-1440 960w',
  );
});

test('a photo that is smaller than a rendition is listed once', () => {
  expect(widthsOf({ width: 900, height: 600 })).toBe('thumb 400w, cover-480 480w, cover-960 900w');
  expect(widthsOf({ width: 320, height: 200 })).toBe('thumb 320w');
  expect(widthsOf({ width: 0, height: 0 })).toBeUndefined();
});

test('a photo that is cut at the sides is drawn wider than its box', () => {
  const sizesOf = (ratio: number) =>
    coverSources(buildImage(1, { width: 1500, height: 1000 }), { ...FRAME, ratio }, String)?.sizes;
  expect(sizesOf(1)).toBe('(min-width: 1000px) calc(400px * 1.50), calc(100vw * 1.50)');
  expect(sizesOf(2)).toBe('(min-width: 1000px) calc(400px * 1.00), calc(100vw * 1.00)');
});

const shownPart = (size: { width: number; height: number }, focusY: number, ratio?: number) => {
  const { objectPosition } = focusStyle({ ...buildImage(1, size), focus: { x: 50, y: focusY } }, ratio);
  const visible = Math.min(1, size.width / size.height / (ratio ?? 1));
  const top = (1 - visible) * (Number.parseFloat(objectPosition.split(' ')[1] ?? '') / 100);
  return { top, bottom: top + visible };
};

test.each([
  ['a square', 1],
  ['a wide box', 2],
])('an upright photo in %s shows the faces and the head of the athlete they lift', (_box, ratio) => {
  const size = { width: 1000, height: 1500 };
  for (const middle of [10, 30, 50, 70, 95]) {
    const { top, bottom } = shownPart(size, middle, ratio);
    expect(top).toBeGreaterThanOrEqual(0);
    expect(bottom).toBeLessThanOrEqual(1.001);
    expect(middle / 100).toBeGreaterThan(top);
    expect(middle / 100).toBeLessThan(bottom);
  }
  // Three large faces at 55 % and the small one of a lifted athlete at 20 %.
  if (ratio === 1) expect(shownPart(size, 55).top).toBeLessThan(0.16);
});

test('a photo is centered on its faces sideways, and hardly cut above where none are known', () => {
  const [wide, upright] = [buildImage(1), buildImage(1, { width: 1000, height: 1500 })];
  expect(focusStyle({ ...wide, focus: { x: 20, y: 35 } })).toEqual({ objectPosition: '20% 50%' });
  expect(focusStyle(wide)).toEqual({ objectPosition: '50% 10%' });
  expect(focusStyle(upright)).toEqual({ objectPosition: '50% 10%' });
});

const PLACEHOLDERS = ['3OcRJYB4d3h/iIeHeEh3eIhw+j3A', '1QcSHQRnh493V4dIh4eXh1h4kJUI'];
let idle: (() => void)[] = [];

beforeEach(() => {
  idle = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  vi.stubGlobal('cancelIdleCallback', (request: number) => {
    idle[request - 1] = () => undefined;
  });
});

function boxWith(isLoaded: boolean): HTMLElement {
  const box = document.createElement('span');
  const photo = document.createElement('img');
  Object.defineProperties(photo, {
    complete: { value: isLoaded },
    naturalWidth: { value: isLoaded ? 480 : 0 },
  });
  box.append(photo);
  return box;
}
const runIdle = () => {
  for (const work of idle) work();
};

test('paints the blurred picture when the browser is idle, the same one at once', () => {
  const box = boxWith(false);
  blurBehind(PLACEHOLDERS[0] ?? '')(box);
  expect(box.style.backgroundImage).toBe('');
  runIdle();
  expect(box.style.backgroundImage).toMatch(/^url\("?data:image\/png/);
  const next = boxWith(false);
  blurBehind(PLACEHOLDERS[0] ?? '')(next);
  expect(next.style.backgroundImage).toBe(box.style.backgroundImage);
});

test('paints nothing behind a photo that has loaded, and nothing once the box is gone', () => {
  const loaded = boxWith(true);
  blurBehind(PLACEHOLDERS[1] ?? '')(loaded);
  const gone = boxWith(false);
  const leave = blurBehind(PLACEHOLDERS[1] ?? '')(gone);
  leave?.();
  runIdle();
  expect([loaded.style.backgroundImage, gone.style.backgroundImage]).toEqual(['', '']);
});

test('a placeholder that cannot be read is left out', () => {
  const box = boxWith(false);
  blurBehind('no base64 !')(box);
  blurBehind(null)(box);
  runIdle();
  expect(box.style.backgroundImage).toBe('');
});

const render = (token: string | null) =>
  renderHook(({ shown }) => useSteadyToken('album/1', shown).token, { initialProps: { shown: token } });

test('a refreshed token does not load the picture again', () => {
  const { result, rerender } = render('a.7.t1.mac');
  rerender({ shown: 'b.7.t1.mac' });
  expect(result.current).toBe('a.7.t1.mac');
  rerender({ shown: null });
  expect(result.current).toBe('a.7.t1.mac');
});

test('a photo that was bought is loaded again without its watermark', () => {
  const { result, rerender } = render('a.7.t1.mac');
  rerender({ shown: 'b.7.c1.mac' });
  expect(result.current).toBe('b.7.c1.mac');
  rerender({ shown: 'c.7.c1.mac' });
  expect(result.current).toBe('b.7.c1.mac');
});

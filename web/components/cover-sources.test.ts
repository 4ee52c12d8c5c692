import { expect, test } from 'vitest';
import { buildImage } from '#web/testing/demo-albums.ts';
import { coverSources, focusStyle } from './photo.tsx';

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

test('a cover is centered on its faces; without any, only an upright photo is not cut in the middle', () => {
  const [wide, upright] = [buildImage(1), buildImage(1, { width: 1000, height: 1500 })];
  expect(focusStyle({ ...wide, focus: { x: 20, y: 35 } })).toEqual({ objectPosition: '20% 35%' });
  expect(focusStyle({ ...upright, focus: { x: 20, y: 90 } })).toEqual({ objectPosition: '20% 90%' });
  expect(focusStyle(wide)).toEqual({});
  expect(focusStyle(upright)).toEqual({ objectPosition: '50% 25%' });
});

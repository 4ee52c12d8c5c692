// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { blurBehind } from './photo.tsx';

const PLACEHOLDERS = ['3OcRJYB4d3h/iIeHeEh3eIhw+j3A', '1QcSHQRnh493V4dIh4eXh1h4kJUI'];
let idle: (() => void)[] = [];

beforeEach(() => {
  idle = [];
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work));
  vi.stubGlobal('cancelIdleCallback', (request: number) => {
    idle[request - 1] = () => undefined;
  });
});
afterEach(() => vi.unstubAllGlobals());

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

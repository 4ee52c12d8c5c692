import { expect, test } from 'vitest';
import { areaAround, fitInto, MAX_SIDE, middleWithin } from './reference-uploads.ts';

test.each([
  [
    { width: 4032, height: 3024 },
    { width: 2048, height: 1536 },
  ],
  [
    { width: 3024, height: 4032 },
    { width: 1536, height: 2048 },
  ],
  [
    { width: 800, height: 600 },
    { width: 800, height: 600 },
  ],
  [
    { width: 9000, height: 1 },
    { width: 2048, height: 1 },
  ],
])('%o is sent as %o', (size, sent) => {
  expect(fitInto(size, MAX_SIDE)).toEqual(sent);
});

test('a face is cut with its surroundings, and never beyond the edges', () => {
  const size = { width: 1000, height: 500 };
  expect(areaAround({ x: 0.4, y: 0.4, width: 0.1, height: 0.2 }, size)).toEqual({
    x: 330,
    y: 130,
    width: 240,
    height: 240,
  });
  const corner = areaAround({ x: 0.95, y: -0.05, width: 0.1, height: 0.2 }, size);
  expect(corner.x + corner.width).toBe(1000);
  expect(corner.y).toBe(0);
});

test('the cut says where the face is in it, also at the edge of the picture', () => {
  const size = { width: 1000, height: 500 };
  const inside = { x: 0.4, y: 0.4, width: 0.1, height: 0.2 };
  expect(middleWithin(inside, areaAround(inside, size), size)).toEqual({ x: 0.5, y: 0.5 });
  const corner = { x: 0, y: 0, width: 0.1, height: 0.2 };
  const { x, y } = middleWithin(corner, areaAround(corner, size), size);
  expect(x).toBeCloseTo(50 / 170);
  expect(y).toBeCloseTo(50 / 170);
});

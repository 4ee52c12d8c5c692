import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { burnCovers } from './cover-faces.ts';

const SIZE = { width: 240, height: 160 };
const LOOKS = [
  { style: 'blur', color: '#1d3fb4' },
  { style: 'shape', color: '#1d3fb4' },
] as const;
const DISCS = [
  { x: 60, y: 60, radius: 30 },
  { x: 100, y: 70, radius: 25 },
  { x: 236, y: 4, radius: 20 },
];

const picture = () => ({ ...SIZE, data: randomBytes(SIZE.width * SIZE.height * 3) });

function isUnder(at: number): boolean {
  const [x, y] = [(at % SIZE.width) + 0.5, Math.floor(at / SIZE.width) + 0.5];
  return DISCS.some((disc) => Math.hypot(x - disc.x, y - disc.y) <= disc.radius);
}

describe.each(LOOKS)('covers with the style $style', (look) => {
  test('leave everything else as it was, and nothing under them', async () => {
    const covered = picture();
    const before = Buffer.from(covered.data);
    await burnCovers(covered, DISCS, look);
    let kept = 0;
    for (let at = 0; at < SIZE.width * SIZE.height; at += 1) {
      const isSame = covered.data.subarray(at * 3, at * 3 + 3).equals(before.subarray(at * 3, at * 3 + 3));
      const [x, y] = [(at % SIZE.width) + 0.5, Math.floor(at / SIZE.width) + 0.5];
      if (DISCS.every((disc) => Math.hypot(x - disc.x, y - disc.y) > disc.radius + 2))
        expect(isSame).toBe(true);
      else if (isUnder(at) && isSame) kept += 1;
    }
    // Noise meets the color of a cover by chance once in 16 million pixels; 5,000 pixels are covered.
    expect(kept).toBeLessThan(2);
  });
});

test('a cover without anything around it is gray', async () => {
  const covered = picture();
  await burnCovers(covered, [{ x: 120, y: 80, radius: 400 }], LOOKS[0]);
  expect(new Set(covered.data).size).toBeLessThan(60);
});

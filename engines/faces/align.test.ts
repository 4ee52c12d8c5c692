import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alignFace, fitSimilarity, warp } from './align.ts';
import type { Point } from './face.ts';

const coordinate = fc.double({ min: -500, max: 500, noNaN: true });
const point = fc.record({ x: coordinate, y: coordinate });
const similarity = fc
  .record({
    scale: fc.double({ min: 0.05, max: 20, noNaN: true }),
    angle: coordinate,
    right: coordinate,
    down: coordinate,
  })
  .map(({ scale, angle, right, down }) => ({
    cos: scale * Math.cos(angle),
    sin: scale * Math.sin(angle),
    right,
    down,
  }));

function move({ x, y }: Point, by: { cos: number; sin: number; right: number; down: number }): Point {
  return { x: by.cos * x - by.sin * y + by.right, y: by.sin * x + by.cos * y + by.down };
}

describe('alignment', () => {
  test('a known similarity is recovered from five points', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 5, maxLength: 5 }), similarity, (points, by) => {
        fc.pre(points.some(({ x, y }) => Math.hypot(x - (points[0]?.x ?? 0), y - (points[0]?.y ?? 0)) > 1));
        const fitted = fitSimilarity(
          points,
          points.map((each) => move(each, by)),
        );
        for (const each of points) {
          const [was, is] = [move(each, by), move(each, fitted)];
          expect(Math.hypot(was.x - is.x, was.y - is.y)).toBeLessThan(1e-5);
        }
      }),
    );
  });

  test('identical points are refused', () => {
    const same = Array.from({ length: 5 }, () => ({ x: 3, y: 4 }));
    expect(() => fitSimilarity(same, same)).toThrow(RangeError);
  });

  test('a rotated and scaled picture gives the same crop', () => {
    // The picture is smooth, so that resampling changes little.
    const paint = (at: (x: number, y: number) => Point, side: number) => {
      const data = new Uint8Array(side * side * 3);
      for (let i = 0; i < side * side; i += 1) {
        const { x, y } = at(i % side, Math.floor(i / side));
        data.set([128 + 100 * Math.sin(x / 30), 128 + 100 * Math.cos(y / 40), 128 + x / 10 - y / 10], i * 3);
      }
      return { data, width: side, height: side };
    };
    const landmarks = [
      { x: 120, y: 130 },
      { x: 180, y: 130 },
      { x: 150, y: 165 },
      { x: 128, y: 200 },
      { x: 172, y: 200 },
    ];
    const upright = alignFace(
      paint((x, y) => ({ x, y }), 300),
      landmarks,
    );
    // A quarter turn about the center maps (x, y) to (299 - y, x).
    const turned = alignFace(
      paint((x, y) => ({ x: y, y: 299 - x }), 300),
      landmarks.map(({ x, y }) => ({ x: 299 - y, y: x })),
    );
    const furthest = Math.max(...upright.data.map((value, i) => Math.abs(value - (turned.data[i] ?? 0))));
    expect(furthest).toBeLessThanOrEqual(2);
  });

  test('pixels outside the picture are black', () => {
    const white = { data: new Uint8Array(10 * 10 * 3).fill(255), width: 10, height: 10 };
    const { data } = warp(white, { cos: 1, sin: 0, right: 50, down: 50 }, 112);
    expect([data[0], data[(55 * 112 + 55) * 3], data[(80 * 112 + 80) * 3]]).toEqual([0, 255, 0]);
  });
});

import { describe, expect, test } from 'vitest';
import { boxOf, coveredArea, cropOf, discOf, isSameFace, teamColor, turnBox } from './safe-share.ts';

const SIZE = { width: 3000, height: 2000 };
const BOX = { x: 0.1, y: 0.2, width: 0.2, height: 0.3 };

describe('a disc', () => {
  test('hides the whole box of its face', () => {
    const disc = discOf(BOX, SIZE);
    for (const x of [BOX.x, BOX.x + BOX.width]) {
      for (const y of [BOX.y, BOX.y + BOX.height]) {
        expect(Math.hypot(x * SIZE.width - disc.x, y * SIZE.height - disc.y)).toBeLessThanOrEqual(
          disc.radius,
        );
      }
    }
  });

  test('gives the box that draws it again', () => {
    const disc = { x: 1200, y: 900, radius: 150 };
    const drawn = discOf(boxOf(disc, SIZE), SIZE);
    for (const name of ['x', 'y', 'radius'] as const) expect(drawn[name]).toBeCloseTo(disc[name]);
  });

  test('at an edge stays inside the picture', () => {
    const { x, y, width, height } = boxOf({ x: 0, y: 2000, radius: 90 }, SIZE);
    expect([x, y + height]).toEqual([0, 1]);
    expect(x + width).toBeLessThan(1);
  });
});

describe('a crop', () => {
  test.each([
    ['1:1', 2000, 2000],
    ['4:5', 1600, 2000],
    ['9:16', 1125, 2000],
    ['original', 3000, 2000],
  ] as const)('of %s is as large as the picture allows', (ratio, width, height) => {
    expect(cropOf(ratio, SIZE, [])).toMatchObject({ width, height });
  });

  test('has the visible faces in its middle, or as close to it as the edge allows', () => {
    const faceAt = (x: number) => [{ x, y: 0.4, width: 0.1, height: 0.1 }];
    expect(cropOf('4:5', SIZE, faceAt(0.45)).left).toBe(700);
    expect(cropOf('4:5', SIZE, faceAt(0.9)).left).toBe(1400);
    expect(cropOf('4:5', SIZE, [...faceAt(0.3), ...faceAt(0.6)]).left).toBe(700);
  });
});

test('a box that is turned four times is where it was', () => {
  const once = turnBox(BOX, 90);
  expect(once).toEqual({ x: 0.5, y: 0.1, width: 0.3, height: 0.2 });
  const turned = [90, 90, 90].reduce(turnBox, once);
  for (const side of ['x', 'y', 'width', 'height'] as const) expect(turned[side]).toBeCloseTo(BOX[side]);
  expect(turnBox(turnBox(BOX, 180), -180).x).toBeCloseTo(BOX.x);
});

test('a row of faces in a panorama can all be covered', () => {
  const row = Array.from({ length: 12 }, (_, index) => ({ x: index / 12, y: 0.3, width: 0.07, height: 0.4 }));
  expect(coveredArea(row, { width: 4000, height: 1000 })).toBeCloseTo(0.48);
  expect(coveredArea([BOX, BOX], SIZE)).toBeCloseTo(0.12);
});

test('two boxes are one face if the middle of one lies in the other', () => {
  expect(isSameFace(BOX, { ...BOX, x: 0.15 })).toBe(true);
  expect(isSameFace(BOX, { x: 0.19, y: 0.34, width: 0.02, height: 0.02 })).toBe(true);
  expect(isSameFace(BOX, { ...BOX, x: 0.31 })).toBe(false);
});

test('a team keeps its color', () => {
  expect(teamColor('Star Athletics Comets')).toBe(teamColor('Star Athletics Comets'));
  expect(teamColor('')).toMatch(/^#[0-9a-f]{6}$/);
});

import { describe, expect, test } from 'vitest';
import { discOf } from '#contract/rules/safe-share.ts';
import { type Covers, type Edit, editCovers, startCovers } from './edit-covers.ts';

const SIZE = { width: 1600, height: 1067 };
const box = { x: 0.2, y: 0.3, width: 0.05, height: 0.08 };
const START = startCovers({
  faces: [
    { box, athlete: null, is_forced: false },
    { box: { ...box, x: 0.5 }, athlete: 'Maya', is_forced: false },
    { box: { ...box, x: 0.8 }, athlete: 'Zoe', is_forced: true },
  ],
});

const run = (...edits: Edit[]): Covers => edits.reduce(editCovers, START);
const coveredOf = ({ faces }: Covers) => faces.map(({ isCovered }) => isCovered);

describe('covers', () => {
  test('hide every face at first but that of the own athlete, unless somebody asked never to show it', () => {
    expect(coveredOf(START)).toEqual([true, false, true]);
  });

  test('come off with a tap and on with the next, but a forced one stays', () => {
    expect(coveredOf(run({ kind: 'toggle', id: 0 }))).toEqual([false, false, true]);
    expect(coveredOf(run({ kind: 'toggle', id: 0 }, { kind: 'toggle', id: 0 }))).toEqual([true, false, true]);
    for (const edit of [
      { kind: 'toggle', id: 2 },
      { kind: 'move', id: 2, x: 0.1, y: 0 },
      { kind: 'scale', id: 2, by: 0.1, size: SIZE },
    ] as const) {
      expect(run(edit)).toBe(START);
    }
  });

  test('are added where the parent drags, moved, and removed by a tap', () => {
    const added = run({ kind: 'add', disc: { x: 800, y: 500, radius: 90 }, size: SIZE });
    const cover = added.faces.at(-1);
    expect(cover).toMatchObject({ id: 3, isCovered: true, isAdded: true });
    expect(discOf(cover?.box ?? box, SIZE)).toMatchObject({
      x: expect.closeTo(800),
      radius: expect.closeTo(90),
    });
    const moved = editCovers(added, { kind: 'move', id: 3, x: 2, y: 0 }).faces.at(-1)?.box;
    expect((moved?.x ?? 0) + (moved?.width ?? 0)).toBeCloseTo(1);
    expect(editCovers(added, { kind: 'toggle', id: 3 }).faces).toHaveLength(3);
  });

  test('grow and shrink within bounds', () => {
    const sizeAfter = (by: number) =>
      discOf(run({ kind: 'scale', id: 0, by, size: SIZE }).faces[0]?.box ?? box, SIZE).radius;
    expect(sizeAfter(1.5)).toBeGreaterThan(sizeAfter(1));
    expect(sizeAfter(1_000)).toBeLessThan(SIZE.height / 2);
    expect(sizeAfter(0)).toBeGreaterThan(10);
  });

  test('come back from a whole pinch at once', () => {
    const pinch = { kind: 'scale', id: 0, by: 1.2, size: SIZE } as const;
    const pinched = run(pinch, { ...pinch, goesOn: true }, { ...pinch, goesOn: true });
    expect(pinched.faces[0]?.box.width).toBeGreaterThan(box.width * 1.6);
    expect(editCovers(pinched, { kind: 'undo' }).faces).toEqual(START.faces);
  });

  test('are taken back one by one', () => {
    const edited = run({ kind: 'toggle', id: 0 }, { kind: 'toggle', id: 1 });
    const once = editCovers(edited, { kind: 'undo' });
    expect(coveredOf(once)).toEqual([false, false, true]);
    const twice = editCovers(once, { kind: 'undo' });
    expect(coveredOf(twice)).toEqual([true, false, true]);
    expect(editCovers(twice, { kind: 'undo' })).toBe(twice);
  });
});

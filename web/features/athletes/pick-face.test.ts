import { expect, test } from 'vitest';
import { pickFace, type SeenFace, TAP_RADIUS_PX } from './face-chooser.tsx';

const SHOWN = { width: 400, height: 200 };
const faceAt = (x: number, y: number, side = 40, problem: SeenFace['problem'] = null): SeenFace => ({
  x: x / SHOWN.width,
  y: y / SHOWN.height,
  width: side / SHOWN.width,
  height: side / SHOWN.height,
  problem,
});
const tapAt = (x: number, y: number, faces: SeenFace[], canZoom = true) =>
  pickFace(faces, { tap: { x, y }, shown: SHOWN, canZoom });

const PAIR = [faceAt(100, 50), faceAt(200, 50)];

test.each([
  ['inside a face', 110, 60, 0],
  ['beside it', 95, 95, 0],
  ['between two faces, nearer to the right one', 180, 70, 1],
  ['exactly between them, the first', 170, 70, 0],
])('a tap %s chooses the nearest', (_where, x, y, index) => {
  expect(tapAt(x, y, PAIR)).toEqual({ kind: 'face', index });
});

test('a tap up to the radius counts, one farther away does not', () => {
  expect(tapAt(240 + TAP_RADIUS_PX, 70, PAIR)).toEqual({ kind: 'face', index: 1 });
  expect(tapAt(241 + TAP_RADIUS_PX, 70, PAIR)).toEqual({ kind: 'nothing' });
  expect(tapAt(10, 10, [])).toEqual({ kind: 'nothing' });
});

test('overlapping faces are told apart by their middles', () => {
  const overlapping = [faceAt(100, 50, 60), faceAt(130, 50, 60)];
  expect(tapAt(140, 80, overlapping)).toEqual({ kind: 'face', index: 0 });
  expect(tapAt(152, 80, overlapping)).toEqual({ kind: 'face', index: 1 });
});

test('a face that cannot be used is named, not chosen, and does not hide a nearer one', () => {
  const faces = [faceAt(100, 50, 40, 'too_small'), faceAt(200, 50)];
  expect(tapAt(120, 70, faces)).toEqual({ kind: 'unusable', index: 0 });
  expect(tapAt(190, 70, faces)).toEqual({ kind: 'face', index: 1 });
});

test('small faces side by side are zoomed in before one is chosen', () => {
  const crowd = [faceAt(100, 50, 16), faceAt(120, 50, 16)];
  expect(tapAt(118, 58, crowd)).toEqual({ kind: 'zoom' });
  expect(tapAt(118, 58, crowd, false)).toEqual({ kind: 'face', index: 1 });
  expect(tapAt(108, 58, [faceAt(100, 50, 16)])).toEqual({ kind: 'face', index: 0 });
});

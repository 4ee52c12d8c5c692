import { describe, expect, test } from 'vitest';
import type { Face } from './face.ts';
import { judgeFaces, REFERENCE } from './matching.ts';

function faceOf(sizePx: number, sharpness = 1): Face {
  return {
    box: { x: 0.1, y: 0.1, width: sizePx / 1000, height: sizePx / 1000 },
    landmarks: [],
    confidence: 0.99,
    quality: { sizePx, sharpness, turn: 0, tiltDegrees: 0 },
    crop: Buffer.alloc(0),
  };
}

const judge = (...faces: Face[]) => judgeFaces({ faces });

describe('a reference photo', () => {
  test('with one clear face is accepted', () => {
    const face = faceOf(200);
    expect(judge(face)).toEqual({ ok: true, face });
  });

  test('with small faces in the background uses the one in front', () => {
    const face = faceOf(300);
    expect(judge(faceOf(60), face, faceOf(50))).toEqual({ ok: true, face });
  });

  test.each([
    ['no_face', []],
    ['several_faces', [faceOf(150), faceOf(200)]],
    ['too_small', [faceOf(REFERENCE.minSizePx - 1)]],
    ['too_blurred', [faceOf(200, REFERENCE.minSharpness - 0.01)]],
  ])('is refused as %s, with the detected faces, largest first', (reason, faces) => {
    const boxes = faces.toSorted((a, b) => b.quality.sizePx - a.quality.sizePx).map(({ box }) => box);
    expect(judge(...faces)).toMatchObject({ ok: false, reason, faces: boxes });
  });

  test('says which of several faces can be chosen', () => {
    const faces = [faceOf(150), faceOf(200, 0.1), faceOf(REFERENCE.minSizePx - 1)];
    const verdict = judge(...faces);
    expect(verdict.ok ? [] : verdict.faces.map(({ problem }) => problem)).toEqual([
      'too_blurred',
      null,
      'too_small',
    ]);
  });

  test('with a chosen point uses the face nearest to it, whoever else is in it', () => {
    const [left, right] = [faceOf(100), { ...faceOf(200), box: { x: 0.6, y: 0.1, width: 0.2, height: 0.2 } }];
    const detection = { faces: [left, right], width: 1000, height: 1000 };
    expect(judgeFaces(detection, { x: 0.2, y: 0.2 })).toEqual({ ok: true, face: left });
    expect(judgeFaces(detection, { x: 0.7, y: 0.2 })).toEqual({ ok: true, face: right });
    const small = { ...detection, faces: [faceOf(20), right] };
    expect(judgeFaces(small, { x: 0, y: 0 })).toMatchObject({ ok: false, reason: 'too_small' });
    expect(judgeFaces({ ...detection, faces: [] }, { x: 0, y: 0 })).toMatchObject({ reason: 'no_face' });
  });
});

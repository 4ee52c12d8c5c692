import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { expect, test } from 'vitest';
import { discOf } from '#contract/rules/safe-share.ts';
import { burnSafeCopy, type SafeCopyOrder } from './safe-copy.ts';

const FACES = [
  { x: 0.2, y: 0.3, width: 0.1, height: 0.15 },
  { x: 0.28, y: 0.35, width: 0.08, height: 0.12 },
  { x: 0.95, y: 0, width: 0.05, height: 0.075 },
];
const ORDER: SafeCopyOrder = {
  rotation: 0,
  covers: FACES,
  visible: [],
  look: { style: 'blur', color: '#1d3fb4' },
  ratio: 'original',
};

/** Two pictures of noise that differ only under the covers. */
function noise(size: { width: number; height: number }) {
  const one = randomBytes(size.width * size.height * 3);
  const other = Buffer.from(one);
  const discs = FACES.map((box) => discOf(box, size));
  for (let at = 0; at < size.width * size.height; at += 1) {
    const [x, y] = [(at % size.width) + 0.5, Math.floor(at / size.width) + 0.5];
    if (discs.some((disc) => Math.hypot(x - disc.x, y - disc.y) <= disc.radius))
      randomBytes(3).copy(other, at * 3);
  }
  return [one, other].map((data) =>
    sharp(data, { raw: { ...size, channels: 3 } })
      .png()
      .toBuffer(),
  );
}

test.each([
  ['blur', 'original', 400],
  ['blur', '4:5', 270],
  ['shape', '1:1', 333],
  ['blur', 'original', 1_600],
] as const)(
  'a copy in %s and %s of a picture made smaller to %d pixels tells nothing of what was under its covers',
  async (style, ratio, longSide) => {
    const [one, other] = await Promise.all(noise({ width: 900, height: 600 }));
    const order = { ...ORDER, look: { ...ORDER.look, style }, ratio, longSide };
    const copy = await burnSafeCopy(one as Buffer, order);
    expect(copy.equals(await burnSafeCopy(other as Buffer, order))).toBe(true);
    const bare = { ...order, covers: [] };
    expect((await burnSafeCopy(one as Buffer, bare)).equals(await burnSafeCopy(other as Buffer, bare))).toBe(
      false,
    );
  },
);

const COLOR = [29, 63, 180];
const SHAPES: SafeCopyOrder = { ...ORDER, look: { style: 'shape', color: '#1d3fb4' } };
const white = { width: 360, height: 240, channels: 3, background: '#fff' } as const;
const inkOf = ({ width, height }: { width: number; height: number }) => {
  const { x, y } = discOf(FACES[0] as (typeof FACES)[0], { width, height });
  return { left: Math.floor(x), top: Math.floor(y), width: 1, height: 1 };
};

/** The size of the copy, and the color in the middle of its first cover. */
async function copyOf(original: Buffer) {
  const copy = await burnSafeCopy(original, SHAPES);
  const { width, height, format, space, channels, icc } = await sharp(copy).metadata();
  const ink = await sharp(copy).extract(inkOf({ width, height })).raw().toBuffer();
  return { width, height, format, space, channels, icc, ink: [...ink] };
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'covers lie on the upright picture of a camera that wrote orientation %d',
  async (orientation) => {
    const original = await sharp({ create: white }).withMetadata({ orientation }).jpeg().toBuffer();
    const { width, height, ink } = await copyOf(original);
    expect([width, height]).toEqual(orientation > 4 ? [240, 360] : [360, 240]);
    for (const [channel, value] of ink.entries())
      expect(Math.abs(value - (COLOR[channel] ?? 0))).toBeLessThan(12);
  },
);

test.each<[string, (picture: Sharp) => Sharp]>([
  ['a gray JPEG', (picture) => picture.grayscale().jpeg()],
  ['a CMYK JPEG', (picture) => picture.toColourspace('cmyk').jpeg()],
  ['a PNG of 16 bits', (picture) => picture.toColourspace('rgb16').png()],
  ['a gray PNG of 16 bits', (picture) => picture.toColourspace('grey16').png()],
  ['a clear PNG', (picture) => picture.ensureAlpha(0.2).png()],
  ['a photo in Display P3', (picture) => picture.withIccProfile('p3').jpeg()],
])('the copy of %s is a plain JPEG', async (_name, encode) => {
  const { ink, ...copy } = await copyOf(await encode(sharp({ create: white })).toBuffer());
  expect(copy).toEqual({
    width: 360,
    height: 240,
    format: 'jpeg',
    space: 'srgb',
    channels: 3,
    icc: undefined,
  });
  for (const [channel, value] of ink.entries())
    expect(Math.abs(value - (COLOR[channel] ?? 0))).toBeLessThan(12);
});

test.each([
  [16, 16],
  [16, 2_400],
  [2_400, 16],
])('a photo of %d x %d pixels can be copied in every shape', async (width, height) => {
  const original = await sharp({ create: { ...white, width, height } })
    .png()
    .toBuffer();
  for (const ratio of ['1:1', '4:5', '9:16', 'original'] as const) {
    const copy = await sharp(await burnSafeCopy(original, { ...ORDER, ratio })).metadata();
    expect(Math.min(copy.width, copy.height)).toBeGreaterThan(0);
  }
});

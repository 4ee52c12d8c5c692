import sharp from 'sharp';
import { expect, test } from 'vitest';
import { turnJpeg, turnOrientation } from './turn-jpeg.ts';

/** Every corner has its own color, so that each of the eight orientations looks different. */
async function corners(orientation: number | undefined): Promise<Buffer> {
  const dot = (color: string, left: number, top: number) => ({
    input: { create: { width: 16, height: 16, channels: 3 as const, background: color } },
    left,
    top,
  });
  const picture = sharp({ create: { width: 64, height: 48, channels: 3, background: '#808080' } }).composite([
    dot('#f00', 0, 0),
    dot('#0f0', 48, 0),
    dot('#00f', 0, 32),
  ]);
  const jpeg = picture.jpeg({ quality: 95, chromaSubsampling: '4:4:4' });
  return orientation === undefined ? jpeg.toBuffer() : jpeg.withMetadata({ orientation }).toBuffer();
}

async function isAlike(left: Buffer, right: Buffer): Promise<boolean> {
  const [a, b] = await Promise.all(
    [left, right].map((file) => sharp(file).autoOrient().raw().toBuffer({ resolveWithObject: true })),
  );
  if (!a || !b || a.info.width !== b.info.width || a.info.height !== b.info.height) return false;
  return a.data.every((value, index) => Math.abs(value - (b.data[index] ?? 0)) < 24);
}

test.each([undefined, ...[1, 2, 3, 4, 5, 6, 7, 8]])(
  'a photo with orientation %s looks turned, and its pixels keep their bytes',
  async (orientation) => {
    const original = await corners(orientation);
    for (const rotation of [90, 180, 270]) {
      const upright = await sharp(original).autoOrient().png().toBuffer();
      const expected = await sharp(upright).rotate(rotation).png().toBuffer();
      const { spans, copy } = turnJpeg(original, rotation);
      const turned = copy ?? Buffer.from(original);
      for (const { start, endExclusive, fill } of spans) turned.fill(fill, start, endExclusive);
      expect(await isAlike(turned, expected)).toBe(true);
      expect(turned.subarray(-200)).toEqual(original.subarray(-200));
      expect(copy === undefined).toBe(orientation !== undefined);
      expect(spans.length).toBe(orientation === undefined ? 0 : 2);
    }
  },
);

test('a photo that is not turned stays as it is, and an unknown orientation counts as upright', () => {
  expect(turnJpeg(Buffer.from([0xff, 0xd8, 0xff]), 0)).toEqual({ spans: [] });
  expect(turnOrientation(0, 90)).toBe(6);
  expect(turnOrientation(8, 90)).toBe(1);
});

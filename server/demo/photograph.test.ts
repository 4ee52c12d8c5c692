import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { DrawnPhoto } from './draw-thread.ts';
import { lendPhoto, momentOf } from './photograph.ts';

test('a team that borrows a photo has the same picture in a file of its own', async () => {
  const original = await sharp({ create: { width: 48, height: 32, channels: 3, background: '#2a6' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Demo Photographer' } })
    .toBuffer();
  const facts = { width: 48, height: 32, perceptualHash: '', sharpness: 1, placeholder: '', traceKey: '' };
  const drawn: DrawnPhoto = {
    original,
    derivatives: { thumb: original, preview: original, 'clean-thumb': undefined, 'clean-preview': undefined },
    facts: { ...facts, fingerprint: Buffer.of(2) },
  };
  const lent = lendPhoto(drawn, 'comets');
  expect(lent.original.equals(original)).toBe(false);
  expect(lent.original.includes('comets')).toBe(true);
  expect(lent.contentHash).toEqual(createHash('sha256').update(lent.original).digest());
  expect(lent.crc32).toBe(crc32(lent.original));
  expect(lent).toMatchObject({ derivatives: drawn.derivatives, facts: drawn.facts });
  const pixelsOf = (file: Buffer) => sharp(file, { failOn: 'warning' }).raw().toBuffer();
  expect(await pixelsOf(lent.original)).toEqual(await pixelsOf(original));
  const exifOf = async (file: Buffer) => (await sharp(file).metadata()).exif;
  expect(await exifOf(lent.original)).toEqual(await exifOf(original));
});

test('frames 4 to 6 of an album are a burst of one moment', () => {
  const frames = Array.from({ length: 8 }, (_, position) => momentOf(position));
  expect(frames.map(({ moment }) => moment)).toEqual([0, 1, 2, 3, 3, 3, 4, 5]);
  expect(frames.map(({ burstStep }) => burstStep)).toEqual([0, 0, 0, 0, 1, 2, 0, 0]);
});

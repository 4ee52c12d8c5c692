import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { makePhoto } from '#server/testing/photos.ts';
import { openSpool } from './uploads/upload-pieces.ts';
import { isWholeImage } from './whole-image.ts';

const folder = mkdtempSync(join(tmpdir(), 'encore-whole-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function isWhole(...parts: Buffer[]): Promise<boolean> {
  const spool = await openSpool(folder);
  try {
    await spool.append(Buffer.concat(parts));
    return await isWholeImage(spool);
  } finally {
    await spool.close();
  }
}

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const scene = () => sharp({ create: { width: 200, height: 150, channels: 3, background: '#888', noise } });
const makers: [string, () => Promise<Buffer>][] = [
  ['JPEG', () => makePhoto()],
  ['progressive JPEG', () => scene().jpeg({ progressive: true }).toBuffer()],
  ['PNG', () => scene().png().toBuffer()],
  ['WebP', () => scene().webp().toBuffer()],
  ['TIFF in strips', () => scene().tiff({ compression: 'lzw' }).toBuffer()],
  ['TIFF in tiles', () => scene().tiff({ tile: true, tileWidth: 64, tileHeight: 64 }).toBuffer()],
];

test.each(makers)('a %s is whole only at its end', async (_, make) => {
  const picture = await make();
  expect(await isWhole(picture)).toBe(true);
  for (const share of [0.02, 0.3, 0.6, 0.9]) {
    expect(await isWhole(picture.subarray(0, Math.floor(picture.length * share)))).toBe(false);
  }
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['zeros', Buffer.alloc(5_000)],
  ['a line break', Buffer.from('\n')],
  ['a note', Buffer.from('written by a program')],
  ['a smaller copy that is whole', await makePhoto({ width: 40, height: 30 })],
])('a JPEG followed by %s is whole', async (_, behind) => {
  expect(await isWhole(await makePhoto(), behind)).toBe(true);
});

test('a JPEG with fill bytes between its segments is whole only at its end', async () => {
  const photo = await makePhoto();
  const filled = Buffer.concat([photo.subarray(0, 2), Buffer.from([0xff, 0xff]), photo.subarray(2)]);
  expect(await isWhole(filled)).toBe(true);
  expect(await isWhole(filled.subarray(0, -10))).toBe(false);
});

test('a JPEG whose smaller copy is cut is not whole', async () => {
  const copy = await makePhoto({ width: 40, height: 30 });
  for (const length of [1, 2, 100]) {
    expect(await isWhole(await makePhoto(), copy.subarray(0, length))).toBe(false);
  }
});

test.each([
  ['fill bytes', Buffer.alloc(1024 ** 2, 0xff)],
  ['empty segments', Buffer.alloc(1024 ** 2, Buffer.from([0xff, 0xe1, 0, 2]))],
])('a damaged file full of %s is read in few pieces', async (_, rest) => {
  const spool = await openSpool(folder);
  let reads = 0;
  const counted = {
    ...spool,
    sizeBytes: rest.length + 2,
    read(start: number, end: number) {
      reads += 1;
      return spool.read(start, end);
    },
  };
  try {
    await spool.append(Buffer.concat([Buffer.from([0xff, 0xd8]), rest]));
    expect(await isWholeImage(counted)).toBe(false);
    expect(reads).toBeLessThan(100);
  } finally {
    await spool.close();
  }
});

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { lendPhotos, momentOf, type PhotoPool, type PoolPhoto } from './photograph.ts';

async function drawnPhoto(): Promise<PoolPhoto> {
  const original = await sharp({ create: { width: 48, height: 32, channels: 3, background: '#2a6' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Demo Photographer' } })
    .toBuffer();
  const derivatives = { preview: original, thumb: original, placeholder: '', traceKey: '' };
  return {
    original,
    contentHash: Buffer.of(1),
    crc32: 0,
    width: 48,
    height: 32,
    derivatives,
    clean: undefined,
    measures: { hash: '', sharpness: 1 },
    fingerprint: Buffer.of(2),
    placed: { eventId: 1, folder: 'a', imageId: 1 },
  };
}

test('a team that borrows photos has the same pictures in files of its own', async () => {
  const drawn = await drawnPhoto();
  const pool: PhotoPool = async () => drawn;
  const [lender, borrower] = [drawn, await lendPhotos(pool, 'comets')(0)];
  expect(borrower.original.equals(lender.original)).toBe(false);
  expect(borrower.original.includes('comets')).toBe(true);
  expect(borrower.contentHash).toEqual(createHash('sha256').update(borrower.original).digest());
  expect(borrower.crc32).toBe(crc32(borrower.original));
  expect(borrower.placed).toBeUndefined();
  expect(borrower.derivatives).toBe(lender.derivatives);
  expect(borrower.fingerprint).toBe(lender.fingerprint);
  const pixelsOf = (photo: PoolPhoto) => sharp(photo.original, { failOn: 'warning' }).raw().toBuffer();
  expect(await pixelsOf(borrower)).toEqual(await pixelsOf(lender));
  const exifOf = async (photo: PoolPhoto) => (await sharp(photo.original).metadata()).exif;
  expect(await exifOf(borrower)).toEqual(await exifOf(lender));
});

test('a borrowed photo is made once, because further events link to its files', async () => {
  const take = lendPhotos(drawnPhoto, 'comets');
  expect(await take(2)).toBe(await take(2));
});

test('frames 4 to 6 of an album are a burst of one moment', () => {
  const frames = Array.from({ length: 8 }, (_, position) => momentOf(position));
  expect(frames.map(({ moment }) => moment)).toEqual([0, 1, 2, 3, 3, 3, 4, 5]);
  expect(frames.map(({ burstStep }) => burstStep)).toEqual([0, 0, 0, 0, 1, 2, 0, 0]);
});

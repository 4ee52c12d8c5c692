import { randomInt } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Exif } from 'sharp';
import { renderSVG } from 'uqr';
import { receiveFile } from '#server/modules/ingest/receive-file.ts';
import { eventually } from './factories.ts';
import type { TestApp } from './test-app.ts';

export type PhotoOptions = {
  /** Cameras write their time like 2026:11:14 14:05:00. */
  takenAt?: string;
  offset?: string;
  serial?: string;
  artist?: string;
  orientation?: number;
  width?: number;
  height?: number;
  hasLocation?: boolean;
  /** The photo shows a QR code with this text instead of a scene. */
  code?: string;
};

/** Every JPEG is different, because an event refuses the same file twice. */
export async function makePhoto(options: PhotoOptions = {}): Promise<Buffer> {
  const { width = 320, height = 200 } = options;
  const background = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  const picture = sharp({ create: { width, height, channels: 3, background } });
  const layers = options.code === undefined ? [dot(width, height)] : [await drawCode(options.code, height)];
  const photo = picture.composite(layers).jpeg({ quality: 85 }).withExif(exifOf(options));
  return options.orientation
    ? photo.withMetadata({ orientation: options.orientation }).toBuffer()
    : photo.toBuffer();
}

/** Compares pixels with those of the photo: encoding changes few of them, the watermark thousands. */
export async function isMarked(original: Buffer, picture: Buffer): Promise<boolean> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  const expected = await sharp(original).resize(info.width, info.height).raw().toBuffer();
  let far = 0;
  for (let at = 0; at < data.length; at++) if (Math.abs((data[at] ?? 0) - (expected[at] ?? 0)) > 8) far += 1;
  return far / data.length > 0.005;
}

function dot(width: number, height: number) {
  const pixel = { r: randomInt(256), g: randomInt(256), b: randomInt(256) };
  const input = { create: { width: 8, height: 8, channels: 3 as const, background: pixel } };
  return { input, left: randomInt(width - 8), top: randomInt(height - 8) };
}

async function drawCode(text: string, height: number) {
  const svg = Buffer.from(renderSVG(text, { ecc: 'M', border: 2 }));
  return {
    input: await sharp(svg)
      .resize(Math.round(height * 0.8))
      .png()
      .toBuffer(),
  };
}

function exifOf(options: PhotoOptions): Exif {
  const { takenAt, offset, serial, artist, hasLocation } = options;
  const location = { GPSLatitudeRef: 'N', GPSLatitude: '30/1 16/1 12/1', GPSLongitudeRef: 'W' };
  return {
    IFD0: {
      Make: 'Encore',
      ...(artist ? { Artist: artist } : {}),
    },
    IFD2: {
      ...(takenAt ? { DateTimeOriginal: takenAt, SubSecTimeOriginal: '25' } : {}),
      ...(offset ? { OffsetTimeOriginal: offset } : {}),
      ...(serial ? { BodySerialNumber: serial } : {}),
    },
    ...(hasLocation ? { IFD3: location } : {}),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'encore-photos-'));
let files = 0;

export async function saveToDisk(data: Buffer): Promise<string> {
  files += 1;
  const path = join(folder, `${files}.jpg`);
  await writeFile(path, data);
  return path;
}

/** Receives a photo as an upload does and returns the image's id. */
export async function ingest(
  { context }: TestApp,
  target: { eventId: number; albumId?: number; fileName?: string },
  photo: Buffer,
): Promise<number> {
  const received = await receiveFile(context, {
    path: await saveToDisk(photo),
    eventId: target.eventId,
    albumId: target.albumId ?? null,
    announced: null,
    fileName: target.fileName ?? 'IMG_0001.JPG',
    uploadedBy: null,
  });
  if (received.imageId === null) throw new Error(received.reason);
  return received.imageId;
}

export async function ingestAndWait(testApp: TestApp, target: Parameters<typeof ingest>[1], photo: Buffer) {
  return processed(testApp, await ingest(testApp, target, photo));
}

/** Waits until the workers are done with the image. */
export function processed({ context }: TestApp, imageId: number) {
  return eventually(
    () =>
      context.db
        .selectFrom('images')
        .selectAll()
        .where('id', '=', imageId)
        .where('state', '<>', 'received')
        .executeTakeFirst(),
    `image ${imageId} processed`,
  );
}

export function reloadImage({ context }: TestApp, imageId: number) {
  return context.db.selectFrom('images').selectAll().where('id', '=', imageId).executeTakeFirstOrThrow();
}

/** Every move must keep an album's image count equal to its images. */
export async function miscountedAlbums({ context }: TestApp, eventId?: number): Promise<number[]> {
  const rows = await context.db
    .selectFrom('albums')
    .select('id')
    .where((eb) => (eventId === undefined ? eb.lit(true) : eb('eventId', '=', eventId)))
    .where('imagesCount', '<>', (eb) =>
      eb
        .selectFrom('images')
        .select((count) => count.fn.countAll<number>().as('images'))
        .whereRef('images.albumId', '=', 'albums.id')
        .where('images.state', '=', 'ready')
        .where('images.hiddenAt', 'is', null),
    )
    .execute();
  return rows.map(({ id }) => id);
}

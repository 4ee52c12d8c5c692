import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { mapAtOnce } from '#server/platform/processes/map-at-once.ts';

export const SCENES = join(import.meta.dirname, '../../server/demo/scenes');
export const AT_ONCE = 4;

/** Adds sensor grain to a few scenes and makes each file unique with a JPEG comment. */
export async function makeCameraPhotos(folder: string, count: number): Promise<string[]> {
  const scenes = readdirSync(SCENES)
    .filter((name) => name.endsWith('.jpg'))
    .slice(0, 6);
  const bases = await mapAtOnce(scenes, AT_ONCE, async (scene) => {
    return sharp(await readFile(join(SCENES, scene)))
      .resize(6000, 4000, { fit: 'cover' })
      .composite([{ input: grainOf({ width: 6000, height: 4000 }), blend: 'soft-light' }])
      .jpeg({ quality: 92 })
      .toBuffer();
  });
  const numbers = Array.from({ length: count }, (_, index) => index);
  return mapAtOnce(numbers, AT_ONCE, async (index) => {
    const path = join(folder, `IMG_${index}.JPG`);
    const base = bases[index % bases.length] ?? Buffer.alloc(0);
    await writeFile(path, numbered(base, index));
    return path;
  });
}

/** Sensor grain for a picture of this size; it is laid over the picture as soft light. */
export function grainOf(size: { width: number; height: number }, sigma = 18) {
  const noise = { type: 'gaussian', mean: 128, sigma } as const;
  return { create: { ...size, channels: 3, background: '#888', noise } } as const;
}

/** A number in a comment makes the same picture another file. */
export function numbered(photo: Buffer, number: number): Buffer {
  const note = Buffer.from(`frame ${String(number).padStart(10, '0')}`);
  const head = Buffer.from([0xff, 0xfe, 0, note.length + 2]);
  return Buffer.concat([photo.subarray(0, 2), head, note, photo.subarray(2)]);
}

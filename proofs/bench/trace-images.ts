// Pictures that were not used to choose the method: licensed photos, and the scenes of the demo, each varied by its number.
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { seededRandom } from '#server/demo/random.ts';
import { decodePhoto } from '#server/modules/images/derivatives.ts';
import { DELIVERED_MARK } from '#server/modules/images/mark.ts';
import { burnWatermark } from '#server/modules/images/watermark.ts';

const VARIED = '.cache/trace-pictures';
const SCENES = 'server/demo/scenes';
const SAMPLES = 'node_modules/@vladmandic/face-api/demo';
const PICTURE = /\.(jpe?g|png|webp)$/i;

/** Returns the files of the given number of pictures; `folder` adds licensed photos, which come first. */
export async function listImages(count: number, folder: string | undefined): Promise<string[]> {
  const samples = (await listFolder(SAMPLES)).filter((file) => /sample\d\.jpg$/.test(file));
  const licensed = [...samples, ...(folder ? await listFolder(folder) : [])].slice(0, count);
  return [...licensed, ...(await varyScenes(count - licensed.length))];
}

async function listFolder(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => PICTURE.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Each is a part of a scene, mirrored, in other colors and with grain, and is kept for the next run. */
async function varyScenes(count: number): Promise<string[]> {
  const scenes = (await listFolder(SCENES)).filter((file) => file.endsWith('.jpg'));
  await mkdir(VARIED, { recursive: true });
  const files: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const file = join(VARIED, `${index}.png`);
    files.push(file);
    if (existsSync(file)) continue;
    const scene = scenes[index % scenes.length] as string;
    const random = seededRandom(1000 + index);
    const { width, height } = await sharp(scene).metadata();
    const share = 0.7 + 0.25 * random();
    const [w, h] = [Math.round(width * share), Math.round(height * share)];
    const left = Math.floor(random() * (width - w));
    const top = Math.floor(random() * (height - h));
    const part = await sharp(scene)
      .extract({ left, top, width: w, height: h })
      .flop(random() < 0.5)
      .modulate({ hue: Math.floor(random() * 360), brightness: 0.9 + 0.3 * random() })
      .resize(width, height, { fit: 'fill' })
      .png()
      .toBuffer();
    const grain = { type: 'gaussian', mean: 128, sigma: 4 + 12 * random() } as const;
    const noise = { create: { width, height, channels: 3 as const, background: '#888', noise: grain } };
    await sharp(part)
      .composite([{ input: noise, blend: 'soft-light' }])
      .toFile(file);
  }
  return files;
}

/** Returns the preview as the product makes it, with its watermark; small pictures are enlarged first. */
export async function makePreview(file: string, longSide: number): Promise<Buffer> {
  const large = sharp(file).autoOrient().resize(longSide, longSide, { fit: 'inside' });
  const pixels = await decodePhoto(await large.jpeg({ quality: 95 }).toBuffer());
  await burnWatermark(pixels, DELIVERED_MARK);
  const { data, width, height } = pixels;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80, optimiseCoding: false })
    .toBuffer();
}

// Pictures that were not used to choose the method: licensed photos, and the scenes of the demo, each varied by its number.
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { seededRandom } from '#server/demo/random.ts';
import { decodePhoto } from '#server/modules/images/derivatives.ts';
import { burnWatermark, DELIVERED_MARK } from '#server/modules/images/watermark.ts';
import { grainOf } from './camera-photos.ts';

const VARIED = '.cache/leak-pictures';
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
    await sharp(part)
      .composite([{ input: grainOf({ width, height }, 4 + 12 * random()), blend: 'soft-light' }])
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

// The transformations of a viewer's copy before it is searched. Everything random comes from the given generator.

export type Copy = { jpeg: Buffer; width: number; height: number; random: () => number };
export type Attack = (picture: Sharp, copy: Copy) => Sharp | Promise<Sharp>;

/** One pipeline cannot cut, resize and turn in any order, so steps that follow each other need a picture in between. */
const rendered = async (picture: Sharp) => sharp(await picture.png({ compressionLevel: 0 }).toBuffer());

function cut(picture: Sharp, { width, height, random }: Copy, share: number): Sharp {
  const [w, h] = [Math.round(width * Math.sqrt(share)), Math.round(height * Math.sqrt(share))];
  const [left, top] = [Math.floor(random() * (width - w)), Math.floor(random() * (height - h))];
  return picture.extract({ left, top, width: w, height: h });
}

const scaled =
  (scale: number): Attack =>
  (picture, { width }) =>
    picture.resize(Math.round(width * scale)).jpeg({ quality: 70 });
const cropped =
  (share: number): Attack =>
  (picture, copy) =>
    cut(picture, copy, share).jpeg({ quality: 80 });

const cutAndScaled = async (picture: Sharp, copy: Copy) =>
  (await rendered(cut(picture, copy, 0.6))).resize(Math.round(copy.width * 0.775 * 0.6));

async function onPhone(picture: Sharp, background: string): Promise<Sharp> {
  const input = await picture.resize(1170, 2000, { fit: 'inside' }).toBuffer();
  const bars = `<svg xmlns="http://www.w3.org/2000/svg" width="1170" height="2532"><rect width="1170" height="140" fill="#eee"/>
    <rect y="2300" width="1170" height="232" fill="#333"/><circle cx="585" cy="2410" r="60" fill="#e33"/></svg>`;
  return sharp({ create: { width: 1170, height: 2532, channels: 3, background } }).composite([
    { input: Buffer.from(bars) },
    { input },
  ]);
}

/** Each of these has to name every viewer. */
export const ATTACKS: Record<string, Attack> = {
  'as served': (picture) => picture.png({ compressionLevel: 0 }),
  'JPEG q80': (picture) => picture.jpeg({ quality: 80 }),
  'JPEG q50': (picture) => picture.jpeg({ quality: 50 }),
  'JPEG q30': (picture) => picture.jpeg({ quality: 30 }),
  'WebP q50': (picture) => picture.webp({ quality: 50, effort: 1 }),
  'scale 0.4, q70': scaled(0.4),
  'scale 0.6, q70': scaled(0.6),
  'scale 2.0, q70': scaled(2),
  'crop 60 % of the area, q80': cropped(0.6),
  'crop 40 % of the area, q80': cropped(0.4),
  'screenshot 390 px x 3, q85': (picture) => picture.resize(1170).jpeg({ quality: 85 }),
  'screenshot 390 px x 1, q85': (picture) => picture.resize(390).jpeg({ quality: 85 }),
  'phone screenshot, dark page, q85': async (picture) =>
    (await onPhone(picture, '#111')).jpeg({ quality: 85 }),
  'phone screenshot, light page, PNG': async (picture) =>
    (await onPhone(picture, '#fff')).png({ compressionLevel: 1 }),
  'brightness +15 %, q80': (picture) => picture.linear(1.15, 0).jpeg({ quality: 80 }),
  'brightness -15 %, q80': (picture) => picture.linear(0.85, 0).jpeg({ quality: 80 }),
  'contrast +15 %, q80': (picture) => picture.linear(1.15, -19).jpeg({ quality: 80 }),
  'gamma 1.3, q80': (picture) => picture.gamma(1.3, 1).jpeg({ quality: 80 }),
  'blur 1 px, q80': (picture) => picture.blur(1).jpeg({ quality: 80 }),
  'blur 2 px, q80': (picture) => picture.blur(2).jpeg({ quality: 80 }),
  'messenger: 1280 px, q60': (picture) => picture.resize(1280, 1280, { fit: 'inside' }).jpeg({ quality: 60 }),
  'turned by up to 2 degrees, q80': (picture, { random }) =>
    picture.rotate((random() * 2 - 1) * 2, { background: '#000' }).jpeg({ quality: 80 }),
  'mirrored, q80': (picture) => picture.flop().jpeg({ quality: 80 }),
  'crop 60 % + scale 0.6 + q50': async (picture, copy) =>
    (await cutAndScaled(picture, copy)).jpeg({ quality: 50 }),
  'crop 60 % + scale 0.6 + turned + brightness + q50': async (picture, copy) =>
    (await rendered(await cutAndScaled(picture, copy)))
      .rotate(copy.random() * 4 - 2, { background: '#000' })
      .linear(1.1, 5)
      .jpeg({ quality: 50 }),
};

export async function attack(apply: Attack, copy: Copy): Promise<Buffer> {
  return (await apply(await rendered(sharp(copy.jpeg)), copy)).toBuffer();
}

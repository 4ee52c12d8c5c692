// Pictures that were not used to choose the method: scenes drawn from other seeds, and licensed photos.
import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { DELIVERED_MARK } from '#server/modules/images/current-mark.ts';
import { decodePhoto } from '#server/modules/images/derivatives.ts';
import { burnWatermark } from '#server/modules/images/watermark.ts';
import { CHROMIUM_FLAGS } from '../scripts/chromium-flags.ts';
import { planScenes } from '../tools/draw-scenes/plan.ts';
import { drawScene } from '../tools/draw-scenes/scenes.ts';

const DRAWN = '.cache/trace-pictures';
const SAMPLES = 'node_modules/@vladmandic/face-api/demo';
const PICTURE = /\.(jpe?g|png|webp)$/i;

/** Returns the files of the given number of pictures; `folder` adds licensed photos, which come first. */
export async function listPictures(count: number, folder: string | undefined): Promise<string[]> {
  const samples = (await listFolder(SAMPLES)).filter((file) => /sample\d\.jpg$/.test(file));
  const licensed = [...samples, ...(folder ? await listFolder(folder) : [])].slice(0, count);
  return [...licensed, ...(await drawPictures(count - licensed.length))];
}

async function listFolder(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const names = await readdir(folder, { recursive: true });
  return names
    .filter((name) => PICTURE.test(name))
    .sort()
    .map((name) => join(folder, name));
}

/** Drawn pictures are kept, because drawing takes longer than tracing. */
async function drawPictures(count: number): Promise<string[]> {
  const plan = planScenes();
  const wanted = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const scene = plan[index % plan.length] as (typeof plan)[number];
    return {
      ...scene,
      seed: scene.seed + 1000 * (1 + Math.floor(index / plan.length)),
      variant: scene.variant + 1,
    };
  });
  const files = wanted.map(({ kind, palette, seed }) => join(DRAWN, `${kind}-${palette}-${seed}.png`));
  if (files.every((file) => existsSync(file))) return files;
  await mkdir(DRAWN, { recursive: true });
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: CHROMIUM_FLAGS });
  const page = await browser.newPage();
  for (const [index, scene] of wanted.entries()) {
    const file = files[index] as string;
    if (existsSync(file)) continue;
    await page.setViewportSize({ width: scene.width, height: scene.height });
    await page.setContent(`<body style="margin:0;background:#000">${drawScene(scene).svg}</body>`);
    await writeFile(file, await page.screenshot({ type: 'png', timeout: 0 }));
  }
  await browser.close();
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

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { renderSVG } from 'uqr';
import { expect, test } from 'vitest';
import type { Pixels } from '#server/modules/images/watermark.ts';
import { readClockCode } from './clock-code.ts';

const SCENES = join(import.meta.dirname, '../../demo/scenes');
const scenes = readdirSync(SCENES).filter((name) => name.endsWith('.jpg'));
const TIME = '2026-11-14T17:30:00.250Z';
const CODE = renderSVG(`encore-clock:${TIME}`, { border: 2 });
const QUICK = { compressionLevel: 0 };

type Shown = { side: number; angle?: number; slant?: number; blur?: number; light?: [number, number] };

test.each<Shown>([
  { side: 220, blur: 0.8 },
  { side: 400, angle: 45 },
  { side: 500, angle: -20, slant: 0.2 },
  { side: 680, blur: 3.2, light: [0.88, 58] },
  { side: 700, angle: 90, light: [0.4, 10] },
  { side: 1000, blur: 4 },
])('the time is read from a photo of the code: %o', async (shown) => {
  const pixels = await photograph(scenes[shown.side % scenes.length] ?? '', shown);
  expect(await readClockCode(pixels)).toEqual(new Date(TIME));
});

test('photos without a code show no time', async () => {
  for (const scene of scenes.filter((_, place) => place % 3 === 0)) {
    expect([scene, await readClockCode(await pixelsOf(sharp(join(SCENES, scene))))]).toEqual([
      scene,
      undefined,
    ]);
  }
});

/** A code held in front of a scene, as a camera would see it. */
async function photograph(
  scene: string,
  { side, angle = 0, slant = 0, blur, light = [1, 0] }: Shown,
): Promise<Pixels> {
  const around = { background: '#777' };
  const upright = await sharp(Buffer.from(CODE), { density: 300 }).resize(side, side).png(QUICK).toBuffer();
  const slanted = await sharp(upright)
    .affine([1, slant, slant / 3, 1], around)
    .png()
    .toBuffer();
  const code = await sharp(slanted).rotate(angle, around).png(QUICK).toBuffer();
  const photo = sharp(join(SCENES, scene))
    .resize(1600, 1066, { fit: 'cover' })
    .composite([{ input: code, left: 90, top: 30 }]);
  const seen = sharp(await photo.png(QUICK).toBuffer()).linear(...light);
  return pixelsOf(sharp(await (blur ? seen.blur(blur) : seen).jpeg({ quality: 70 }).toBuffer()));
}

async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

import sharp from 'sharp';
import { expect, test } from 'vitest';
import { cropCover } from './mail-cover.ts';

const RED = { r: 220, g: 30, b: 30 };
const GRAY = { r: 128, g: 128, b: 128 };

/** A gray photo whose faces are the red patch. */
function photoWith(size: { width: number; height: number }, patch: { left: number; top: number }) {
  const face = { create: { width: 60, height: 60, channels: 3 as const, background: RED } };
  return sharp({ create: { ...size, channels: 3, background: GRAY } })
    .composite([{ input: face, ...patch }])
    .webp()
    .toBuffer();
}

async function countRed(picture: Buffer): Promise<number> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 480, height: 320 });
  let red = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    if ((data[at] ?? 0) > 180 && (data[at + 1] ?? 0) < 90) red += 1;
  }
  return red;
}

test.each([
  ['low in an upright photo', { width: 400, height: 600 }, { left: 170, top: 500 }, { x: 50, y: 88 }],
  ['high in an upright photo', { width: 400, height: 600 }, { left: 170, top: 20 }, { x: 50, y: 8 }],
  ['at the edge of a wide photo', { width: 800, height: 320 }, { left: 720, top: 40 }, { x: 94, y: 22 }],
])('the cover of a mail shows faces %s', async (_where, size, patch, focus) => {
  const scale = Math.max(480 / size.width, 320 / size.height);
  const whole = (60 * scale) ** 2;
  expect(await countRed(await cropCover(await photoWith(size, patch), focus))).toBeGreaterThan(0.9 * whole);
});

test('where no faces are known, the cover shows what draws the eye', async () => {
  const photo = await photoWith({ width: 400, height: 600 }, { left: 170, top: 500 });
  expect(await countRed(await cropCover(photo, undefined))).toBeGreaterThan(1000);
});

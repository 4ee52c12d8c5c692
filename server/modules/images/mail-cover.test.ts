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

async function countRed(picture: Buffer, height: number): Promise<number> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 480, height });
  let red = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    if ((data[at] ?? 0) > 180 && (data[at + 1] ?? 0) < 90) red += 1;
  }
  return red;
}

const upright = { width: 400, height: 600 };
const wide = { width: 800, height: 320 };

test.each([
  ['faces low in an upright photo', upright, { left: 170, top: 500 }, { x: 50, y: 88 }],
  ['faces high in an upright photo', upright, { left: 170, top: 20 }, { x: 50, y: 8 }],
  ['the head of the athlete whom others lift high', upright, { left: 170, top: 110 }, { x: 50, y: 55 }],
  ['faces at the edge of a wide photo', wide, { left: 720, top: 40 }, { x: 94, y: 22 }],
  ['a head high in a photo where no faces are known', upright, { left: 170, top: 30 }, undefined],
])('the cover of a mail shows %s', async (_what, size, patch, focus) => {
  const height = size === wide ? 320 : 448;
  const scale = Math.max(480 / size.width, height / size.height);
  const whole = (60 * scale) ** 2;
  const red = await countRed(await cropCover(await photoWith(size, patch), focus), height);
  expect(red).toBeGreaterThan(0.9 * whole);
});

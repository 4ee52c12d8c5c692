import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { zoneFileOf } from '#server/demo/photos.ts';
import { CHROMIUM_FLAGS } from '../../scripts/chromium-flags.ts';
import { planScenes } from './plan.ts';
import { drawScene } from './scenes.ts';

// Run this by hand after a change to the drawings: npm run draw-scenes [kind or palette ...]
const FOLDER = join(import.meta.dirname, '../../server/demo/scenes');
const JPEG_QUALITY = 82;
const wanted = process.argv.slice(2);
const plan = planScenes();
const chosen = plan.filter(
  ({ kind, palette }) => wanted.length === 0 || wanted.includes(kind) || wanted.includes(palette),
);

await mkdir(FOLDER, { recursive: true });
const planned = new Set(plan.flatMap(({ file }) => [file, zoneFileOf(file)]));
for (const file of await readdir(FOLDER)) {
  if (!file.endsWith('.json') && !planned.has(file)) await rm(join(FOLDER, file));
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: CHROMIUM_FLAGS });
const page = await browser.newPage();
async function render(svg: string): Promise<Buffer> {
  await page.setContent(`<body style="margin:0;background:#000">${svg}</body>`);
  return page.screenshot({ type: 'png' });
}
let totalBytes = 0;
for (const scene of chosen) {
  await page.setViewportSize({ width: scene.width, height: scene.height });
  const { svg, zoneMap } = drawScene(scene);
  const photo = await sharp(await render(svg))
    .jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
    .toFile(join(FOLDER, scene.file));
  const map = await sharp(await render(zoneMap))
    .extractChannel(0)
    .png({ compressionLevel: 9 })
    .toFile(join(FOLDER, zoneFileOf(scene.file)));
  totalBytes += photo.size + map.size;
  console.log(`${scene.file}  ${Math.round(photo.size / 1024)} KB, zones ${Math.round(map.size / 1024)} KB`);
}
await browser.close();

const index = plan.map((scene) => {
  const { file, width, height, kind, palette } = scene;
  const { subject, fog } = drawScene(scene);
  return { file, width, height, kind, palette, fog, subject };
});
await writeFile(join(FOLDER, 'index.json'), `${JSON.stringify(index, null, 2)}\n`);
console.log(`${chosen.length} scenes, ${(totalBytes / 1e6).toFixed(1)} MB`);

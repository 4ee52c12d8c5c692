import { join } from 'node:path';
import { chromium } from '@playwright/test';
import sharp from 'sharp';
import { buildTeamLooks, zoneColorsOf } from '#server/demo/team-look.ts';
import { CHROMIUM_FLAGS } from '../../scripts/chromium-flags.ts';
import type { PlannedScene } from './plan.ts';
import { drawScene } from './scenes.ts';

// Run this by hand after a change to the drawings: node scripts/run.mjs tools/draw-scenes/draw-front-door.ts
const FOLDER = join(import.meta.dirname, '../../web/assets');

type Picture = Pick<PlannedScene, 'file' | 'kind' | 'palette' | 'width' | 'height' | 'seed'> & {
  /** The width of the file; the drawing is larger, so that its lines are fine. */
  shownWidth: number;
  quality: number;
};

const PICTURES: readonly Picture[] = [
  {
    file: 'stage-wide.webp',
    kind: 'pyramid',
    palette: 'azure',
    width: 1920,
    height: 1080,
    seed: 91,
    shownWidth: 1200,
    quality: 50,
  },
  {
    file: 'stage-tall.webp',
    kind: 'pyramid',
    palette: 'azure',
    width: 1200,
    height: 1470,
    seed: 92,
    shownWidth: 900,
    quality: 58,
  },
  {
    file: 'event-azure.webp',
    kind: 'formation',
    palette: 'azure',
    width: 1600,
    height: 1067,
    seed: 93,
    shownWidth: 640,
    quality: 62,
  },
  {
    file: 'event-teal.webp',
    kind: 'pom',
    palette: 'teal',
    width: 1600,
    height: 1067,
    seed: 94,
    shownWidth: 640,
    quality: 62,
  },
  {
    file: 'event-violet.webp',
    kind: 'team',
    palette: 'violet',
    width: 1600,
    height: 1067,
    seed: 95,
    shownWidth: 640,
    quality: 62,
  },
  {
    file: 'event-amber.webp',
    kind: 'stunt',
    palette: 'amber',
    width: 1600,
    height: 1067,
    seed: 96,
    shownWidth: 640,
    quality: 62,
  },
];

const looks = buildTeamLooks(PICTURES.map(({ file, palette }) => ({ key: file, palette })));
function colorsOf(file: string) {
  const look = looks.get(file);
  return look && zoneColorsOf(look);
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: CHROMIUM_FLAGS });
const page = await browser.newPage();
for (const { shownWidth, quality, ...scene } of PICTURES) {
  await page.setViewportSize({ width: scene.width, height: scene.height });
  await page.setContent(
    `<body style="margin:0;background:#000">${drawScene({ ...scene, variant: 0 }, colorsOf(scene.file)).svg}</body>`,
  );
  const bitmap = await page.screenshot({ type: 'png' });
  const { size } = await sharp(bitmap)
    .resize({ width: shownWidth })
    .webp({ quality, effort: 6 })
    .toFile(join(FOLDER, scene.file));
  console.log(`${scene.file}  ${Math.round(size / 1024)} KB`);
}
await browser.close();

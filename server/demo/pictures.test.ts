import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { buildDemoData } from './demo-data.ts';
import { type DemoScene, makeDemoPhoto, scenesFor, zoneFileOf } from './pictures.ts';
import { buildTeamLooks, labOf, PALETTES } from './uniforms.ts';

const [look, otherLook] = [
  ...buildTeamLooks(buildDemoData({ today: new Date('2026-11-16') }).teams).values(),
];
if (!look || !otherLook) throw new Error('the demo has no teams');

const shot = {
  look,
  seed: 7,
  width: 480,
  cameraSerial: 'DEMO70137',
  capturedAt: new Date('2026-11-13T21:14:05.120Z'),
  photographer: 'Demo Photographer 4',
};

function firstScene(): DemoScene {
  const [scene] = scenesFor('azure');
  if (!scene) throw new Error('no azure scene');
  return scene;
}

describe('demo photos', () => {
  test('carry the camera, the photographer and the time', async () => {
    const { exif, width, format, orientation } = await sharp(
      (await makeDemoPhoto({ ...shot, scene: firstScene() })).original,
    ).metadata();
    const text = exif?.toString('latin1') ?? '';
    expect({ width, format, orientation }).toEqual({ width: 480, format: 'jpeg', orientation: 1 });
    for (const value of ['DEMO70137', 'Demo Photographer 4', '2026:11:13 21:14:05', '120', '+00:00']) {
      expect(text).toContain(value);
    }
  });

  test('are the same bytes for the same seed and team, and differ otherwise', async () => {
    const scene = firstScene();
    const [first, again, ...others] = await Promise.all([
      makeDemoPhoto({ ...shot, scene }),
      makeDemoPhoto({ ...shot, scene }),
      makeDemoPhoto({ ...shot, scene, seed: 8 }),
      makeDemoPhoto({ ...shot, scene, look: otherLook }),
      makeDemoPhoto({ ...shot, scene, burstStep: 1 }),
    ]);
    expect(first.original.equals(again.original)).toBe(true);
    for (const other of others) expect(first.original.equals(other.original)).toBe(false);
  });

  test('show the colors of the team where a uniform is', async () => {
    const scene = firstScene();
    const { original } = await makeDemoPhoto({ ...shot, scene, width: 240 });
    const data = await sharp(original).raw().toBuffer();
    const wanted = labOf(look.main);
    let near = 0;
    for (let at = 0; at < data.length; at += 3) {
      const hex = [0, 1, 2].map((channel) => (data[at + channel] ?? 0).toString(16).padStart(2, '0'));
      const lab = labOf(`#${hex.join('')}`);
      if (Math.hypot(...lab.map((value, index) => value - (wanted[index] ?? 0))) < 15) near += 1;
    }
    expect(near).toBeGreaterThan(80);
  });

  test.each(PALETTES)('show a %s team in at least seven scenes', async (palette) => {
    const scenes = scenesFor(palette);
    expect(scenes.length).toBeGreaterThanOrEqual(7);
    for (const { file, width, height } of scenes) {
      for (const name of [file, zoneFileOf(file)]) {
        expect(await sharp(join(import.meta.dirname, 'scenes', name)).metadata(), name).toMatchObject({
          width,
          height,
        });
      }
    }
  });
});

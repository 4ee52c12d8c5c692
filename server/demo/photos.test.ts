import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { PALETTES } from '#server/demo/palettes.ts';
import { type DemoScene, makeDemoPhoto, scenesFor } from '#server/demo/photos.ts';

const shot = {
  seed: 7,
  width: 480,
  cameraSerial: 'DEMO70137',
  capturedAt: new Date('2026-11-13T21:14:05.120Z'),
  utcOffsetMinutes: -420,
  photographer: 'Demo Photographer 4',
};

function firstScene(): DemoScene {
  const [scene] = scenesFor('azure');
  if (!scene) throw new Error('no azure scene');
  return scene;
}

describe('demo photos', () => {
  test('carry the camera, the photographer and the venue time', async () => {
    const { exif, width, format, orientation } = await sharp(
      await makeDemoPhoto({ ...shot, scene: firstScene() }),
    ).metadata();
    const text = exif?.toString('latin1') ?? '';
    expect({ width, format, orientation }).toEqual({ width: 480, format: 'jpeg', orientation: 1 });
    for (const value of ['DEMO70137', 'Demo Photographer 4', '2026:11:13 14:14:05', '120', '-07:00']) {
      expect(text).toContain(value);
    }
  });

  test('are the same bytes for the same seed, and differ from seed to seed', async () => {
    const scene = firstScene();
    const [first, again, other] = await Promise.all([
      makeDemoPhoto({ ...shot, scene }),
      makeDemoPhoto({ ...shot, scene }),
      makeDemoPhoto({ ...shot, scene, seed: 8 }),
    ]);
    expect(first.equals(again)).toBe(true);
    expect(first.equals(other)).toBe(false);
  });

  test.each(PALETTES)('show a %s team in at least five scenes', async (palette) => {
    const scenes = scenesFor(palette);
    expect(scenes.length).toBeGreaterThanOrEqual(5);
    for (const scene of scenes) {
      const photo = await makeDemoPhoto({ ...shot, scene, width: 120 });
      expect((await sharp(photo).metadata()).height).toBe(Math.round((120 * scene.height) / scene.width));
    }
  });
});

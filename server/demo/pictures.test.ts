import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { buildDemoData } from './demo-data.ts';
import { type DemoScene, makeDemoPhoto, PALETTES, scenesFor, type TeamLook, zoneFileOf } from './pictures.ts';

const { teams } = buildDemoData({ today: new Date('2026-11-16') });
const [look, otherLook] = teams.map((team) => team.look);
if (!look || !otherLook) throw new Error('the demo has no teams');
/** Two teams whose uniforms are nearer than this in CIELAB would be taken for one another. */
const MIN_COLOR_DISTANCE = 30;

const shot = { look, seed: 7, width: 480 };

function firstScene(): DemoScene {
  const [scene] = scenesFor('azure');
  if (!scene) throw new Error('no azure scene');
  return scene;
}

describe('demo photos', () => {
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
    let near = 0;
    for (let at = 0; at < data.length; at += 3) {
      const hex = [0, 1, 2].map((channel) => (data[at + channel] ?? 0).toString(16).padStart(2, '0'));
      if (distance(`#${hex.join('')}`, look.colors.slice(0, 7)) < 15) near += 1;
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

describe('uniforms of the demo', () => {
  test('differ between any two teams of the season, in their colors and in their pattern', () => {
    const pairs = teams.flatMap((team, index) =>
      teams.slice(index + 1).map((other) => [team, other] as const),
    );
    expect(pairs).toHaveLength((teams.length * (teams.length - 1)) / 2);
    for (const [team, other] of pairs) {
      const name = `${team.key} and ${other.key}`;
      expect(colorDistance(team.look, other.look), name).toBeGreaterThanOrEqual(MIN_COLOR_DISTANCE);
      expect(team.look.pattern, name).not.toBe(other.look.pattern);
    }
  });
});

/** Returns the distance of the two large colors, or of the same two worn the other way round. */
function colorDistance(one: TeamLook, other: TeamLook): number {
  const [[a = '', b = ''], [c = '', d = '']] = [one.colors.split(' '), other.colors.split(' ')];
  const straight = Math.hypot(distance(a, c), distance(b, d));
  return Math.min(straight, Math.hypot(distance(a, d), distance(b, c)));
}

/** Returns the distance in CIELAB (D65), where equal distances look about equally different. */
function distance(a: string, b: string): number {
  const [first, second] = [labOf(a), labOf(b)];
  return Math.hypot(...first.map((value, index) => value - (second[index] ?? 0)));
}

function labOf(color: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function curve(t: number): number {
  return t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116;
}

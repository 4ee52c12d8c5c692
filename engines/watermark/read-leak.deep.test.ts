import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { codeword, openCode } from './codeword.ts';
import { makeVariants } from './make-variants.ts';
import {
  LIKELY_TURNS,
  NEGATIVE_TURNS,
  openLeak,
  openReference,
  type Reference,
  SIDEWAYS_TURNS,
  type Turn,
  UnreadableLeakError,
} from './open-leak.ts';
import { type Reading, readLeak } from './read-leak.ts';
import { assemble, openVariants, type Variants } from './variants.ts';
import { addGuess, chanceOf, NAMING_CHANCE, openScores, openTally, totalOf } from './viewer-scores.ts';
import { weighTiles } from './weigh-tiles.ts';

const SCENES = join(import.meta.dirname, '../../server/demo/scenes');
const SECRET = Buffer.alloc(32, 9);
const VIEWERS = 300;
const GUILTY = 123;

type Shown = { pair: Variants; reference: Reference };

let shown: Shown;
let pair: Variants;

beforeAll(async () => {
  shown = await show(sharp(join(SCENES, 'pyramid-01-azure.jpg')).resize(1200));
  pair = shown.pair;
});

async function show(picture: Sharp): Promise<Shown> {
  const preview = await picture.jpeg({ quality: 80, optimiseCoding: false }).toBuffer();
  const made = openVariants(makeVariants(preview, SECRET, 1, { keyId: 'k' }));
  return { pair: made, reference: await openReference(made) };
}

const copyOf = (viewer: number, of = pair) => assemble(of, codeOf(viewer, of));
const codeOf = (viewer: number, { tiles } = pair) => codeword(SECRET, 1, `account:${viewer}`, tiles);

async function namedFor(
  leak: Buffer,
  turns: readonly Turn[] | undefined = LIKELY_TURNS,
  of = shown,
): Promise<number[] | 'not found'> {
  const reading = await readLeak(of.reference, await openLeak(leak), turns);
  return reading ? namedBy(reading, of.pair) : 'not found';
}

/** The best fit comes first. */
function namedBy(reading: Reading, { tiles }: Variants): number[] {
  const code = openCode(SECRET, 1, tiles);
  const score = openScores(weighTiles(reading, code.biases));
  return Array.from({ length: VIEWERS }, (_, viewer) => {
    const tally = openTally(1);
    addGuess(tally, { picture: 0, weight: 1, scores: score(code.of(`account:${viewer}`)) });
    return { viewer, chance: chanceOf(totalOf(tally), VIEWERS) };
  })
    .filter(({ chance }) => chance < NAMING_CHANCE)
    .sort((one, other) => one.chance - other.chance)
    .map(({ viewer }) => viewer);
}

/** A bright middle on a dark ground looks much the same in every turn. */
async function portraitOf(scene: string): Promise<Sharp> {
  const side = 640;
  const light = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><radialGradient id="g">
    <stop stop-color="#eee"/><stop offset="1" stop-color="#222"/></radialGradient>
    <rect width="100%" height="100%" fill="url(#g)" fill-opacity="0.75"/></svg>`;
  const lit = sharp(join(SCENES, scene))
    .resize(side, side)
    .composite([{ input: Buffer.from(light) }]);
  return sharp(await lit.png().toBuffer());
}

/** The scene and its mirror image over each other, softened, with fine lines that run one way. */
async function facingSceneOf(scene: string): Promise<Sharp> {
  const side = 800;
  const half = await sharp(join(SCENES, scene)).resize(side, side).flop().ensureAlpha(0.5).png().toBuffer();
  const both = sharp(join(SCENES, scene))
    .resize(side, side)
    .composite([{ input: half }]);
  const soft = sharp(await both.removeAlpha().png().toBuffer()).blur(8);
  const lines = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
    <pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(30)">
    <rect width="4" height="8" fill="#fff" fill-opacity="0.08"/></pattern>
    <rect width="100%" height="100%" fill="url(#p)"/></svg>`;
  const lined = sharp(await soft.png().toBuffer()).composite([{ input: Buffer.from(lines) }]);
  return sharp(await lined.removeAlpha().png().toBuffer());
}

describe('a leak', () => {
  test('names its viewer after being cropped, scaled and compressed', async () => {
    const { width, height } = pair;
    const crop = { left: 150, top: 60, width: Math.round(width * 0.7), height: Math.round(height * 0.7) };
    const cut = await sharp(copyOf(GUILTY)).extract(crop).png().toBuffer();
    expect(await namedFor(await sharp(cut).resize(560).jpeg({ quality: 50 }).toBuffer())).toEqual([GUILTY]);
  });

  test('names its viewer as a mirrored and darkened copy', async () => {
    const leak = await sharp(copyOf(GUILTY)).flop().linear(0.85, 0).jpeg({ quality: 70 }).toBuffer();
    expect(await namedFor(leak)).toEqual([GUILTY]);
  });

  test('names its viewer as a screenshot with its surroundings, turned a little', async () => {
    const input = await sharp(copyOf(GUILTY))
      .resize(700)
      .rotate(1.5, { background: '#000' })
      .png()
      .toBuffer();
    const page = sharp({ create: { width: 900, height: 1300, channels: 3, background: '#fff' } });
    const leak = await page
      .composite([{ input, left: 60, top: 300 }])
      .png()
      .toBuffer();
    expect(await namedFor(leak)).toEqual([GUILTY]);
  });

  test('names its viewer as a negative', async () => {
    const leak = await sharp(copyOf(GUILTY)).negate({ alpha: false }).jpeg({ quality: 80 }).toBuffer();
    expect(await namedFor(leak, NEGATIVE_TURNS)).toEqual([GUILTY]);
  });

  test('names its viewer with a broad banner over it, and as one half of a collage', async () => {
    const { width, height } = pair;
    const create = { width, height: Math.round(height * 0.2), channels: 3 as const, background: '#fff' };
    const banner = await sharp({ create }).png().toBuffer();
    const covered = sharp(copyOf(GUILTY)).composite([{ input: banner, left: 0, top: 500 }]);
    expect(await namedFor(await covered.jpeg({ quality: 80 }).toBuffer())).toEqual([GUILTY]);
    const half = await sharp(copyOf(GUILTY)).extract({ left: 200, top: 0, width: 600, height }).toBuffer();
    const other = await sharp(join(SCENES, 'beam-01-white.jpg')).resize(600, height).toBuffer();
    const collage = sharp({ create: { width: 1200, height, channels: 3, background: '#000' } }).composite([
      { input: half, left: 0, top: 0 },
      { input: other, left: 600, top: 0 },
    ]);
    expect(await namedFor(await collage.jpeg({ quality: 80 }).toBuffer())).toEqual([GUILTY]);
  });

  test('names its viewer if it is turned by 90 degrees', async () => {
    const leak = await openLeak(await sharp(copyOf(GUILTY)).resize(600).rotate(90).jpeg().toBuffer());
    const reading = await readLeak(shown.reference, leak, [{ isMirrored: false, degrees: 270 }]);
    expect(reading && namedBy(reading, pair)).toEqual([GUILTY]);
  });

  test('names its viewer if it is square, much like its own mirror image, and turned', async () => {
    const square = await show(await portraitOf('pyramid-01-azure.jpg'));
    const copy = copyOf(GUILTY, square.pair);
    const turns = [...LIKELY_TURNS, ...SIDEWAYS_TURNS];
    const turned = await sharp(copy).rotate(90).jpeg({ quality: 80 }).toBuffer();
    expect(await namedFor(turned, turns, square)).toEqual([GUILTY]);
    const flipped = await sharp(copy).flip().jpeg({ quality: 80 }).toBuffer();
    expect(await namedFor(flipped, turns, square)).toEqual([GUILTY]);
  });

  test('names its viewer if it is mirrored, and symmetric but for small things', async () => {
    const face = await show(await facingSceneOf('pyramid-01-azure.jpg'));
    const leak = await sharp(copyOf(GUILTY, face.pair)).flop().jpeg({ quality: 80 }).toBuffer();
    expect(await namedFor(leak, LIKELY_TURNS, face)).toEqual([GUILTY]);
  });

  test('names its viewer if a symmetric scene is narrowed by a quarter', async () => {
    const scene = await show(sharp(join(SCENES, 'beam-01-white.jpg')).resize(1200));
    const { width, height } = scene.pair;
    const leak = sharp(copyOf(GUILTY, scene.pair)).resize(Math.round(width * 0.75), height, { fit: 'fill' });
    const file = await leak.jpeg({ quality: 80 }).toBuffer();
    expect(await namedFor(file, LIKELY_TURNS, scene)).toEqual([GUILTY]);
  });

  test('names its viewer if the edges were darkened', async () => {
    const { width, height } = pair;
    const dark = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><radialGradient id="g" r="0.7">
      <stop offset="0.2" stop-opacity="0"/><stop offset="1" stop-opacity="0.85"/></radialGradient>
      <rect width="100%" height="100%" fill="url(#g)"/></svg>`;
    const leak = sharp(copyOf(GUILTY)).composite([{ input: Buffer.from(dark) }]);
    expect(await namedFor(await leak.removeAlpha().jpeg({ quality: 80 }).toBuffer())).toEqual([GUILTY]);
  });

  test.each([2, 5])(
    'names viewers of %i copies that were averaged, or half way between extremes',
    async (count) => {
      const viewers = Array.from({ length: count }, (_, i) => 7 + 29 * i);
      const copies = await Promise.all(viewers.map((viewer) => sharp(copyOf(viewer)).raw().toBuffer()));
      const values = new Array<number>(count);
      const mixes = [
        () => values.reduce((sum, value) => sum + value, 0) / count,
        () => (Math.min(...values) + Math.max(...values)) / 2,
      ];
      for (const mix of mixes) {
        const mixed = Buffer.alloc(copies[0]?.length ?? 0);
        for (let i = 0; i < mixed.length; i += 1) {
          for (const [j, copy] of copies.entries()) values[j] = copy[i] as number;
          mixed[i] = Math.round(mix());
        }
        const { width, height } = pair;
        const leak = sharp(mixed, { raw: { width, height, channels: 3 } });
        const named = await namedFor(await leak.jpeg({ quality: 80 }).toBuffer());
        expect(named).not.toEqual([]);
        expect(viewers).toEqual(expect.arrayContaining(named as number[]));
      }
    },
  );

  test('names nobody if it was shown to somebody not asked, or is another picture', async () => {
    const stranger = assemble(pair, codeword(SECRET, 1, 'link:1', pair.tiles));
    expect(await namedFor(stranger)).toEqual([]);
    const another = await sharp(join(SCENES, 'beam-01-white.jpg')).resize(800).jpeg().toBuffer();
    expect([[], 'not found']).toContainEqual(await namedFor(another));
  });
});

describe('a file that cannot be traced', () => {
  test.each([
    ['no picture', Buffer.from('hello')],
    ['empty', Buffer.alloc(0)],
    ['cut off in its header', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ])('is refused with a message: %s', async (_, file) => {
    await expect(openLeak(file)).rejects.toThrow(UnreadableLeakError);
  });

  test('is refused if it is too small', async () => {
    const tiny = await sharp({ create: { width: 40, height: 300, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    await expect(openLeak(tiny)).rejects.toThrow('too small');
  });

  test('a gray or transparent picture is read, and one without any detail is not found', async () => {
    const gray = await sharp(copyOf(1)).toColourspace('b-w').resize(200).png().toBuffer();
    expect((await openLeak(gray)).data.length).toBe(200 * 133 * 3);
    const flat = await sharp({ create: { width: 300, height: 200, channels: 4, background: '#8888' } })
      .png()
      .toBuffer();
    expect(await namedFor(flat)).toBe('not found');
  });
});

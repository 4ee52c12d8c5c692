import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { assemble, codeword } from './assemble.ts';
import { makePair } from './make-pair.ts';
import { LIKELY_TURNS, openLeak, UnreadableLeakError } from './open-leak.ts';
import { openPair, type Pair } from './open-pair.ts';
import { openReference, type Reference } from './open-reference.ts';
import { NAMING_CHANCE, rankViewers } from './rank-viewers.ts';
import { readLeak } from './read-leak.ts';

const SCENES = join(import.meta.dirname, '../../demo/scenes');
const SECRET = Buffer.alloc(32, 9);
const VIEWERS = 300;
const GUILTY = 123;

let pair: Pair;
let reference: Reference;

beforeAll(async () => {
  const preview = await sharp(join(SCENES, 'pyramid-01-azure.jpg'))
    .resize(1200)
    .jpeg({ quality: 80, optimiseCoding: false })
    .toBuffer();
  pair = openPair(makePair(preview, SECRET, 1, { keyId: 'k' }));
  reference = await openReference(pair);
});

const copyOf = (viewer: number) => assemble(pair, codeOf(viewer));
const codeOf = (viewer: number) => codeword(SECRET, 1, `account:${viewer}`, pair.tiles);

async function namedFor(leak: Buffer): Promise<number[] | 'not found'> {
  const reading = await readLeak(reference, await openLeak(leak), LIKELY_TURNS);
  if (!reading) return 'not found';
  const candidates = Array.from({ length: VIEWERS }, (_, viewer) => ({ viewer, code: codeOf(viewer) }));
  const ranked = await rankViewers(reading.soft, candidates, { readings: 1 });
  return ranked.filter(({ chance }) => chance < NAMING_CHANCE).map(({ viewer }) => viewer);
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

  test('names its viewer if it is turned by 90 degrees', async () => {
    const leak = await openLeak(await sharp(copyOf(GUILTY)).resize(600).rotate(90).jpeg().toBuffer());
    const reading = await readLeak(reference, leak, [{ isMirrored: false, degrees: 270 }]);
    const candidates = [GUILTY, 8].map((viewer) => ({ viewer, code: codeOf(viewer) }));
    const [first] = await rankViewers(reading?.soft ?? new Float64Array(1), candidates, { readings: 1 });
    expect(first).toMatchObject({ viewer: GUILTY, chance: expect.closeTo(0, 9) });
  });

  test('names both viewers whose copies were averaged', async () => {
    const [one, other] = await Promise.all(
      [GUILTY, 7].map((viewer) => sharp(copyOf(viewer)).raw().toBuffer()),
    );
    const mixed = (one as Buffer).map((value, i) =>
      Math.round((value + ((other as Buffer)[i] as number)) / 2),
    );
    const { width, height } = pair;
    const leak = await sharp(mixed, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 80 })
      .toBuffer();
    const named = await namedFor(leak);
    expect(Array.isArray(named) && named.toSorted((a, b) => a - b)).toEqual([7, GUILTY]);
  });

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

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { fingerprint, openSearch } from './find-photo.ts';
import { LIKELY_TURNS, NEGATIVE_TURNS, openLeak, type Turn } from './open-leak.ts';

const SCENES = join(import.meta.dirname, '../../server/demo/scenes');
const FILES = readdirSync(SCENES)
  .filter((name) => name.endsWith('.jpg'))
  .slice(0, 12);
const LEAKED = 4;
const UPRIGHT: Turn = { isMirrored: false, degrees: 0 };
const MIRRORED: Turn = { isMirrored: true, degrees: 0 };

let stored: Buffer[];

beforeAll(async () => {
  stored = await Promise.all(FILES.map((file) => fingerprint(sharp(join(SCENES, file)))));
});

async function findLeak(leak: Buffer, turns: readonly Turn[] = LIKELY_TURNS) {
  const search = await openSearch(await openLeak(leak), turns);
  for (const [photoId, bytes] of stored.entries()) search.add(photoId, bytes);
  return search.best(3);
}

const leaked = () => sharp(join(SCENES, FILES[LEAKED] as string));

describe('finding the photo of a leak', () => {
  test('finds a small cropped copy', async () => {
    const { width = 0, height = 0 } = await leaked().metadata();
    const crop = { left: Math.round(width * 0.15), top: Math.round(height * 0.2) };
    const size = { width: Math.round(width * 0.64), height: Math.round(height * 0.64) };
    const cut = await leaked()
      .extract({ ...crop, ...size })
      .png()
      .toBuffer();
    const [best] = await findLeak(await sharp(cut).resize(500).jpeg({ quality: 50 }).toBuffer());
    expect(best).toMatchObject({ photoId: LEAKED, turn: UPRIGHT });
  });

  test('finds a mirrored copy and says so', async () => {
    const [best] = await findLeak(await leaked().flop().resize(640).jpeg({ quality: 60 }).toBuffer());
    expect(best).toMatchObject({ photoId: LEAKED, turn: MIRRORED });
  });

  test('finds a negative if it is asked for', async () => {
    const leak = await leaked().negate({ alpha: false }).resize(640).jpeg({ quality: 60 }).toBuffer();
    const [best] = await findLeak(leak, NEGATIVE_TURNS);
    expect(best).toMatchObject({ photoId: LEAKED, turn: { ...UPRIGHT, isNegative: true } });
  });

  test('a fingerprint fits into 2 KB, and a damaged one matches nothing', async () => {
    expect(Math.max(...stored.map(({ length }) => length))).toBeLessThanOrEqual(2048);
    const search = await openSearch(await openLeak(await leaked().jpeg().toBuffer()), [UPRIGHT]);
    const whole = stored[LEAKED] as Buffer;
    for (const [id, bytes] of [Buffer.alloc(0), whole.subarray(0, 100), Buffer.alloc(5000, 1)].entries()) {
      search.add(id, bytes);
    }
    expect(search.best(3)).toEqual([]);
  });

  test('a picture without detail has an empty fingerprint and finds nothing', async () => {
    const flat = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#888' } })
      .png()
      .toBuffer();
    expect((await fingerprint(sharp(flat))).length).toBe(1);
    expect(await findLeak(flat)).toEqual([]);
  });
});

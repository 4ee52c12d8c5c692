import { describe, expect, test } from 'vitest';
import { codeword } from './assemble.ts';
import { chanceOf, NAMING_CHANCE, rankViewers } from './rank-viewers.ts';

const SECRET = Buffer.alloc(32, 5);
const TILES = 800;

function* candidates(count: number) {
  for (let viewer = 0; viewer < count; viewer += 1) {
    yield { viewer, code: codeword(SECRET, 1, `account:${viewer}`, TILES) };
  }
}

/** What a leak of this viewer's copy reads like; `share` of it is noise. */
function softBitsOf(viewer: number, share: number): Float64Array {
  const code = codeword(SECRET, 1, `account:${viewer}`, TILES);
  const noise = codeword(SECRET, 2, 'noise', TILES);
  const sign = (bits: Uint8Array, tile: number) => (((bits[tile >> 3] as number) >> (tile & 7)) & 1) * 2 - 1;
  return Float64Array.from(
    { length: TILES },
    (_, tile) => (1 - share) * sign(code, tile) + share * sign(noise, tile),
  );
}

describe('ranking viewers', () => {
  test('names only the viewer whose copy it is, among ten thousand', () => {
    const ranked = rankViewers(softBitsOf(7321, 0.6), candidates(10_000), { readings: 1 });
    expect(ranked.filter(({ chance }) => chance < NAMING_CHANCE).map(({ viewer }) => viewer)).toEqual([7321]);
    expect(ranked).toHaveLength(50);
  });

  test('names all of three viewers whose copies were averaged', () => {
    const copies = [3, 50, 900].map((viewer) => softBitsOf(viewer, 0));
    const averaged = (copies[0] as Float64Array).map((_, i) =>
      copies.reduce((sum, copy) => sum + (copy[i] as number), 0),
    );
    const ranked = rankViewers(averaged, candidates(1000), { readings: 1 });
    const named = ranked.filter(({ chance }) => chance < NAMING_CHANCE).map(({ viewer }) => viewer);
    expect(named.toSorted((a, b) => a - b)).toEqual([3, 50, 900]);
  });

  test('names nobody if the copy was shown to somebody else, or nothing was read', () => {
    const others = rankViewers(softBitsOf(7321, 0), candidates(7000), { readings: 1 });
    expect(others.every(({ chance }) => chance > NAMING_CHANCE)).toBe(true);
    const nothing = rankViewers(new Float64Array(TILES), candidates(10), { readings: 1 });
    expect(nothing.map(({ z, chance }) => [z, chance])).toEqual(Array.from({ length: 10 }, () => [0, 1]));
  });

  test('counts every viewer asked and every reading made as a further chance of error', () => {
    const soft = softBitsOf(3, 0.7);
    const [once] = rankViewers(soft, candidates(100), { readings: 1 });
    const [often] = rankViewers(soft, candidates(100), { readings: 40 });
    expect(often?.z).toBe(once?.z);
    expect(often?.chance).toBeCloseTo(40 * (once?.chance ?? 0), 12);
    expect(chanceOf(6.8, 10_000)).toBeLessThan(NAMING_CHANCE);
    expect(chanceOf(6.7, 10_000)).toBeGreaterThan(NAMING_CHANCE);
    expect(chanceOf(-3, 10)).toBe(1);
  });

  test('stays below its bound: of many innocent viewers hardly any reach a high z', () => {
    const ranked = rankViewers(softBitsOf(-1, 0.2), candidates(5000), { readings: 1 });
    for (const [place, { z }] of ranked.entries()) {
      expect((place + 1) / 5000).toBeLessThan(Math.exp((-z * z) / 2) * 3);
    }
  });
});

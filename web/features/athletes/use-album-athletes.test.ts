import { expect, test } from 'vitest';
import { type AlbumAthlete, filterOf, leaveOutRefused } from './use-album-athletes.ts';

const maya = (decisions: AlbumAthlete['images'][number]['decision'][]): AlbumAthlete => ({
  athlete: 7,
  name: 'Maya',
  images: decisions.map((decision, index) => ({
    image: index + 1,
    certainty: index === 0 ? 'sure' : 'maybe',
    decision,
  })),
});

test('a photo refused before is gone; one refused since stays, marked and not counted', () => {
  const before = [maya([null, 'rejected', null])];
  const now = [maya([null, 'rejected', 'rejected'])];
  const [left] = leaveOutRefused(now, before);
  const filter = filterOf(left as AlbumAthlete);
  expect([...filter.imageIds]).toEqual([1, 3]);
  expect(filter.count).toBe(1);
  expect(filter.marks.get(3)).toBe('Not Maya');
});

test('an athlete all of whose photos were refused has no tab', () => {
  const refused = [maya(['rejected', 'rejected'])];
  expect(leaveOutRefused(refused, refused)).toEqual([]);
});

test('uncertain photos say so until they are confirmed', () => {
  const { marks } = filterOf(maya([null, null, 'confirmed']));
  expect([...marks]).toEqual([[2, 'Maybe']]);
});

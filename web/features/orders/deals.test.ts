import { expect, test } from 'vitest';
import { bestDeal, findBetter } from './deals.ts';

const album = { key: 'album', cents: 3990, photos: 42 };
const photo = { key: 'photo', cents: 795, photos: 1 };
const athlete = { key: 'athlete-1', cents: 2995, photos: 12 };

test('the best deal has the lowest price for each photo', () => {
  expect(bestDeal([photo, athlete, album])).toBe(album);
  expect(bestDeal([{ ...album, photos: 10 }, athlete])).toBe(athlete);
  expect(bestDeal([album])).toBeUndefined();
  expect(bestDeal([photo, { ...photo, key: 'other' }])).toBeUndefined();
});

test('a choice is only replaced by one that has more photos and costs no more', () => {
  expect(findBetter([album, athlete, photo], 'photo')).toBeUndefined();
  expect(findBetter([album, athlete, photo], 'athlete-1')).toBeUndefined();
  const favorites = { key: 'favorites', cents: 3990, photos: 20 };
  expect(findBetter([album, favorites], 'favorites')).toBe(album);
  expect(findBetter([album, { ...photo, cents: 4990 }], 'photo')).toBe(album);
  expect(findBetter([album, favorites], 'album')).toBeUndefined();
});

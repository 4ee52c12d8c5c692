import { expect, test } from 'vitest';
import type { AthleteMatch } from '#contract/entities/athlete.ts';
import { buildAlbumMatches, buildMatch } from '#web/testing/demo-athletes.ts';
import { describePhotos, groupMatches } from './album-athletes.tsx';
import { groupByWeekend, listBuyable } from './weekend-section.tsx';

const idsOf = (matches: AthleteMatch[]) => matches.map(({ image }) => image.id);

test('what the customer said goes before what we believe, and the best come first', () => {
  const groups = groupMatches([
    buildMatch(1, { certainty: 'maybe', score: 0.5 }),
    buildMatch(2, { certainty: 'sure', score: 0.7 }),
    buildMatch(3, { certainty: 'sure', score: 0.9 }),
    buildMatch(4, { certainty: 'sure', score: 0.95, decision: 'rejected' }),
    buildMatch(5, { certainty: 'maybe', score: 0.4, decision: 'confirmed' }),
    buildMatch(6, { certainty: 'maybe', score: 0.6 }),
  ]);
  expect(idsOf(groups.sure)).toEqual([3, 2, 5]);
  expect(idsOf(groups.maybe)).toEqual([6, 1]);
  expect(idsOf(groups.rejected)).toEqual([4]);
});

test('the photos of a weekend are bought together, without owned, rejected and unsure ones', () => {
  const albums = [
    buildAlbumMatches(1, { matches: [buildMatch(1), buildMatch(2, { owned: true })] }),
    buildAlbumMatches(2, {
      matches: [
        buildMatch(3, { decision: 'rejected' }),
        buildMatch(4),
        buildMatch(5, { certainty: 'maybe' }),
      ],
    }),
  ];
  const [weekend, ...others] = groupByWeekend(albums);
  expect(others).toEqual([]);
  expect(weekend && listBuyable(weekend)).toEqual([1, 4]);
});

test.each([
  [23, 4, '23 photos, 4 close-ups'],
  [1, 1, '1 photo, 1 close-up'],
  [1200, 0, '1,200 photos'],
])('%i photos with %i close-ups read "%s"', (photos, closeUps, words) => {
  expect(describePhotos(photos, closeUps)).toBe(words);
});

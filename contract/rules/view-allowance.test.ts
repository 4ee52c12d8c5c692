import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isNearViewLimit,
  MAX_SAVED_TEAMS,
  mayView,
  openUntil,
  PROGRAMS_FULL_MESSAGE,
  TEAM_PLACE_DAYS,
  TEAMS_FULL_MESSAGE,
  VIEW_LIMIT,
  VIEW_LIMIT_WITH_BOUGHT_IMAGES,
  VIEWS_EXCEEDED_MESSAGE,
  viewAllowance,
} from './albums.ts';

const DELIVERED = { view_limit: VIEW_LIMIT, view_limit_with_images: VIEW_LIMIT_WITH_BOUGHT_IMAGES };

describe('the view allowance', () => {
  test.each([
    [{ owned: false, boughtImages: 0 }, 10],
    [{ owned: false, boughtImages: 1 }, 50],
    [{ owned: true, boughtImages: 0 }, 50],
    [{ owned: true, boughtImages: 3 }, 50],
  ])('of %j is %i', (status, views) => {
    expect(viewAllowance(status, DELIVERED)).toBe(views);
  });

  test('follows the settings and is never smaller for buyers', () => {
    const limits = { view_limit: 20, view_limit_with_images: 3 };
    expect(viewAllowance({ owned: false, boughtImages: 0 }, limits)).toBe(20);
    expect(viewAllowance({ owned: false, boughtImages: 1 }, limits)).toBe(20);
    expect(viewAllowance({ owned: true, boughtImages: 0 }, { ...limits, view_limit: 1 })).toBe(3);
  });

  test.each([
    [9, { owned: false, boughtImages: 0 }, true],
    [10, { owned: false, boughtImages: 0 }, false],
    [49, { owned: false, boughtImages: 1 }, true],
    [50, { owned: false, boughtImages: 1 }, false],
    [5_000, { owned: true, boughtImages: 0 }, true],
  ])('after %i views %j may view: %s', (used, status, allowed) => {
    const viewsAllowed = viewAllowance(status, DELIVERED);
    expect(mayView({ owned: status.owned, viewsUsed: used, viewsAllowed })).toBe(allowed);
  });

  test('allows exactly that many views', () => {
    fc.assert(
      fc.property(fc.nat({ max: 20 }), fc.integer({ min: 1, max: 100 }), (boughtImages, limit) => {
        const limits = { view_limit: limit, view_limit_with_images: 2 * limit };
        const viewsAllowed = viewAllowance({ owned: false, boughtImages }, limits);
        const views = Array.from({ length: 210 }, (_, used) => used).filter((viewsUsed) =>
          mayView({ owned: false, viewsUsed, viewsAllowed }),
        );
        expect(views).toHaveLength(viewsAllowed);
      }),
    );
  });

  test('is refused with the agreed message', () => {
    expect(VIEWS_EXCEEDED_MESSAGE).toBe(
      'Album views exceeded. In an effort to protect athletes, we limit the number of times you are able to view an album before purchase',
    );
  });
});

test('a view keeps the album open for half an hour from the latest one', () => {
  const at = (time: string) => ({ created_at: `2026-11-14T${time}.000Z` });
  const now = new Date('2026-11-14T18:29:59.999Z');
  expect(openUntil([], now)).toBeUndefined();
  expect(openUntil([at('17:00:00'), at('18:00:00')], now)).toEqual(new Date('2026-11-14T18:30:00.000Z'));
  expect(openUntil([at('18:00:00')], new Date('2026-11-14T18:30:00.000Z'))).toBeUndefined();
});

test.each([
  [6, 10, false, false],
  [7, 10, false, true],
  [10, 10, false, true],
  [34, 50, false, false],
  [50, 50, true, false],
])('%i of %i views, owned %s: the limit is near %s', (viewsUsed, viewsAllowed, owned, near) => {
  expect(isNearViewLimit({ viewsUsed, viewsAllowed, owned })).toBe(near);
});

test('the sentences about saved teams name their limits', () => {
  expect(TEAMS_FULL_MESSAGE).toContain(`${MAX_SAVED_TEAMS} teams`);
  expect(PROGRAMS_FULL_MESSAGE).toContain(`${MAX_SAVED_TEAMS} teams`);
  expect(TEAMS_FULL_MESSAGE).toContain(`${TEAM_PLACE_DAYS} days`);
});

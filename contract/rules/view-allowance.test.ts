import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mayView, VIEWS_EXCEEDED_MESSAGE, viewAllowance } from './view-allowance.ts';

describe('the view allowance', () => {
  test.each([
    [{ owned: false, boughtImages: 0 }, 10],
    [{ owned: false, boughtImages: 1 }, 50],
    [{ owned: true, boughtImages: 0 }, 50],
    [{ owned: true, boughtImages: 3 }, 50],
  ])('of %j is %i', (standing, views) => {
    expect(viewAllowance(standing)).toBe(views);
  });

  test.each([
    [9, { owned: false, boughtImages: 0 }, true],
    [10, { owned: false, boughtImages: 0 }, false],
    [49, { owned: false, boughtImages: 1 }, true],
    [50, { owned: false, boughtImages: 1 }, false],
    [5_000, { owned: true, boughtImages: 0 }, true],
  ])('after %i views %j may view: %s', (used, standing, allowed) => {
    expect(mayView(used, standing)).toBe(allowed);
  });

  test('lets a customer view as often as it says, and not once more', () => {
    fc.assert(
      fc.property(fc.nat({ max: 20 }), (boughtImages) => {
        const standing = { owned: false, boughtImages };
        const views = Array.from({ length: 60 }, (_, used) => used).filter((used) => mayView(used, standing));
        expect(views).toHaveLength(viewAllowance(standing));
      }),
    );
  });

  test('is refused in the words of the specification', () => {
    expect(VIEWS_EXCEEDED_MESSAGE).toBe(
      'Album views exceeded. In an effort to protect athletes, we limit the number of times you are able to view an album before purchase',
    );
  });
});

import { expect, test } from 'vitest';
import { roundTicks } from './bar-chart.tsx';

test.each([
  [[0], {}, [0, 1]],
  [[3], {}, [0, 1, 2, 3]],
  [[97], {}, [0, 25, 50, 75, 100]],
  [[1_234], {}, [0, 500, 1_000, 1_500]],
  [[300, -100], {}, [-100, 0, 100, 200, 300]],
  [[199_500], { unit: 100 }, [0, 50_000, 100_000, 150_000, 200_000]],
  [[0], { unit: 100 }, [0, 100]],
])('the axis of %j with %j shows %j', (values, options, ticks) => {
  expect(roundTicks(values, options)).toEqual(ticks);
});

test('every axis holds its values, has zero and few equal steps', () => {
  for (let exponent = 0; exponent < 12; exponent++) {
    for (const factor of [1, 1.3, 2.2, 4.9, 7.7]) {
      const [high, low] = [Math.round(factor * 10 ** exponent), -Math.round(factor * 3)];
      const ticks = roundTicks([high, low]);
      expect(ticks).toContain(0);
      expect(ticks[0]).toBeLessThanOrEqual(low);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
      expect(ticks.length).toBeLessThanOrEqual(8);
      const steps = new Set(ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0)));
      expect(steps.size).toBe(1);
    }
  }
});

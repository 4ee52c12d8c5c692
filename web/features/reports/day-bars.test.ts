import { expect, test } from 'vitest';
import { layBars } from './day-bars.tsx';
import { changeInWords } from './figures.tsx';

test('bars share one scale: a day below zero hangs from the line that the others stand on', () => {
  const { bars, zero } = layBars([{ net: 300 }, { net: -100 }, { net: 0 }]);
  expect(bars.map(({ height }) => Math.round(height))).toEqual([165, 55, 0]);
  expect(Math.round(zero)).toBe(165);
  expect(bars[1]).toMatchObject({ y: zero, isBelow: true });
  expect((bars[0]?.y ?? 0) + (bars[0]?.height ?? 0)).toBeCloseTo(zero);
});

test('days without sales are a flat line', () => {
  expect(layBars([{ net: 0 }, { net: 0 }]).bars.every(({ height }) => height === 0)).toBe(true);
});

test.each([
  [150, 100, '+50 %'],
  [50, 100, '−50 %'],
  [100, 100, 'unchanged'],
  [100, 0, 'up from none'],
  [-5, 0, 'down'],
  [10_001, 10_000, 'slightly up'],
])('%i after %i is %s', (now, before, words) => {
  expect(changeInWords(now, before)).toBe(words);
});

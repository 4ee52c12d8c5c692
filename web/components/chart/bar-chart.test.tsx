// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { BarChart, roundTicks } from './bar-chart.tsx';

const BARS = [
  { key: 'a', name: 'Monday', value: 300, before: 100 },
  { key: 'b', name: 'Tuesday', value: -100, before: 0 },
];
const format = (value: number) => `$${value}`;

test('the axis shows round numbers and zero', () => {
  render(<BarChart label="Sales" bars={BARS} format={format} formatTick={format} empty="Nothing" />);
  for (const tick of ['$300', '$200', '$100', '$0', '$-100']) expect(screen.getAllByText(tick)).toBeTruthy();
});

test('arrow keys read out each bar beside the period before, and Enter opens it', () => {
  const onChoose = vi.fn();
  render(
    <BarChart
      label="Sales"
      bars={BARS}
      format={format}
      formatTick={format}
      beforeLabel="Before"
      onChoose={onChoose}
      empty="Nothing"
    />,
  );
  const chart = screen.getByRole('group', { name: /^Sales/ });
  fireEvent.keyDown(chart, { key: 'ArrowRight' });
  expect(screen.getByText('Monday: $300. Before: $100')).toBeTruthy();
  fireEvent.keyDown(chart, { key: 'End' });
  expect(screen.getByText('Tuesday: $-100. Before: $0')).toBeTruthy();
  fireEvent.keyDown(chart, { key: 'Enter' });
  expect(onChoose).toHaveBeenCalledWith(BARS[1]);
  fireEvent.blur(chart);
  expect(screen.queryByText(/Tuesday: \$-100/)).toBeNull();
});

test('a period without anything says so instead of showing an empty chart', () => {
  const none = BARS.map((bar) => ({ ...bar, value: 0, before: 0 }));
  render(<BarChart label="Sales" bars={none} format={format} formatTick={format} empty="No sales" />);
  expect(screen.getByText('No sales')).toBeTruthy();
  expect(screen.queryByRole('group')).toBeNull();
});

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

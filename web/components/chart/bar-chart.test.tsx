// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { BarChart } from './bar-chart.tsx';

const BARS = [
  { key: 'a', name: 'Monday', value: 300, before: 100 },
  { key: 'b', name: 'Tuesday', value: -100, before: 0 },
];
const format = (value: number) => `$${value}`;

afterEach(cleanup);

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

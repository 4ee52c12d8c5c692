import { expect, test } from 'vitest';
import { readRange } from './range-picker.tsx';

const NOW = new Date(2026, 2, 5, 12);

test.each([
  [{}, '7d', '2026-02-27', '2026-03-05'],
  [{ range: 'today' }, 'today', '2026-03-05', '2026-03-05'],
  [{ range: 'month' }, 'month', '2026-03-01', '2026-03-05'],
  [{ range: 'last_month' }, 'last_month', '2026-02-01', '2026-02-28'],
  [{ range: 'year' }, 'year', '2026-01-01', '2026-03-05'],
  [{ range: 'custom', from: '2026-01-01', to: '2026-01-31' }, 'custom', '2026-01-01', '2026-01-31'],
  [{ range: 'custom', from: '2026-01-31', to: '2026-01-01' }, 'custom', '2026-01-01', '2026-01-31'],
  [{ range: 'custom', from: 'x', to: '2026-01-01' }, '7d', '2026-02-27', '2026-03-05'],
  [{ range: 'custom', from: '2026-02-40', to: '2026-03-01' }, '7d', '2026-02-27', '2026-03-05'],
  [{ range: 'custom', from: '2010-01-01', to: '2026-01-01' }, 'custom', '2015-01-01', '2026-01-01'],
  [{ range: 'never' }, '7d', '2026-02-27', '2026-03-05'],
])('%j means %s, %s to %s', (search, preset, start_date, end_date) => {
  expect(readRange(search, NOW)).toEqual({ preset, start_date, end_date });
});

// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { RunningOrderPreview } from './running-order-preview.tsx';

const LINES = 2_000;

beforeEach(() => giveElementsASize());

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test('only the lines near the screen are drawn, including those with errors', async () => {
  const rows = Array.from({ length: LINES }, (_, index) => ({
    line: index + 3,
    action: 'create' as const,
    performance_order: index + 1,
    program_name: 'Bayline Cheer',
    team_name: `Team ${index + 1}`,
    division_name: '',
    planned_at: index === 0 ? null : '2026-11-15T15:00:00Z',
  }));
  const answer = { rows, errors: [{ line: 2, message: 'The team is missing.' }], written: false };
  render(<RunningOrderPreview answer={answer} csv={'head\nno team'} timeZone="America/Chicago" />);
  const table = screen.getByRole('table', { name: '2,000 rows, 1 error' });
  expect(table.getAttribute('aria-rowcount')).toBe(String(LINES + 2));
  const lines = await within(table).findAllByRole('row');
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.length).toBeLessThan(60);
  expect(lines[1]?.textContent).toContain('The team is missing.');
  expect(lines[2]?.textContent).toContain('No time');
  expect(lines[3]?.textContent).toContain('9:00 AM');
});

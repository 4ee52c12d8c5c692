// @vitest-environment jsdom
import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { mergeLines } from './running-order.ts';
import { RunningOrderPreview } from './running-order-preview.tsx';

const LINES = 2_000;
const NO_COLUMNS = {
  performance_order: null,
  program: null,
  team: null,
  division: null,
  level: null,
  planned_time: null,
  day: null,
  stage: null,
};

beforeEach(() => giveElementsASize());

test('only the lines near the screen are drawn, including those with errors', async () => {
  const rows = Array.from({ length: LINES }, (_, index) => ({
    line: index + 3,
    action: 'create' as const,
    performance_order: index + 1,
    program_name: 'Bayline Cheer',
    team_name: `Team ${index + 1}`,
    division_name: '',
    stage: '',
    planned_at: index === 0 ? null : '2026-11-15T15:00:00Z',
    before: null,
  }));
  const lines = Array.from({ length: LINES + 1 }, (_, index) => ({
    line: index + 2,
    cells: ['', 'Bayline'],
  }));
  const columns = { ...NO_COLUMNS, team: 0, program: 1 };
  const sheet = { headings: ['Crew', 'Gym'], columns, remembered: false, lines };
  const errors = [{ line: 2, field: 'team' as const, message: 'The team is missing.' }];
  const answer = { rows, errors, written: false, sheet };
  const onEdit = vi.fn();
  render(
    <RunningOrderPreview
      answer={answer}
      sheet={sheet}
      lines={mergeLines(answer, sheet)}
      openLines={new Set([2])}
      timeZone="America/Chicago"
      onOpen={() => undefined}
      onEdit={onEdit}
      onLeave={() => undefined}
    />,
  );
  const table = screen.getByRole('table', { name: '2,000 rows, 1 error' });
  expect(table.getAttribute('aria-rowcount')).toBe(String(LINES + 2));
  const drawn = await within(table).findAllByRole('row');
  expect(drawn.length).toBeGreaterThan(10);
  expect(drawn.length).toBeLessThan(60);
  expect(drawn[1]?.textContent).toContain('The team is missing.');
  const team = screen.getByRole('textbox', { name: 'Team, line 2', description: 'The team is missing.' });
  expect(team.getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(team, { target: { value: 'Tidal' } });
  expect(onEdit).toHaveBeenCalledWith({ line: 2, field: 'team', text: 'Tidal' });
  expect(drawn[2]?.textContent).toContain('No time');
  expect(drawn[3]?.textContent).toContain('9:00 AM');
});

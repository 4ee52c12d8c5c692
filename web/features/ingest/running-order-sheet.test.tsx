// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import type { IngestEvent } from './ingest.query.ts';
import { RunningOrderSheet } from './running-order-sheet.tsx';

beforeEach(() => giveElementsASize());

const event = { time_zone: 'America/Chicago', start_date: '2026-11-14' } as IngestEvent;
const row = (line: number, planned_at: string) => ({
  line,
  action: 'create' as const,
  performance_order: line,
  program_name: 'Bayline Cheer',
  team_name: `Team ${line}`,
  division_name: '',
  stage: '',
  planned_at,
  before: null,
});
const columns = { performance_order: 0, program: 1, team: 2, planned_time: 3 };
const none = { division: null, level: null, day: null, stage: null };
const ROWS = [row(2, '2026-11-14T15:00:00Z'), row(4, '2026-11-14T15:12:00Z'), row(8, '2026-11-14T15:36:00Z')];
const ERRORS = [
  { line: 3, field: 'planned_time' as const, message: 'The time is missing.' },
  { line: 5, field: 'team' as const, message: 'The team is missing.' },
  { line: 6, field: 'planned_time' as const, message: 'The time is missing.' },
  { line: 7, field: 'performance_order' as const, message: '“six” is not a performance number.' },
  { line: 9, field: 'performance_order' as const, message: 'Performance 1 is already used in line 2.' },
];
const answer = {
  rows: ROWS,
  errors: ERRORS,
  written: false,
  sheet: {
    headings: ['#', 'Gym', 'Crew', 'On'],
    columns: { ...columns, ...none },
    remembered: false,
    lines: [2, 3, 4, 5, 6, 7, 8, 9].map((line) => ({
      line,
      cells: [String(line - 1), 'Bayline', 'Crew', ''],
    })),
  },
};

function open() {
  const calls = { onCheck: vi.fn(), onImport: vi.fn(), onStartOver: vi.fn() };
  render(
    <RunningOrderSheet event={event} answer={answer} isChecking={false} isImporting={false} {...calls} />,
  );
  return calls;
}

test('three good and five bad lines import three albums', () => {
  const { onImport } = open();
  expect(screen.getByText('3 new, 5 need a fix')).toBeTruthy();
  expect(screen.getByText('5 lines will stay here until they are fixed.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Import 3 albums' }));
  expect(onImport).toHaveBeenCalledWith(answer.sheet);
});

test('a cell is checked when it is left, and only if it changed', () => {
  const { onCheck } = open();
  const order = screen.getByRole('textbox', { name: 'Performance, line 7' });
  fireEvent.blur(order);
  expect(onCheck).not.toHaveBeenCalled();
  fireEvent.change(order, { target: { value: '60' } });
  fireEvent.blur(order);
  expect(onCheck).toHaveBeenCalledOnce();
  expect(onCheck.mock.calls[0]?.[0].lines[5].cells[0]).toBe('60');
});

test('missing times are asked for one by one, with a proposal between the neighbors', () => {
  const { onCheck } = open();
  expect(screen.getByText('2 performances have no time')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/When is #2/).value).toBe('09:06');
  fireEvent.click(screen.getByRole('button', { name: 'Set time' }));
  expect(onCheck.mock.calls.at(-1)?.[0].lines[1].cells[3]).toBe('9:06 AM');
  expect(document.activeElement).toBe(screen.getByLabelText(/When is #5/));
  fireEvent.click(screen.getByRole('button', { name: 'Skip' }));
  expect(screen.queryByRole('region', { name: 'Missing times' })).toBeNull();
});

test('a column that is chosen anew is checked at once', async () => {
  const { onCheck } = open();
  fireEvent.click(screen.getByRole('button', { name: 'Change columns' }));
  fireEvent.click(screen.getByRole('combobox', { name: 'Column for division' }));
  const crew = await screen.findByRole('option', { name: 'Crew' });
  fireEvent.pointerDown(crew);
  fireEvent.click(crew);
  expect(onCheck.mock.calls[0]?.[0].columns.division).toBe(2);
});

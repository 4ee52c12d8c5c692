// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSelection } from './use-selection.ts';

const ROWS = [5, 3, 9, 1, 7];
const rows = {
  count: ROWS.length,
  rowAt: (index: number) => ROWS[index],
  show: () => undefined,
  readRange: async (first: number, last: number) => ROWS.slice(first, last + 1),
  readCsv: async () => new Blob(),
  error: null,
  retry: () => undefined,
};

function select({ max = 10, canSelectMatching = false } = {}) {
  const idOf = (row: number) => row;
  const { result, rerender } = renderHook(
    ({ q }) => useSelection({ idOf, rows, max, canSelectMatching, filters: { q } }),
    { initialProps: { q: '' } },
  );
  return {
    toggle: (index: number) => act(() => result.current.toggle(ROWS[index] ?? 0, index)),
    stretch: (index: number, from?: number) => act(() => result.current.stretchTo(index, from)),
    all: () => act(() => result.current.selectAll()),
    search: (q: string) => rerender({ q }),
    selected: () => ROWS.filter((row) => result.current.has(row)),
    now: () => result.current,
  };
}

test('a row is selected and deselected by itself', () => {
  const { toggle, selected } = select();
  toggle(1);
  toggle(3);
  expect(selected()).toEqual([3, 1]);
  toggle(1);
  expect(selected()).toEqual([1]);
});

test('a range without a row toggled before is that row alone', async () => {
  const { stretch, selected } = select();
  await stretch(2);
  expect(selected()).toEqual([9]);
});

test('a range grows and shrinks with its end, and keeps what was selected before', async () => {
  const { toggle, stretch, selected } = select();
  toggle(4);
  await stretch(2, 0);
  expect(selected()).toEqual([5, 3, 9, 7]);
  await stretch(1, 0);
  expect(selected()).toEqual([5, 3, 7]);
});

test('a range begins at the last toggled row, in either direction', async () => {
  const { toggle, stretch, selected } = select();
  toggle(3);
  await stretch(1);
  expect(selected()).toEqual([3, 9, 1]);
});

test('everything but a few counts as everything less those, and a range takes them back in', async () => {
  const { all, toggle, stretch, now } = select({ canSelectMatching: true });
  await all();
  toggle(1);
  toggle(4);
  expect(now()).toMatchObject({ isAll: true, count: 3, except: [3, 7], isEverything: false });
  await stretch(4, 3);
  expect(now()).toMatchObject({ isAll: true, count: 4, except: [3] });
});

test('no more rows are selected than one bulk action takes', async () => {
  const { toggle, stretch, all, selected } = select({ max: 2 });
  toggle(0);
  await stretch(4);
  expect(selected()).toEqual([5, 3]);
  await all();
  expect(selected()).toEqual([5, 3]);
});

test('rows that have left a whole list are no longer selected', () => {
  const idOf = (row: number) => row;
  const { result, rerender } = renderHook(
    ({ whole }) => useSelection({ idOf, rows: { ...rows, rows: whole }, max: 10 }),
    { initialProps: { whole: ROWS } },
  );
  act(() => result.current.toggle(5, 0));
  act(() => result.current.toggle(9, 2));
  rerender({ whole: [3, 9] });
  expect(result.current).toMatchObject({ ids: [9], count: 1 });
});

test('another filter drops the selection', async () => {
  const { toggle, search, selected } = select();
  toggle(0);
  search('royals');
  expect(selected()).toEqual([]);
});

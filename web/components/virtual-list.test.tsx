// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { VirtualList, VirtualPageList } from './virtual-list.tsx';

const ROWS = Array.from({ length: 5_000 }, (_, index) => ({ id: index + 1 }));

beforeEach(() => giveElementsASize());

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each([
  ['in a pane', VirtualList],
  ['on a page', VirtualPageList],
])('%s only the rows near the screen exist, each with its place', async (_, List) => {
  render(
    <List label="Rows" rows={ROWS} keyOf={(row) => row.id} rowPx={60}>
      {(row) => `Row ${row.id}`}
    </List>,
  );
  const items = await screen.findAllByRole('listitem');
  expect(items.length).toBeGreaterThan(8);
  expect(items.length).toBeLessThan(60);
  expect(items[0]?.textContent).toBe('Row 1');
  expect(items[0]?.getAttribute('aria-posinset')).toBe('1');
  expect(items[0]?.getAttribute('aria-setsize')).toBe('5000');
});

// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { VirtualRows } from './virtual-rows.tsx';

test('a pane has room for all rows before the first one is drawn', () => {
  const rooms: number[] = [];
  render(
    <VirtualRows count={45} rowPx={44} isPane>
      {({ below }) => {
        rooms.push(below);
        return null;
      }}
    </VirtualRows>,
  );
  expect(rooms[0]).toBe(45 * 44);
});

test.each([
  ['in a pane', true],
  ['on a page', false],
])('%s only the rows near the screen are drawn, and the others keep their room', async (_, isPane) => {
  giveElementsASize();
  let room = 0;
  render(
    <VirtualRows count={5_000} rowPx={60} isPane={isPane}>
      {({ shown, below }) => {
        room = below;
        return shown.map(({ index }) => <p key={index}>Row {index + 1}</p>);
      }}
    </VirtualRows>,
  );
  const rows = await screen.findAllByText(/^Row \d+$/);
  expect(rows.length).toBeGreaterThan(8);
  expect(rows.length).toBeLessThan(60);
  expect(rows[0]?.textContent).toBe('Row 1');
  expect(room).toBe((5_000 - rows.length) * 60);
});

// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { VirtualRows } from './virtual-rows.tsx';

afterEach(cleanup);

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

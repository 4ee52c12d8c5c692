// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { wholeRows } from '#web/lib/lists/list-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { PhotoGrid } from './photo-grid.tsx';

const PHOTOS = [{ id: 1 }, { id: 2 }];
const idOf = ({ id }: { id: number }) => id;

function Tray() {
  const selection = useSelection({ idOf, rows: wholeRows(PHOTOS), max: 10 });
  return (
    <>
      <h1 tabIndex={-1}>Photos to sort</h1>
      <input aria-label="Keywords" />
      <p>Selected {selection.rows.map(idOf).join()}</p>
      <PhotoGrid
        label="Photos"
        images={PHOTOS}
        addressOf={({ id }) => `/${id}`}
        nameOf={({ id }) => String(id)}
        caption={() => null}
        captionPx={0}
        selection={selection}
      />
    </>
  );
}

beforeEach(() => {
  giveElementsASize();
});

test('the keys work on arrival, when the heading has the focus or nothing has', () => {
  render(<Tray />);
  screen.getByRole('heading').focus();
  fireEvent.keyDown(screen.getByRole('heading'), { key: 'ArrowRight' });
  const grid = screen.getByRole('listbox');
  expect(document.activeElement).toBe(grid);
  fireEvent.keyDown(grid, { key: ' ' });
  expect(screen.getByText('Selected 2')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(screen.getByText('Selected')).toBeTruthy();
});

test('the keys of somebody who types stay in the field', () => {
  render(<Tray />);
  fireEvent.keyDown(screen.getByRole('textbox'), { key: ' ' });
  expect(screen.getByText('Selected')).toBeTruthy();
});

// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { countOf } from '#web/lib/formats.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { Combobox } from './combobox.tsx';

const TEAMS = Array.from({ length: 900 }, (_, index) => ({ id: index + 1, name: `Team ${index + 1}` }));
type Team = (typeof TEAMS)[number];

const onPick = vi.fn<(team: Team) => void>();
const onKeyAround = vi.fn<(key: string) => void>();

function Teams({ isLoading = false }: { isLoading?: boolean }) {
  const [text, setText] = useState('');
  const found = TEAMS.filter(({ name }) => name.includes(text));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the sheet around it
    <div onKeyDown={({ key }) => onKeyAround(key)}>
      <Combobox
        label="Team"
        placeholder="Name"
        text={text}
        onText={setText}
        options={found}
        keyOf={({ id }) => id}
        onPick={onPick}
        listLabel="Teams"
        countWords={(count) => countOf(count, 'team')}
        nothingFound="No team matches."
        isLoading={isLoading}
        optionPx={60}
        inputClassName=""
      >
        {({ name }) => name}
      </Combobox>
    </div>
  );
}

const field = () => screen.getByRole('combobox', { name: 'Team' });
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(field(), { key });
};
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const active = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent ?? undefined;

beforeEach(() => {
  giveElementsASize();
  onPick.mockClear();
  onKeyAround.mockClear();
});

test.each([
  ['stands on the first', [], 'Team 1'],
  ['walks down', ['ArrowDown', 'ArrowDown'], 'Team 3'],
  ['walks up again', ['ArrowDown', 'ArrowDown', 'ArrowUp'], 'Team 2'],
  ['stops at the first', ['ArrowUp'], 'Team 1'],
  ['jumps to the last', ['End'], 'Team 900'],
  ['stops at the last', ['End', 'ArrowDown'], 'Team 900'],
  ['jumps to the first', ['End', 'Home'], 'Team 1'],
  ['leaps', ['PageDown', 'PageDown', 'PageUp'], 'Team 9'],
])('the keyboard %s, and Enter takes that one', (_what, keys, expected) => {
  render(<Teams />);
  press(...keys);
  expect(active()).toBe(expected);
  press('Enter');
  expect(onPick).toHaveBeenCalledWith(expect.objectContaining({ name: expected }));
});

test('typing begins at the first again', () => {
  render(<Teams />);
  press('End');
  type('Team 45');
  expect(active()).toBe('Team 45');
});

test('Escape empties the field, and only an empty field lets it through', () => {
  render(<Teams />);
  type('45');
  press('Escape');
  expect(field()).toHaveProperty('value', '');
  expect(onKeyAround).not.toHaveBeenCalled();
  press('Escape');
  expect(onKeyAround).toHaveBeenCalledWith('Escape');
});

test('of many options only those near the screen exist, each with its place', () => {
  render(<Teams />);
  const options = screen.getAllByRole('option');
  expect(options.length).toBeLessThan(60);
  expect(options[0]?.getAttribute('aria-posinset')).toBe('1');
  expect(options[0]?.getAttribute('aria-setsize')).toBe('900');
});

test('how many were found is announced, and so is that there is none', () => {
  render(<Teams />);
  expect(screen.getByRole('status').textContent).toBe('900 teams');
  type('Team 45');
  expect(screen.getByRole('status').textContent).toBe('11 teams');
  type('nobody');
  expect(screen.getByRole('status').textContent).toBe('No team matches.');
  expect(field().getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByRole('listbox')).toBeNull();
  press('Enter', 'ArrowDown');
  expect(onPick).not.toHaveBeenCalled();
});

test('while it looks it says so', () => {
  render(<Teams isLoading />);
  expect(screen.getByRole('status').textContent).toBe('Searching…');
  expect(screen.getByRole('listbox').getAttribute('aria-busy')).toBe('true');
});

test('a press takes an option and leaves the focus where it was', () => {
  render(<Teams />);
  const option = screen.getByRole('option', { name: 'Team 4' });
  expect(fireEvent.mouseDown(option)).toBe(false);
  fireEvent.click(option);
  expect(onPick).toHaveBeenCalledWith(TEAMS[3]);
});

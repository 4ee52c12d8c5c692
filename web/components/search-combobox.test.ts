import { expect, test } from 'vitest';
import { markMatches } from './search-combobox.tsx';

const marked = (name: string, typed: string) =>
  markMatches(name, typed).map(({ part, isMatch }) => (isMatch ? `[${part}]` : part));

test.each([
  ['Northshore Elite Royals', 'north', ['[North]', 'shore Elite Royals']],
  ['Northshore Elite Royals', 'elite NORTH', ['[North]', 'shore ', '[Elite]', ' Royals']],
  ['Northshore', 'xyz', ['Northshore']],
  ['Northshore', '  ', ['Northshore']],
  ['A+ (Gold)', '+ (g', ['A', '[+]', ' ', '[(G]', 'old)']],
])('%j marked by %j', (name, typed, parts) => {
  expect(marked(name, typed)).toEqual(parts);
});

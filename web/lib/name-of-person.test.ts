import { expect, test } from 'vitest';
import { nameOfPerson } from './formats.ts';

test.each([
  ['Riley Parent', 'riley@encore.test', 'Riley Parent'],
  [' ', 'riley@encore.test', 'riley@encore.test'],
  ['', null, 'No name'],
])('a person with the name "%s" and the address %s is called %s', (name, email, called) => {
  expect(nameOfPerson({ name, email })).toBe(called);
});

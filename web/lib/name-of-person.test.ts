import { expect, test } from 'vitest';
import { nameOfPerson } from './formats.ts';

test.each([
  [{ name: 'Riley Parent', email: 'riley@encore.test' }, 'Riley Parent'],
  [{ name: ' ', email: 'riley@encore.test', phone_number: '+15125550123', id: 7 }, 'riley@encore.test'],
  [{ name: '', email: '', phone_number: '+15125550123', id: 7 }, '+15125550123'],
  [{ name: '', email: '', phone_number: null, id: 7 }, 'User 7'],
  [{ name: '', email: null }, 'No name'],
])('%o is called %s', (person, called) => {
  expect(nameOfPerson(person)).toBe(called);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passwordStrength } from './accounts.ts';

describe('password strength', () => {
  test.each([
    ['', 'Too weak'],
    ['aaaaaaaaaaaaaaaa', 'Too weak'],
    ['aaaa1', 'Too weak'],
    ['aaaaa1', 'Weak'],
    ['aaaaaa1', 'Weak'],
    ['aaaaaaaaaaaaaaa1', 'Weak'],
    ['Aaaaaa1', 'Weak'],
    ['Aaaaaaa1', 'Medium'],
    ['Aaaaaaaaaaaaaaa1', 'Medium'],
    ['Aaaaaaa1!', 'Medium'],
    ['Aaaaaaaa1!', 'Strong'],
    ['ñandúÑ1 xy', 'Strong'],
    ['😀😀😀😀1', 'Too weak'],
    ['😀😀😀😀😀1', 'Weak'],
  ])('of "%s" is %s', (password, name) => {
    expect(passwordStrength(password).name).toBe(name);
  });

  test('numbers its levels from 0 to 3', () => {
    expect(
      ['', 'aaaaa1', 'Aaaaaaa1', 'Aaaaaaaa1!'].map((password) => passwordStrength(password).level),
    ).toEqual([0, 1, 2, 3]);
  });

  test('never falls when a character is added at the end', () => {
    const character = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 });
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 14 }), character, (password, more) => {
        expect(passwordStrength(password + more).level).toBeGreaterThanOrEqual(
          passwordStrength(password).level,
        );
      }),
    );
  });
});

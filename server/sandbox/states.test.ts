import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processingFee } from './balance-transactions.ts';
import { passesLuhn } from './card.rules.ts';
import { parseForm } from './form.ts';
import { PAYMENT_STATES } from './payment-intent.states.ts';
import { SETUP_STATES } from './setup-intent.states.ts';
import { findCardByNumber, findCardByToken } from './test-cards.ts';

type Machine = Record<string, { to: readonly string[] }>;

function reachable(machine: Machine, start: string): string[] {
  const seen = new Set([start]);
  for (const state of seen) for (const next of machine[state]?.to ?? []) seen.add(next);
  return [...seen].sort();
}

describe.each([
  ['payment intent', PAYMENT_STATES],
  ['setup intent', SETUP_STATES],
] as [string, Machine][])('the %s machine', (_name, machine) => {
  test('reaches every state from the first one', () => {
    expect(reachable(machine, 'requires_payment_method')).toEqual(Object.keys(machine).sort());
  });

  test('names only states it knows, and can be left from all but the two last ones', () => {
    for (const { to } of Object.values(machine)) {
      for (const next of to) expect(Object.keys(machine)).toContain(next);
    }
    const last = Object.keys(machine).filter((state) => machine[state]?.to.length === 0);
    expect(last.sort()).toEqual(['canceled', 'succeeded']);
  });
});

describe('form-encoded text', () => {
  test('is read back as it was nested', () => {
    const text = 'a=1&card[number]=42&expand[0]=x.y&expand[1]=z&types[]=p&types[]=q&m[k%5B]=v%20w';
    expect(() => parseForm(text)).toThrow(/Invalid parameter name/);
    const parsed = parseForm(text.replace('&m[k%5B]=v%20w', '&m[k]=v%20w'));
    expect(structuredClone({ ...parsed })).toEqual({
      a: '1',
      card: { number: '42' },
      expand: ['x.y', 'z'],
      types: ['p', 'q'],
      m: { k: 'v w' },
    });
  });

  test.each([
    ['a prototype name is plain data', '__proto__[polluted]=yes'],
    ['a list with a gap stays an object', 'a[0]=x&a[2]=y'],
  ])('%s', (_rule, text) => {
    parseForm(text);
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test.each(['a=1&a[b]=2', 'a[b=1', 'a[1][2][3][4][5][6][7][8][9]=x', 'a=%00'])('refuses %s', (text) => {
    expect(() => parseForm(text)).toThrow();
  });
});

describe('cards', () => {
  test('any single wrong digit fails the check digit', () => {
    fc.assert(
      fc.property(fc.nat(15), fc.integer({ min: 1, max: 9 }), (position, change) => {
        const digits = [...'4242424242424242'].map(Number);
        digits[position] = ((digits[position] ?? 0) + change) % 10;
        expect(passesLuhn(digits.join(''))).toBe(false);
      }),
    );
  });

  test('are found by number and, where the provider publishes one, by name', () => {
    expect(findCardByToken('pm_card_visa')).toBe(findCardByNumber('4242424242424242'));
    expect(findCardByToken('tok_visa')).toBe(findCardByNumber('4242424242424242'));
    expect(findCardByToken('pm_card_amex_second')).toBeUndefined();
    expect(findCardByNumber('4111111111111111')).toBeUndefined();
  });

  test.each([
    [2000, 88],
    [1995, 88],
    [499, 44],
    [50, 31],
  ])('a charge of %i cents costs %i', (amount, fee) => {
    expect(processingFee(amount)).toBe(fee);
  });
});

import { describe, expect, test } from 'vitest';
import { parseForm } from './call.ts';
import { processingFee } from './charges.ts';
import { PAYMENT_STATES } from './pay.ts';

type Machine = Record<string, { to: readonly string[] }>;

function reachable(machine: Machine, start: string): string[] {
  const seen = new Set([start]);
  for (const state of seen) for (const next of machine[state]?.to ?? []) seen.add(next);
  return [...seen].sort();
}

describe('the states of a payment intent', () => {
  const machine: Machine = PAYMENT_STATES;

  test('are all reachable from the first one', () => {
    expect(reachable(machine, 'requires_payment_method')).toEqual(Object.keys(machine).sort());
  });

  test('can all be left except the last two', () => {
    const last = Object.keys(machine).filter((state) => machine[state]?.to.length === 0);
    expect(last.sort()).toEqual(['canceled', 'succeeded']);
  });
});

describe('form-encoded text', () => {
  test('keeps its nesting', () => {
    const parsed = parseForm('a=1&card[number]=42&expand[0]=x.y&expand[1]=z&types[]=p&types[]=q&m[k]=v%20w');
    expect(structuredClone({ ...parsed })).toEqual({
      a: '1',
      card: { number: '42' },
      expand: ['x.y', 'z'],
      types: ['p', 'q'],
      m: { k: 'v w' },
    });
  });

  test('cannot change a prototype', () => {
    parseForm('__proto__[polluted]=yes');
    expect(({} as { polluted?: string }).polluted).toBeUndefined();
  });

  test.each(['a=1&a[b]=2', 'a[b=1', 'm[k%5B]=v', 'a[1][2][3][4][5][6][7][8][9]=x', 'a=%00'])(
    'refuses %s',
    (text) => {
      expect(() => parseForm(text)).toThrow();
    },
  );
});

test.each([
  [2000, 88],
  [1995, 88],
  [499, 44],
  [50, 31],
])('a charge of %i cents costs %i', (amount, fee) => {
  expect(processingFee(amount)).toBe(fee);
});

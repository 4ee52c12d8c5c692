import { describe, expect, test } from 'vitest';
import {
  disputeMachine,
  orderMachine,
  paymentMachine,
  poolMachine,
  refundMachine,
  type StateMachine,
  shareMachine,
  stateMachine,
} from './order-states.ts';

const machines: Record<string, StateMachine<string>> = {
  order: orderMachine,
  payment: paymentMachine,
  pool: poolMachine,
  share: shareMachine,
  refund: refundMachine,
  dispute: disputeMachine,
} as never;

describe.each(Object.entries(machines))('the %s machine', (_name, machine) => {
  test('reaches every state', () => {
    expect(unreachableStates(machine)).toEqual([]);
  });

  test('never moves from a state to itself, or out of a final state', () => {
    for (const state of machine.states) {
      expect(machine.canMove(state, state)).toBe(false);
      if (machine.isFinal(state)) {
        expect(machine.states.filter((to) => machine.canMove(state, to))).toEqual([]);
      }
    }
  });
});

test('an unreachable state is found', () => {
  expect(unreachableStates(stateMachine<'a' | 'b' | 'lost'>({ a: ['b'], b: [], lost: ['a'] }))).toEqual([
    'lost',
  ]);
});

test.each([
  [orderMachine, 'cancelled', 'paid'],
  [orderMachine, 'expired', 'paid'],
  [orderMachine, 'refunded', 'open'],
  [paymentMachine, 'failed', 'succeeded'],
  [paymentMachine, 'released', 'succeeded'],
  [shareMachine, 'released', 'paid'],
  [disputeMachine, 'lost', 'won'],
] as [StateMachine<string>, string, string][])(
  'a finished story does not go on (%#)',
  (machine, from, to) => {
    expect(machine.canMove(from, to)).toBe(false);
  },
);

function unreachableStates<State extends string>({ states, canMove }: StateMachine<State>): State[] {
  const reached = new Set(states.slice(0, 1));
  for (const from of reached) for (const to of states) if (canMove(from, to)) reached.add(to);
  return states.filter((state) => !reached.has(state));
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CARD_ATTEMPT_LIMITS, CARD_ATTEMPT_SUBJECTS, judgeCardAttempts } from './cards.ts';

const ORDER = ['free', 'challenge', 'wait', 'block'];
const tally = fc.record({ declined: fc.nat(400), open: fc.nat(20), passed: fc.nat(50) });

test.each(CARD_ATTEMPT_SUBJECTS)('the bank is asked before %s is blocked', (subject) => {
  const { challenge, block } = CARD_ATTEMPT_LIMITS[subject];
  const after = (declined: number) => judgeCardAttempts(subject, { declined, open: 0, passed: 0 });
  expect(challenge).toBeLessThan(block);
  expect([after(0), after(challenge - 1)]).toEqual(['free', 'free']);
  expect([after(challenge), after(block - 1)]).toEqual(['challenge', 'challenge']);
  expect([after(block), after(block + 100)]).toEqual(['block', 'block']);
});

test('another decline never helps, and another payment never hurts', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CARD_ATTEMPT_SUBJECTS), tally, (subject, counts) => {
      const rank = (changed: typeof counts) => ORDER.indexOf(judgeCardAttempts(subject, changed));
      expect(rank({ ...counts, declined: counts.declined + 1 })).toBeGreaterThanOrEqual(rank(counts));
      expect(rank({ ...counts, passed: counts.passed + 1 })).toBeLessThanOrEqual(rank(counts));
    }),
  );
});

test('tries that wait for their answer block nobody for longer than that', () => {
  const { block } = CARD_ATTEMPT_LIMITS.account;
  expect(judgeCardAttempts('account', { declined: 0, open: block, passed: 0 })).toBe('wait');
  expect(judgeCardAttempts('account', { declined: block - 1, open: 5, passed: 0 })).toBe('wait');
  expect(judgeCardAttempts('account', { declined: block, open: 0, passed: 0 })).toBe('block');
});

test('payments make up for at most six declines of an account, but a busy arena is not blocked', () => {
  expect(judgeCardAttempts('account', { declined: 14, open: 0, passed: 40 })).toBe('block');
  expect(judgeCardAttempts('address', { declined: 400, open: 20, passed: 2_000 })).toBe('free');
});

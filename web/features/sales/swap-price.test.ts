import { expect, test } from 'vitest';
import { judgeSwap } from './swap-confirm.tsx';

test('an equal or lower price passes for everyone, and says what happens to the difference', () => {
  expect(judgeSwap(1995, 1995, 'customer_support')).toMatchObject({ isAllowed: true, needsMemo: false });
  const lower = judgeSwap(1995, 1495, 'analyst');
  expect(lower).toMatchObject({ isAllowed: true, needsMemo: false });
  expect(lower.sentence).toContain('$5.00 less');
});

test('a higher price is for a super with a memo alone', () => {
  expect(judgeSwap(1995, 2495, 'customer_support').isAllowed).toBe(false);
  expect(judgeSwap(1995, 2495, 'analyst').isAllowed).toBe(false);
  expect(judgeSwap(1995, 2495, 'super')).toMatchObject({ isAllowed: true, needsMemo: true });
});

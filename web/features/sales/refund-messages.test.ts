import { expect, test } from 'vitest';
import { sentRefundMessage } from './refund-sheet.tsx';

test('staff read who was not refunded', () => {
  const not_refunded = [
    { id: 5, name: 'Ann Parent', amount: 570 },
    { id: 6, name: 'Bo Parent', amount: 285 },
  ];
  expect(sentRefundMessage({ amount: 855, status: 'succeeded', not_refunded })).toBe(
    'The bank was asked to send back $8.55. Not refunded, because the card provider refused: Ann Parent ($5.70), Bo Parent ($2.85).',
  );
  expect(sentRefundMessage({ amount: 855, status: 'reserved', not_refunded: [] })).toBe(
    'The refund of $8.55 is waiting for the card provider. We’ll keep trying.',
  );
});

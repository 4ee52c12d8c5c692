import { expect, test } from 'vitest';
import { fillReply, unfilledIn } from './canned-replies.tsx';

test.each([
  [{ name: 'Ann  North', order: 794 }, 'Hi Ann, order 794 is ready.', undefined],
  [{ name: '', order: 794 }, 'Hi there, order 794 is ready.', undefined],
  [{}, 'Hi there, order {order} is ready.', '{order}'],
])('%j fills a reply, and what is not known has to be replaced', (known, expected, left) => {
  const text = fillReply('Hi {name}, order {order} is ready.', known);
  expect(text).toBe(expected);
  expect(unfilledIn(text)).toBe(left);
});

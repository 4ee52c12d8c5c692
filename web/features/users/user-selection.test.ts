import { expect, test } from 'vitest';
import { MAX_USERS_AT_ONCE, type UserSummary } from '#contract/endpoints/user-administration.ts';
import { addUsers, NOBODY, toggleUser } from './user-selection.ts';

const user = (id: number): UserSummary => ({
  id,
  email: `${id}@example.test`,
  first_name: 'A',
  last_name: 'B',
  name: 'A B',
  phone_number: null,
  type: 'authenticated',
  created_at: '2026-11-01T10:00:00Z',
});

test('a user is chosen and let go again', () => {
  const one = toggleUser(NOBODY, user(1));
  expect([...one.keys()]).toEqual([1]);
  expect(toggleUser(one, user(1)).size).toBe(0);
  expect(NOBODY.size).toBe(0);
});

test('no more are chosen than one call takes', () => {
  const many = addUsers(
    NOBODY,
    Array.from({ length: MAX_USERS_AT_ONCE + 5 }, (_, id) => user(id + 1)),
  );
  expect(many.size).toBe(MAX_USERS_AT_ONCE);
  expect(toggleUser(many, user(9_999)).size).toBe(MAX_USERS_AT_ONCE);
});

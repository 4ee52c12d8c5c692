import { expect, test } from 'vitest';
import { user as schema } from '#contract/entities/user.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { isStoredUser } from './session.ts';

const user = buildUser();

test('a whole user is accepted', () => {
  expect(isStoredUser(user)).toBe(true);
});

test.each(Object.keys(schema.shape))('a user of an older release, without %s, is loaded again', (field) => {
  const { [field as keyof typeof user]: _gone, ...rest } = user;
  expect(isStoredUser(rest)).toBe(false);
});

test.each([null, 7, 'user', [], { ...user, type: 'owner' }, { ...user, id: '7' }])(
  '%j is no user',
  (value) => {
    expect(isStoredUser(value)).toBe(false);
  },
);

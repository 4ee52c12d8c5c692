// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';
import { user as schema } from '#contract/entities/user.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { closeSession, isStoredUser, keepUser, openSession, readSession, startSession } from './session.ts';

const user = buildUser();
let stop = () => {};

afterEach(() => {
  stop();
  stop = () => {};
});

test('logging in stores the token and the user under the keys of the specification', () => {
  openSession({ jwt: 'token-1', user });
  expect(localStorage.getItem('ACCESS_TOKEN')).toBe('token-1');
  expect(JSON.parse(localStorage.getItem('USER') ?? '')).toEqual(user);
  expect(readSession().isLoggedIn).toBe(true);
});

test('a stored token restores the session with the stored user', () => {
  localStorage.setItem('ACCESS_TOKEN', 'token-1');
  localStorage.setItem('USER', JSON.stringify(user));
  stop = startSession();
  expect(readSession()).toEqual({ isLoggedIn: true, token: 'token-1', user });
});

test.each(['{ not json', '{"id":7}', ''])(
  'a stored token with the unreadable user %j waits for it',
  (raw) => {
    localStorage.setItem('ACCESS_TOKEN', 'token-1');
    localStorage.setItem('USER', raw);
    stop = startSession();
    expect(readSession()).toEqual({ isLoggedIn: false, token: 'token-1' });
    keepUser(user);
    expect(readSession()).toEqual({ isLoggedIn: true, token: 'token-1', user });
  },
);

test('logging out removes both keys', () => {
  openSession({ jwt: 'token-1', user });
  closeSession();
  expect(localStorage.getItem('ACCESS_TOKEN')).toBeNull();
  expect(localStorage.getItem('USER')).toBeNull();
  expect(readSession().isLoggedIn).toBe(false);
});

test('a user who belongs to an earlier session is not kept', () => {
  openSession({ jwt: 'token-2', user: buildUser({ id: 8 }) });
  keepUser(user);
  expect(readSession().user?.id).toBe(8);
});

test('other tabs follow a logout and a login', () => {
  stop = startSession();
  localStorage.setItem('USER', JSON.stringify(user));
  localStorage.setItem('ACCESS_TOKEN', 'token-1');
  window.dispatchEvent(new StorageEvent('storage', { key: 'ACCESS_TOKEN' }));
  expect(readSession().isLoggedIn).toBe(true);
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(readSession().isLoggedIn).toBe(false);
});

test('the session works where storage is closed', () => {
  const closed = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(closed);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(closed);
  vi.spyOn(Storage.prototype, 'removeItem').mockImplementation(closed);
  openSession({ jwt: 'token-1', user });
  stop = startSession();
  expect(readSession().isLoggedIn).toBe(true);
  closeSession();
  stop();
  stop = startSession();
  expect(readSession().isLoggedIn).toBe(false);
});

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

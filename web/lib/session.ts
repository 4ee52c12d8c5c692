import { useSyncExternalStore } from 'react';
import type { Session as IssuedSession } from '#contract/endpoints/accounts.ts';
import type { User } from '#contract/entities/user.ts';
import { can, type Permission, ROLES } from '#contract/rules/permissions.ts';
import {
  createStore,
  isFlag,
  isList,
  isNumber,
  isObject,
  isText,
  orNull,
  readStored,
  readStoredJson,
  removeStored,
  shapeOf,
  useStore,
  writeStored,
  writeStoredJson,
} from './storage.ts';

const TOKEN_KEY = 'ACCESS_TOKEN';
const USER_KEY = 'USER';

export type Session =
  | { isLoggedIn: false; token?: undefined; user?: undefined }
  /** The stored user is missing or outdated, so it has to be loaded first. */
  | { isLoggedIn: false; token: string; user?: undefined }
  | { isLoggedIn: true; token: string; user: User };

const LOGGED_OUT: Session = { isLoggedIn: false };

function restoreSession(): Session {
  const token = readStored(TOKEN_KEY);
  if (!token) return LOGGED_OUT;
  const user = readStoredJson(USER_KEY);
  return isStoredUser(user) ? { isLoggedIn: true, token, user } : { isLoggedIn: false, token };
}

const store = createStore<Session>(LOGGED_OUT);

export const readSession = store.read;
export const subscribeToSession = store.subscribe;
/** The server renders pages for visitors, and the browser begins with what the server sent. */
export const useSession = () => useSyncExternalStore(store.subscribe, store.read, () => LOGGED_OUT);

export function startSession(): () => void {
  store.write(restoreSession());
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || event.key === TOKEN_KEY || event.key === USER_KEY)
      store.write(restoreSession());
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** True on the log-in page of somebody whose session was ended by the server. */
const endings = createStore(false);
export const useWasLoggedOut = () => useStore(endings);

/** True while the site tries to log in with a stored token or with the link of a mail. */
const tries = createStore(false);
export const useTriesLogin = () => useStore(tries);

export async function tryLogin(work: () => Promise<unknown>): Promise<void> {
  tries.write(true);
  try {
    await work();
  } finally {
    tries.write(false);
  }
}

export function openSession({ jwt, user }: IssuedSession): void {
  // The user is written first, because another tab wakes up on the token and needs both.
  writeStoredJson(USER_KEY, user);
  writeStored(TOKEN_KEY, jwt);
  store.write({ isLoggedIn: true, token: jwt, user });
  endings.write(false);
}

/** Ignores an answer about anyone else, which came too late. */
export function keepUser(user: User): void {
  const { token, user: known } = store.read();
  if (!token || (known && known.id !== user.id)) return;
  writeStoredJson(USER_KEY, user);
  store.write({ isLoggedIn: true, token, user });
}

export function closeSession(): void {
  removeStored(TOKEN_KEY);
  removeStored(USER_KEY);
  store.write(LOGGED_OUT);
}

/** Ends a session that the server no longer accepts, as opposed to a log-out by the user. */
export function loseSession(): void {
  endings.write(true);
  closeSession();
}

/** The user's rights as the browser knows them. The server decides. */
export type Rights = Pick<User, 'type'> & Partial<Pick<User, 'permissions'>>;

export const userCan = ({ type: role, permissions }: Rights, permission: Permission) =>
  can({ role, permissions }, permission);

/** Throws unless someone is logged in. */
export function useUser(): User {
  const session = useSession();
  if (!session.isLoggedIn) throw new Error('No one is logged in');
  return session.user;
}

/** False for a user that was stored by a release whose users lacked a field. */
export const isStoredUser = shapeOf<User>({
  id: isNumber,
  email: isText,
  username: isText,
  email_verified: isFlag,
  logs_in_by_link: isFlag,
  first_name: isText,
  last_name: isText,
  name: isText,
  birth_date: orNull(isText),
  agreed_to_terms: isFlag,
  terms_due: orNull(isNumber),
  country: orNull(isText),
  city: orNull(isText),
  state: orNull(isText),
  zip_code: orNull(isText),
  phone_number: orNull(isText),
  phone_verified: isFlag,
  language: orNull(isText),
  has_modified_notification_settings: orNull(isText),
  type: (value) => (ROLES as readonly unknown[]).includes(value),
  permissions: isList,
  second_factor_on: isFlag,
  second_factor_needed: isFlag,
  suspended_at: orNull(isText),
  suspension: orNull(isObject),
  created_at: isText,
  awaits_album: isFlag,
  team_subscriptions: isList,
  cart: orNull(isObject),
  payment_sources: isList,
});

// Which users are chosen for what is done to several at once; no more than one call takes.

import { MAX_USERS_AT_ONCE, type UserSummary } from '#contract/endpoints/user-administration.ts';

export type ChosenUsers = ReadonlyMap<number, UserSummary>;

export const NOBODY: ChosenUsers = new Map();

export function toggleUser(chosen: ChosenUsers, user: UserSummary): ChosenUsers {
  const next = new Map(chosen);
  if (next.delete(user.id)) return next;
  return next.size < MAX_USERS_AT_ONCE ? next.set(user.id, user) : chosen;
}

/** Everyone between two rows, as far as they are known and as many as fit. */
export function addUsers(chosen: ChosenUsers, users: readonly UserSummary[]): ChosenUsers {
  const next = new Map(chosen);
  for (const user of users) if (next.size < MAX_USERS_AT_ONCE) next.set(user.id, user);
  return next;
}

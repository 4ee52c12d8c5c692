import type { UserSort } from '#contract/endpoints/user-administration.ts';

type Directions = { first: UserSort; second: UserSort };

/** What a column's head sorts by: at the first press, and at the second. */
export const COLUMN_SORTS = {
  name: { first: 'name', second: 'name_desc' },
  email: { first: 'email', second: 'email_desc' },
  role: { first: 'role', second: 'role_desc' },
  joined: { first: 'newest', second: 'oldest' },
} as const satisfies Record<string, Directions>;

const DESCENDING: ReadonlySet<UserSort> = new Set(['newest', 'name_desc', 'email_desc', 'role_desc']);

export function nextSort(current: UserSort, { first, second }: Directions): UserSort {
  return current === first ? second : first;
}

/** Undefined where the list is sorted by another column. */
export function directionOf(current: UserSort, { first, second }: Directions) {
  if (current !== first && current !== second) return undefined;
  return DESCENDING.has(current) ? 'descending' : 'ascending';
}

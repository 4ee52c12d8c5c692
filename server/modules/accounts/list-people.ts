import type { Db } from '#server/platform/database.ts';
import { listNames } from './people.queries.ts';

export { namesToJoin } from './people.queries.ts';

export type Person = { name: string; firstName: string; email: string };

export async function listPeople(
  db: Db,
  userIds: readonly (number | null)[],
): Promise<ReadonlyMap<number, Person>> {
  const wanted = [...new Set(userIds.filter((id) => id !== null))];
  const people = await listNames(db, wanted);
  return new Map(people.map(({ id, ...person }) => [id, person] as const));
}

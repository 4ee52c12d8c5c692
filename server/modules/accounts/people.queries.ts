import { anyOf, type Db } from '#server/platform/database.ts';

export function listNames(db: Db, userIds: number[]) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'firstName', 'email'])
    .where('id', '=', anyOf(userIds))
    .execute();
}

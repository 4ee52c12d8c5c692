import { sql } from 'kysely';
import type { Db } from '#server/platform/database/database.ts';
import { type ExportFile, jsonFiles } from '#server/platform/personal-data/export-file.ts';

/** What was done to a person's account and data. Who of the staff did it is not told. */
export async function* exportAudit({ db }: { db: Db }, userId: number): AsyncGenerator<ExportFile> {
  yield* jsonFiles('changes-on-record', async (afterId, limit) => {
    const rows = await db
      .selectFrom('auditLog')
      .select(['id', 'action', 'before', 'after', 'createdAt'])
      .select(sql<boolean>`actor_id is not distinct from ${userId}`.as('byYou'))
      .where(
        sql<boolean>`(subject = ${`user:${userId}`} or before ->> 'userId' = ${String(userId)} or actor_id = ${userId})`,
      )
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows;
  });
}

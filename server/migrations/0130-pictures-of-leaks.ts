import { type Kysely, sql } from 'kysely';

/** A search for the source of a leak takes several pictures together. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table traces
      add column pictures smallint not null default 1 check (pictures between 1 and 20),
      add column pictures_read smallint check (pictures_read between 0 and 20)`.execute(db);
}

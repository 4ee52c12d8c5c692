import { type Kysely, sql } from 'kysely';

/** A coupon may be limited to teams: a list of program and team names. An empty team name stands for the whole program. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table coupons add column teams jsonb not null default '[]'
      check (jsonb_typeof(teams) = 'array' and jsonb_array_length(teams) <= 20)`.execute(db);
}

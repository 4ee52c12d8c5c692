import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await findCommonWords(db);
  await findPairs(db);
}

/** Suggestions show the teams with the most albums, so a common word is found without reading every team that has it. */
async function findCommonWords(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index team_catalogue_in_order on team_catalogue (albums_count desc, program_name, team_name, division_name)
      where albums_count > 0`.execute(db);
}

/** Trigrams cannot find a keyword of two characters, such as the number of a team. */
async function findPairs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function character_pairs(content text) returns text[] language sql immutable strict parallel safe
    return array(select distinct substr(content, place, 2) from generate_series(1, length(content) - 1) place)`.execute(
    db,
  );
  await sql`
    alter table team_catalogue add column pairs text[] not null generated always as
      (character_pairs(lower(program_name || ' ' || team_name || ' ' || division_name))) stored`.execute(db);
  await sql`drop index team_catalogue_search`.execute(db);
  await sql`
    create index team_catalogue_search on team_catalogue using gin (search gin_trgm_ops, pairs)`.execute(db);
}

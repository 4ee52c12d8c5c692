import { type Kysely, sql } from 'kysely';

/**
 * Keeps every two characters that follow each other in the search text of an album. Trigrams cannot find a keyword of two characters,
 * so a search for one that occurs nowhere would read all albums. Pairs are never removed and may be there twice: two
 * transactions that write the same new pair must not wait for each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table album_pairs (pair text not null)`.execute(db);
  await sql`create index album_pairs_by_pair on album_pairs (pair)`.execute(db);
  await sql`
    create function add_album_pairs() returns trigger language plpgsql as $$ begin
      insert into album_pairs (pair)
      select pair from unnest(character_pairs(new.search)) pair
      where not exists (select from album_pairs known where known.pair = pair.pair);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger albums_add_pairs after insert on albums for each row execute function add_album_pairs()`.execute(
    db,
  );
  await sql`
    create trigger albums_change_pairs after update on albums for each row
      when (new.search is distinct from old.search) execute function add_album_pairs()`.execute(db);
}

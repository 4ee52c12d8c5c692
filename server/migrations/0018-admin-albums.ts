import { type Kysely, sql } from 'kysely';

/**
 * The staff list sorts by these. There is none by the number of photos: it changes with every frame, and an index
 * on it would cost each of those an entry in every other index of the table.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index albums_by_order on albums (performance_order, id)`.execute(db);
  await sql`create index albums_by_name on albums (lower(program_name), lower(team_name), id)`.execute(db);
  await sql`create index albums_by_state on albums (published_at desc nulls last, id desc)`.execute(db);

  await sql`
    create table album_batches (
      key uuid primary key,
      actor_id integer references users on delete set null,
      action text not null check (action in ('publish', 'publish_quietly', 'unpublish', 'prepare_zips', 'undo')),
      undoes uuid unique references album_batches on delete cascade,
      created_at timestamptz not null,
      finished_at timestamptz,
      check ((action = 'undo') = (undoes is not null))
    )`.execute(db);
  await sql`create index album_batches_by_age on album_batches (created_at)`.execute(db);
  await sql`
    create table album_batch_items (
      batch_key uuid not null references album_batches on delete cascade,
      album_id integer not null,
      outcome text check (outcome in ('changed', 'unchanged', 'failed')),
      published_before timestamptz,
      published_after timestamptz,
      untold integer[] not null default '{}',
      primary key (batch_key, album_id)
    )`.execute(db);
  await sql`comment on column album_batch_items.album_id is 'no reference: an album that was asked for may not exist'`.execute(
    db,
  );
  await sql`comment on column album_batch_items.untold is 'users who were still to be told of an album when it was unpublished'`.execute(
    db,
  );
  await sql`create index album_batch_items_waiting on album_batch_items (batch_key, album_id) where outcome is null`.execute(
    db,
  );
}

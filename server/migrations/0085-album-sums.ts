import { type Kysely, sql } from 'kysely';

/**
 * What each album has sold and earned, so that the staff list is sorted by it from an index. Every album has a row per
 * payment mode. A transaction that changes a sale appends its albums to `kept_album_changes`, so sales never wait for each
 * other; these albums are counted again before the list is read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_albums (
      mode text not null check (mode in ('sandbox', 'test', 'live')),
      album_id integer not null references albums on delete cascade,
      sold integer not null default 0 check (sold >= 0),
      cents bigint not null default 0,
      primary key (album_id, mode)
    )`.execute(db);
  await sql`
    create table kept_album_changes (
      id bigint generated always as identity primary key,
      album_id integer not null
    )`.execute(db);
  await sql`
    insert into kept_albums (mode, album_id)
    select mode, albums.id from albums, unnest(array['sandbox', 'test', 'live']) mode`.execute(db);
  await sql`insert into kept_album_changes (album_id) select distinct album_id from order_lines`.execute(db);
  await sql`create index kept_albums_by_sold on kept_albums (mode, sold, album_id)`.execute(db);
  await sql`create index kept_albums_by_cents on kept_albums (mode, cents, album_id)`.execute(db);
  await keepNewAlbums(db);
  await noteAlbums(db);
  await noteOrders(db);
}

async function keepNewAlbums(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_new_albums() returns trigger language plpgsql as $$ begin
      insert into kept_albums (mode, album_id)
      select mode, new_rows.id from new_rows, unnest(array['sandbox', 'test', 'live']) mode;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger albums_kept after insert on albums referencing new table as new_rows
      for each statement execute function keep_new_albums()`.execute(db);
}

/** Ledger lines and order lines name their album. */
async function noteAlbums(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_sold_albums() returns trigger language plpgsql as $$ begin
      insert into kept_album_changes (album_id) select distinct album_id from new_rows;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ledger_lines_note_albums after insert on ledger_lines referencing new table as new_rows
      for each statement execute function note_sold_albums()`.execute(db);
  await sql`
    create trigger order_lines_note_albums after insert on order_lines referencing new table as new_rows
      for each statement execute function note_sold_albums()`.execute(db);
  await sql`
    create function note_line_change() returns trigger language plpgsql as $$ begin
      insert into kept_album_changes (album_id)
      select distinct album_id from unnest(array[old.album_id, new.album_id]) album_id where album_id is not null;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger order_lines_changed_albums after delete or update of album_id, image_id, total_cents, refunded_cents
      on order_lines for each row execute function note_line_change()`.execute(db);
  await sql`
    create function note_entitled_albums() returns trigger language plpgsql as $$ begin
      insert into kept_album_changes (album_id)
      select distinct album_id from order_lines where id in (old.order_line_id, new.order_line_id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger entitlements_note_albums after insert or delete or update of state, order_line_id on entitlements
      for each row execute function note_entitled_albums()`.execute(db);
}

async function noteOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_order_albums() returns trigger language plpgsql as $$ begin
      insert into kept_album_changes (album_id) select distinct album_id from order_lines where order_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger orders_note_albums after update of paid_at, is_gift on orders for each row
      when ((old.paid_at, old.is_gift) is distinct from (new.paid_at, new.is_gift))
      execute function note_order_albums()`.execute(db);
  await sql`
    create function note_paid_albums() returns trigger language plpgsql as $$ begin
      insert into kept_album_changes (album_id)
      select distinct album_id from order_lines where order_id in (old.order_id, new.order_id);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger payment_attempts_note_albums after insert or delete or update of order_id, mode, state
      on payment_attempts for each row execute function note_paid_albums()`.execute(db);
}

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createLines(db);
  await createShares(db);
  await keepLines(db);
  await countFrames(db);
}

/** One row per ledger entry and order line. Reports read these copies instead of joining the sale again. */
async function createLines(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_lines (
      id integer generated always as identity primary key,
      entry_id integer not null references ledger_entries,
      order_line_id integer not null references order_lines,
      order_id integer not null references orders,
      attempt_id integer not null references payment_attempts,
      mode text not null check (mode in ('sandbox', 'test', 'live')),
      kind text not null check (length(kind) between 1 and 40),
      occurred_at timestamptz not null,
      event_id integer not null references events,
      album_id integer not null references albums,
      image_id integer references images on delete set null,
      is_image boolean not null,
      photos integer not null check (photos >= 0),
      producer_name text not null check (length(producer_name) <= 200),
      is_pool boolean not null,
      facial boolean not null,
      coupon_id integer references coupons,
      amount_cents integer not null check (amount_cents <> 0),
      tax_cents integer not null,
      discount_cents integer not null,
      sales integer not null check (sales between -1 and 1),
      unique (entry_id, order_line_id)
    )`.execute(db);
  await sql`comment on column ledger_lines.photos is 'photos of the item that customers could see at the sale'`.execute(
    db,
  );
  await sql`comment on column ledger_lines.sales is '1 when the charge completes the line, -1 when a failed pool returns it'`.execute(
    db,
  );
  await sql`create index ledger_lines_of_line on ledger_lines (order_line_id)`.execute(db);
  await sql`create index ledger_lines_of_order on ledger_lines (order_id)`.execute(db);
  await sql`
    create index ledger_lines_by_time on ledger_lines (mode, occurred_at, entry_id, order_line_id)
      include (kind, amount_cents, event_id, is_image, facial)`.execute(db);
  await sql`
    create index ledger_lines_by_amount on ledger_lines (mode, amount_cents, entry_id, order_line_id)`.execute(
    db,
  );
  await sql`create index ledger_lines_of_event on ledger_lines (event_id, mode, occurred_at)`.execute(db);
}

/** What each photographer's photos earned of a ledger line. No name means that no photographer is known. */
async function createShares(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_line_shares (
      line_id integer not null references ledger_lines,
      photographer text check (length(photographer) between 1 and 200),
      photos integer not null check (photos >= 0),
      amount_cents integer not null,
      unique nulls not distinct (line_id, photographer)
    )`.execute(db);
}

/**
 * An entry that an older release wrote has no lines until the job that adds them has run, so an entry without lines is
 * allowed here and reported by the nightly check.
 */
async function keepLines(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function ledger_lines_add_up() returns trigger language plpgsql as $$
    begin
      if (select amount_cents from ledger_entries where id = new.entry_id)
        <> (select sum(amount_cents) from ledger_lines where entry_id = new.entry_id)
      then
        raise exception 'the lines of ledger entry % do not add up', new.entry_id using errcode = 'check_violation';
      end if;
      if (select coalesce(sum(amount_cents), 0) from ledger_line_shares where line_id = new.id) <> new.amount_cents then
        raise exception 'the shares of ledger line % do not add up', new.id using errcode = 'check_violation';
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create constraint trigger ledger_lines_add_up after insert on ledger_lines
      deferrable initially deferred for each row execute function ledger_lines_add_up()`.execute(db);
  await sql`
    create trigger ledger_lines_stay before delete or truncate
      or update of entry_id, order_line_id, occurred_at, event_id, album_id, amount_cents, tax_cents, discount_cents, sales
      on ledger_lines for each statement execute function refuse_ledger_change()`.execute(db);
  await sql`
    create trigger ledger_line_shares_stay before update or delete or truncate on ledger_line_shares
      for each statement execute function refuse_ledger_change()`.execute(db);
}

/**
 * The number of photos by album and photographer, kept while photos change, because counting millions takes seconds.
 * Changes are only appended, so writers never wait for each other; a job adds them to the counts.
 */
async function countFrames(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table frame_counts (
      event_id integer not null,
      album_id integer,
      photographer text,
      frames integer not null,
      shown integer not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      unique nulls not distinct (event_id, album_id, photographer)
    )`.execute(db);
  await sql`
    create table frame_changes (
      id bigint generated always as identity primary key,
      event_id integer not null,
      album_id integer,
      photographer text,
      frames integer not null,
      shown integer not null,
      first_at timestamptz not null,
      last_at timestamptz not null
    )`.execute(db);
  await sql`
    create function count_frames() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        insert into frame_changes (event_id, album_id, photographer, frames, shown, first_at, last_at)
        select event_id, album_id, nullif(btrim(photographer), ''), count(*),
          count(*) filter (where state = 'ready' and hidden_at is null and album_id is not null),
          min(created_at), max(created_at)
        from new_images group by 1, 2, 3;
      end if;
      if tg_op <> 'INSERT' then
        insert into frame_changes (event_id, album_id, photographer, frames, shown, first_at, last_at)
        select event_id, album_id, nullif(btrim(photographer), ''), -count(*),
          -count(*) filter (where state = 'ready' and hidden_at is null and album_id is not null),
          min(created_at), max(created_at)
        from old_images group by 1, 2, 3;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create function count_changed_frames() returns trigger language plpgsql as $$
    begin
      insert into frame_changes (event_id, album_id, photographer, frames, shown, first_at, last_at)
      select event_id, album_id, nullif(btrim(photographer), ''), sum(number),
        coalesce(sum(number) filter (where state = 'ready' and hidden_at is null and album_id is not null), 0),
        min(created_at), max(created_at)
      from (
        select 1 as number, n.event_id, n.album_id, n.photographer, n.state, n.hidden_at, n.created_at
        from new_images n join old_images o using (id)
        where (o.event_id, o.album_id, o.photographer, o.state, o.hidden_at)
          is distinct from (n.event_id, n.album_id, n.photographer, n.state, n.hidden_at)
        union all
        select -1, o.event_id, o.album_id, o.photographer, o.state, o.hidden_at, o.created_at
        from new_images n join old_images o using (id)
        where (o.event_id, o.album_id, o.photographer, o.state, o.hidden_at)
          is distinct from (n.event_id, n.album_id, n.photographer, n.state, n.hidden_at)
      ) changed
      group by 1, 2, 3
      having sum(number) <> 0
        or sum(number) filter (where state = 'ready' and hidden_at is null and album_id is not null) <> 0;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger images_inserted_count after insert on images referencing new table as new_images
      for each statement execute function count_frames()`.execute(db);
  await sql`
    create trigger images_deleted_count after delete on images referencing old table as old_images
      for each statement execute function count_frames()`.execute(db);
  await sql`
    create trigger images_updated_count after update on images
      referencing old table as old_images new table as new_images
      for each statement execute function count_changed_frames()`.execute(db);
  await sql`
    insert into frame_counts (event_id, album_id, photographer, frames, shown, first_at, last_at)
    select event_id, album_id, nullif(btrim(photographer), ''), count(*),
      count(*) filter (where state = 'ready' and hidden_at is null and album_id is not null),
      min(created_at), max(created_at)
    from images group by 1, 2, 3`.execute(db);
}

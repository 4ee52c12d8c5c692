import { type Kysely, sql } from 'kysely';

/**
 * The ids of photos and of other tables that grow fast become 64 bits wide, with every column that refers to them. Each
 * table is rewritten once, in place; docs/operations.md says how long that takes. Processes of the release before work
 * on: they read bigint as numbers, too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // A table with checks that wait for the end of the transaction cannot be changed.
  await sql`set constraints all immediate`.execute(db);
  await widenIds(db);
  await widenLists(db);
  await widenViewLog(db);
  await sql`set constraints all deferred`.execute(db);
}

async function widenIds(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$
    declare
      widened constant regclass[] := array['images', 'ingest_files', 'user_found_albums', 'user_album_views',
        'notifications', 'notification_messages', 'ledger_lines']::regclass[];
      wide record;
      fired record;
      fired_again text[];
      reference record;
      tables text;
    begin
      -- Indexes are built anew, which is faster with some memory.
      set local maintenance_work_mem = '256MB';
      create temporary table wide_columns on commit drop as
        select tables.oid::regclass as place, columns.attname as name, columns.attnum as number
        from pg_class tables
        join pg_attribute columns on columns.attrelid = tables.oid and columns.atttypid = 'integer'::regtype
        where tables.relkind = 'r' and (
          (tables.oid = any (widened) and columns.attname = 'id')
          or (tables.oid = 'albums'::regclass and columns.attname = 'cover_image_id')
          or (tables.oid = 'watermark_remakes'::regclass and columns.attname = 'after_image_id')
          or (tables.oid = 'kept_sold'::regclass and columns.attname = 'item_id')
          or exists (
            select 1 from pg_constraint
            where contype = 'f' and confrelid = any (widened) and conrelid = tables.oid
              and columns.attnum = any (conkey)));
      -- All locks are taken first, so that no call waits for the first table with the last one in its hands.
      select string_agg(distinct place::text, ', ') into tables from wide_columns;
      if tables is not null then
        execute format('lock table %s in access exclusive mode', tables);
      end if;
      -- References are checked once at the end; otherwise a change of either side checks them.
      create temporary table wide_references on commit drop as
        select conrelid::regclass as place, conname as name, pg_get_constraintdef(oid) as definition
        from pg_constraint where contype = 'f' and confrelid = any (widened);
      for reference in select * from wide_references loop
        execute format('alter table %s drop constraint %I', reference.place, reference.name);
      end loop;
      for wide in
        select place, array_agg(number) as numbers,
          string_agg(format('alter column %I type bigint', name), ', ') as changes
        from wide_columns group by place order by place = 'images'::regclass desc, place
      loop
        -- A column that a trigger names can only be changed while the trigger is gone.
        fired_again := '{}';
        for fired in
          select tgname as name, pg_get_triggerdef(oid) as definition from pg_trigger
          where tgrelid = wide.place and not tgisinternal and exists (
            select 1 from pg_depend
            where classid = 'pg_trigger'::regclass and objid = pg_trigger.oid
              and refobjid = wide.place and refobjsubid = any (wide.numbers))
        loop
          fired_again := fired_again || fired.definition;
          execute format('drop trigger %I on %s', fired.name, wide.place);
        end loop;
        execute format('alter table %s %s', wide.place, wide.changes);
        for number in 1 .. cardinality(fired_again) loop
          execute fired_again[number];
        end loop;
      end loop;
      for reference in select * from wide_references loop
        execute format('alter table %s add constraint %I %s', reference.place, reference.name, reference.definition);
      end loop;
    end $$`.execute(db);
}

/**
 * The release before reads lists of bigint as text. Photo links would then show it nothing, so their list is numeric,
 * which it reads as numbers. A search for faces that finds text repeats itself, which does no harm.
 */
async function widenLists(db: Kysely<unknown>): Promise<void> {
  await sql`alter table photo_links alter column image_ids type numeric[]`.execute(db);
  await sql`
    comment on column photo_links.image_ids is 'whole numbers; may become bigint[] once no process reads that as text'`.execute(
    db,
  );
  await sql`alter table athlete_album_scans alter column scanned_images type bigint[]`.execute(db);
}

/** The release before asks `images @> id::int`, for which PostgreSQL has no operator of its own. */
async function widenViewLog(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shown_previews alter column images type int8multirange using images::text::int8multirange`.execute(
    db,
  );
  await sql`
    create function contains_narrow_id(ranges int8multirange, id integer) returns boolean
    language sql immutable strict parallel safe return ranges @> id::bigint`.execute(db);
  await sql`
    create operator @> (leftarg = int8multirange, rightarg = integer, function = contains_narrow_id)`.execute(
    db,
  );
}

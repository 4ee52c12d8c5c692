import { type Kysely, sql } from 'kysely';

/** Changes are noted by day instead of by month, so that a sale of today leaves the days before it kept. */
export async function noteDays(db: Kysely<unknown>): Promise<void> {
  await noteSales(db);
  await noteBuyers(db);
  await noteViews(db);
  await notePools(db);
}

async function noteSales(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function note_entries() returns trigger language plpgsql as $$
    begin
      insert into kept_changes (figure, mode, month)
      select distinct 'sales', mode, day_of(created_at) from new_rows;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function note_lines() returns trigger language plpgsql as $$
    begin
      insert into kept_changes (figure, mode, month)
      select distinct 'sales', mode, day_of(occurred_at) from (
        select mode, occurred_at from new_rows
        union all
        select sold.mode, sold.occurred_at from new_rows back
        join ledger_lines sold on sold.order_line_id = back.order_line_id where back.sales < 0) changed;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function note_changed_lines() returns trigger language plpgsql as $$
    begin
      insert into kept_changes (figure, mode, month)
      select distinct 'sales', changed.mode, day_of(changed.occurred_at)
      from new_rows n join old_rows o using (id),
        lateral (values (o.mode, o.occurred_at), (n.mode, n.occurred_at)) changed (mode, occurred_at)
      where (o.mode, o.kind, o.image_id, o.is_image, o.facial)
        is distinct from (n.mode, n.kind, n.image_id, n.is_image, n.facial);
      return null;
    end $$`.execute(db);
}

async function noteBuyers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function note_orders() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into kept_changes (figure, mode, month)
        select 'buyers', 'any', day_of(old.paid_at) where old.paid_at is not null;
      end if;
      if tg_op <> 'DELETE' then
        insert into kept_changes (figure, mode, month)
        select 'buyers', 'any', day_of(new.paid_at) where new.paid_at is not null;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function note_payments() returns trigger language plpgsql as $$
    begin
      insert into kept_changes (figure, mode, month)
      select distinct 'buyers', changed.mode, day_of(orders.paid_at)
      from (values (old.order_id, old.mode, old.state), (new.order_id, new.mode, new.state))
        changed (order_id, mode, state) join orders on orders.id = changed.order_id
      where changed.state = 'succeeded' and orders.paid_at is not null;
      return null;
    end $$`.execute(db);
}

async function noteViews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function note_views() returns trigger language plpgsql as $$
    begin
      insert into kept_changes (figure, mode, month)
      select distinct 'views', 'any', day_of(created_at) from changed_rows;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function note_moved_find() returns trigger language plpgsql as $$ begin
      insert into kept_changes (figure, mode, month)
      select distinct 'views', 'any', day_of(at) from unnest(array[old.created_at, new.created_at]) at;
      return null;
    end $$`.execute(db);
}

async function notePools(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function note_pools() returns trigger language plpgsql as $$ begin
      insert into kept_changes (figure, mode, month)
      select distinct 'views', 'any', day_of(at) from unnest(array[old.created_at, new.created_at]) at
      where at is not null;
      return null;
    end $$`.execute(db);
  await sql`
    create or replace function note_shares() returns trigger language plpgsql as $$ begin
      insert into kept_changes (figure, mode, month)
      select distinct 'views', 'any', day_of(pools.created_at) from pools
      where pools.order_id in (old.order_id, new.order_id);
      return null;
    end $$`.execute(db);
}

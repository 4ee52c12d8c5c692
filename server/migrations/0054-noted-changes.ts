import { type Kysely, sql } from 'kysely';

/** Triggers that note which months and events have to be counted again. */
export async function noteChanges(db: Kysely<unknown>): Promise<void> {
  await noteSales(db);
  await noteBuyers(db);
  await noteViews(db);
  await notePhotos(db);
}

/** A sale that is taken back also changes the month in which it was sold. Other names on a line change no figure. */
async function noteSales(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_entries() returns trigger language plpgsql as $$
    begin
      insert into kept_changes (figure, mode, month)
      select distinct 'sales', mode, month_of(created_at) from new_rows;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ledger_entries_noted after insert on ledger_entries referencing new table as new_rows
      for each statement execute function note_entries()`.execute(db);
  await sql`
    create function note_lines() returns trigger language plpgsql as $$
    begin
      insert into kept_changes (figure, mode, month)
      select distinct 'sales', mode, month_of(occurred_at) from (
        select mode, occurred_at from new_rows
        union all
        select sold.mode, sold.occurred_at from new_rows back
        join ledger_lines sold on sold.order_line_id = back.order_line_id where back.sales < 0) changed;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ledger_lines_noted after insert on ledger_lines referencing new table as new_rows
      for each statement execute function note_lines()`.execute(db);
  await sql`
    create function note_changed_lines() returns trigger language plpgsql as $$
    begin
      insert into kept_changes (figure, mode, month)
      select distinct 'sales', changed.mode, month_of(changed.occurred_at)
      from new_rows n join old_rows o using (id),
        lateral (values (o.mode, o.occurred_at), (n.mode, n.occurred_at)) changed (mode, occurred_at)
      where (o.mode, o.kind, o.image_id, o.is_image, o.facial)
        is distinct from (n.mode, n.kind, n.image_id, n.is_image, n.facial);
      return null;
    end $$`.execute(db);
  await sql`
    create trigger ledger_lines_changed after update on ledger_lines
      referencing old table as old_rows new table as new_rows
      for each statement execute function note_changed_lines()`.execute(db);
}

/** Payments are settled while their order is locked, so a payment sees whether its order is paid. */
async function noteBuyers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_orders() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        insert into kept_changes (figure, mode, month)
        select 'buyers', 'any', month_of(old.paid_at) where old.paid_at is not null;
      end if;
      if tg_op <> 'DELETE' then
        insert into kept_changes (figure, mode, month)
        select 'buyers', 'any', month_of(new.paid_at) where new.paid_at is not null;
      end if;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger orders_noted after insert or delete on orders for each row execute function note_orders()`.execute(
    db,
  );
  await sql`
    create trigger orders_changed after update on orders for each row
      when ((old.paid_at, old.coupon_id, old.discount_cents, old.total_cents)
        is distinct from (new.paid_at, new.coupon_id, new.discount_cents, new.total_cents))
      execute function note_orders()`.execute(db);
  await sql`
    create function note_payments() returns trigger language plpgsql as $$
    begin
      insert into kept_changes (figure, mode, month)
      select distinct 'buyers', changed.mode, month_of(orders.paid_at)
      from (values (old.order_id, old.mode, old.state), (new.order_id, new.mode, new.state))
        changed (order_id, mode, state) join orders on orders.id = changed.order_id
      where changed.state = 'succeeded' and orders.paid_at is not null;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger payment_attempts_noted after insert or delete on payment_attempts
      for each row execute function note_payments()`.execute(db);
  await sql`
    create trigger payment_attempts_changed after update on payment_attempts for each row
      when ((old.order_id, old.user_id, old.mode, old.state, old.facial)
        is distinct from (new.order_id, new.user_id, new.mode, new.state, new.facial))
      execute function note_payments()`.execute(db);
}

async function noteViews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_views() returns trigger language plpgsql as $$
    begin
      insert into kept_changes (figure, mode, month)
      select distinct 'views', 'any', month_of(created_at) from changed_rows;
      return null;
    end $$`.execute(db);
  for (const [change, rows] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ]) {
    await sql`
      create trigger ${sql.ref(`user_album_views_${change}_noted`)} after ${sql.raw(change ?? '')} on user_album_views
        referencing ${sql.raw(rows ?? '')} table as changed_rows
        for each statement execute function note_views()`.execute(db);
  }
}

/** Changed photos wait in `frame_changes`; once a job has added them to `frame_counts`, their event is noted here. */
async function notePhotos(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_frames() returns trigger language plpgsql as $$
    begin
      insert into kept_event_changes (event_id) select distinct event_id from new_rows;
      return null;
    end $$`.execute(db);
  for (const change of ['insert', 'update']) {
    await sql`
      create trigger ${sql.ref(`frame_counts_${change}_noted`)} after ${sql.raw(change)} on frame_counts
        referencing new table as new_rows for each statement execute function note_frames()`.execute(db);
  }
  await sql`
    create function note_albums() returns trigger language plpgsql as $$
    begin
      insert into kept_event_changes (event_id) select distinct event_id from frame_counts where album_id = old.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger albums_published_noted after update on albums for each row
      when (old.published_at is null <> (new.published_at is null)) execute function note_albums()`.execute(
    db,
  );
  await sql`
    create trigger albums_deleted_noted after delete on albums
      for each row execute function note_albums()`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/**
 * Keeps how many lines of the report of album payments each day and month has, so that a page far from its beginning is found
 * without counting the lines before it. These counts are made and renewed together with the kept figures of buyers, because
 * both depend on the moment when an order is paid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table kept_payments (span text primary key, lines integer not null)`.execute(db);
  await countPayments(db);
  await noteLines(db);
  await sql`select pg_advisory_xact_lock(hashtext('keep_next'))`.execute(db);
  await sql`
    select keep_payments(span) from (
      select distinct span from kept_spans where figure = 'buyers' and length(span) = 7
      union select span from kept_dates where figure = 'buyers'
        and left(span, 7) not in (select span from kept_spans where figure = 'buyers')) kept`.execute(db);
}

/** The report has no payment mode, so every mode counts the same lines. */
async function countPayments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_payments(kept_span text) returns void language sql
    begin atomic
      delete from kept_payments where starts_with(span, kept_span);
      insert into kept_payments (span, lines)
        select coalesce(day, kept_span), lines from (
          select day_of(orders.paid_at) as day, count(*) as lines
          from orders join order_lines line on line.order_id = orders.id
          where orders.paid_at >= span_begins(kept_span) and orders.paid_at < span_ends(kept_span)
            and line.image_id is null
          group by grouping sets (1, ())) counted
        where lines > 0 and (day is not null or length(kept_span) = 7);
    end`.execute(db);
  await sql`alter function keep_buyer_dates(text, text) rename to keep_buyer_date_figures`.execute(db);
  await sql`
    create function keep_buyer_dates(kept_mode text, kept_span text) returns void language sql
    begin atomic
      select keep_buyer_date_figures(kept_mode, kept_span);
      select keep_payments(kept_span);
    end`.execute(db);
}

/** Lines are written before their order is paid. One that changes later changes the count of the day. */
async function noteLines(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function note_paid_lines() returns trigger language plpgsql as $$ begin
      insert into kept_changes (figure, mode, month)
      select distinct 'buyers', 'any', day_of(paid_at) from orders
      where id in (old.order_id, new.order_id) and paid_at is not null;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger order_lines_noted after insert or delete or update of order_id, image_id on order_lines
      for each row execute function note_paid_lines()`.execute(db);
}

import { type Kysely, sql } from 'kysely';
import { noteDays } from './0104-noted-days.ts';

/**
 * Single days of UTC are kept too, so that a report counts only the days that it has in part, and today, from the rows
 * themselves. They have a table of their own, because processes of the release before read `kept_spans` as months and years.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTables(db);
  await readDays(db);
  await countSales(db);
  await countBuyers(db);
  await countViews(db);
  await countDates(db);
  await countMonths(db);
  await countNext(db);
  await countPast(db);
  await noteDays(db);
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_dates (
      figure text not null check (figure in ('sales', 'buyers', 'views')),
      mode text not null check (mode in ('sandbox', 'test', 'live', 'any')),
      span text not null check (span ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
      primary key (figure, mode, span)
    )`.execute(db);
  await sql`comment on table kept_dates is 'the days whose figures are kept'`.execute(db);
  await sql`
    create table kept_date_people (
      figure text not null,
      mode text not null,
      span text not null,
      people integer[] not null,
      primary key (figure, mode, span)
    )`.execute(db);
  await sql`
    comment on column kept_date_people.people is 'users by number: few act on one day, so bits for all would take more room'`.execute(
    db,
  );
}

/** From now on a span may also be a day, so the functions that tell its begin and end read days too. */
async function readDays(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function day_of(moment timestamptz) returns text language sql stable parallel safe
      return to_char(moment at time zone 'UTC', 'YYYY-MM-DD')`.execute(db);
  await sql`
    create or replace function span_begins(span text) returns timestamptz language sql immutable parallel safe
      return make_timestamptz(left(span, 4)::integer, substr(span || '-01', 6, 2)::integer,
        substr(span || '-01-01', 9, 2)::integer, 0, 0, 0, 'UTC')`.execute(db);
  await sql`
    create or replace function span_ends(span text) returns timestamptz language sql immutable parallel safe
      return case length(span)
        when 4 then span_begins((span::integer + 1)::text)
        when 7 then span_begins(case when right(span, 2) = '12' then (left(span, 4)::integer + 1)::text
          else left(span, 5) || lpad((right(span, 2)::integer + 1)::text, 2, '0') end)
        else span_begins(span) + interval '24 hours' end`.execute(db);
}

/** Hours and their running sums are kept once for each day, under its month. */
async function countSales(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_sale_dates(kept_mode text, kept_span text) returns void language plpgsql as $$
    declare
      first_at constant timestamptz := span_begins(kept_span);
      end_at constant timestamptz := span_ends(kept_span);
      kept_month constant text := left(kept_span, 7);
    begin
      delete from kept_entries where mode = kept_mode and length(span) = 10 and starts_with(span, kept_span);
      insert into kept_entries (mode, span, kind, cents)
        select mode, day_of(created_at), kind, sum(amount_cents) from ledger_entries
        where mode = kept_mode and created_at >= first_at and created_at < end_at group by 1, 2, 3;
      if kept_span = kept_month then return; end if;
      delete from kept_hours where mode = kept_mode and span = kept_month and hour >= first_at and hour < end_at;
      insert into kept_hours (mode, span, hour, kind, cents)
        select mode, kept_month, date_trunc('hour', occurred_at, 'UTC'), kind, sum(amount_cents) from ledger_lines
        where mode = kept_mode and occurred_at >= first_at and occurred_at < end_at group by 1, 3, 4;
      perform keep_days(kept_mode, kept_month);
    end $$`.execute(db);
}

async function countBuyers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_buyer_dates(kept_mode text, kept_span text) returns void language plpgsql as $$
    declare
      first_at constant timestamptz := span_begins(kept_span);
      end_at constant timestamptz := span_ends(kept_span);
    begin
      delete from kept_orders where mode = kept_mode and length(span) = 10 and starts_with(span, kept_span);
      insert into kept_orders (mode, span, coupon_id, orders, facial_orders, discount_cents, sales_cents)
        select kept_mode, day_of(orders.paid_at), orders.coupon_id, count(*), count(*) filter (where paid.facial),
          sum(orders.discount_cents), sum(orders.total_cents)
        from orders join (
          select attempt.order_id, bool_or(attempt.facial) as facial
          from orders paid join payment_attempts attempt on attempt.order_id = paid.id
          where paid.paid_at >= first_at and paid.paid_at < end_at and attempt.state = 'succeeded'
            and attempt.mode = kept_mode group by 1) paid on paid.order_id = orders.id
        group by 2, 3;
      delete from kept_date_people
        where figure = 'buyers' and mode = kept_mode and starts_with(span, kept_span);
      insert into kept_date_people (figure, mode, span, people)
        select 'buyers', kept_mode, day_of(orders.paid_at), array_agg(distinct attempt.user_id)
        from orders join payment_attempts attempt on attempt.order_id = orders.id
        where orders.paid_at >= first_at and orders.paid_at < end_at and attempt.state = 'succeeded'
          and attempt.mode = kept_mode
        group by 3;
    end $$`.execute(db);
}

/** Pools and customers who found albums belong to the views, as they do in months. */
async function countViews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_view_dates(kept_span text) returns void language plpgsql as $$
    declare
      first_at constant timestamptz := span_begins(kept_span);
      end_at constant timestamptz := span_ends(kept_span);
    begin
      delete from kept_date_people where figure in ('views', 'found') and starts_with(span, kept_span);
      insert into kept_date_people (figure, mode, span, people)
        select 'views', 'any', day_of(created_at), array_agg(distinct user_id) from user_album_views
        where created_at >= first_at and created_at < end_at and user_id is not null and not was_owned group by 3
        union all
        select 'found', 'any', day_of(created_at), array_agg(distinct user_id) from user_found_albums
        where created_at >= first_at and created_at < end_at group by 3;
      delete from kept_pools where length(span) = 10 and starts_with(span, kept_span);
      insert into kept_pools (span, opened, joined, filled, released)
        select day_of(pools.created_at), count(*), count(*) filter (where exists (select from pool_shares share
            where share.order_id = orders.id and share.user_id <> orders.user_id)),
          count(*) filter (where phase = 'filled'), count(*) filter (where phase = 'released')
        from pools join orders on orders.id = pools.order_id
        where pools.created_at >= first_at and pools.created_at < end_at group by 1;
    end $$`.execute(db);
}

/** Counts a day, or every day of a month that is over. */
async function countDates(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_dates(kept_figure text, kept_mode text, kept_span text) returns void language plpgsql as $$
    begin
      delete from kept_dates where figure = kept_figure and mode = kept_mode and starts_with(span, kept_span);
      if kept_figure = 'sales' then
        perform keep_sale_dates(kept_mode, kept_span);
      elsif kept_figure = 'buyers' then
        perform keep_buyer_dates(kept_mode, kept_span);
      elsif has_unnamed_views(kept_span) then
        return;
      else
        perform keep_view_dates(kept_span);
      end if;
      insert into kept_dates (figure, mode, span)
        select kept_figure, kept_mode, day_of(at)
        from generate_series(span_begins(kept_span), span_ends(kept_span) - interval '1 hour', interval '24 hours') at;
    end $$`.execute(db);
}

async function countMonths(db: Kysely<unknown>): Promise<void> {
  await sql`alter function keep_month(text, text, text, boolean) rename to keep_month_figures`.execute(db);
  await sql`
    create function keep_month(kept_figure text, kept_mode text, month text, is_sold_wanted boolean default true)
      returns void language sql
    begin atomic
      select keep_month_figures(kept_figure, kept_mode, month, is_sold_wanted);
      select keep_dates(kept_figure, kept_mode, month);
    end`.execute(db);
}

/**
 * Counts the first event that changed, or the changed days of the month in progress that are over, or the first month that
 * changed and is over, or a month whose last days had no change. Returns false if there is none. What is written meanwhile
 * leaves a change of its own, so it is counted next time.
 */
async function countNext(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_changed_dates(kept_figure text, now_at timestamptz) returns void language plpgsql as $$
    declare
      changed text[];
      mode_and_day text;
    begin
      with changes as (
        delete from kept_changes where figure = kept_figure and starts_with(month, month_of(now_at))
          and month < day_of(now_at) returning mode, month),
      known as (
        select distinct own.mode, changes.month from changes, unnest(case
          when changes.mode = 'any' and kept_figure <> 'views' then array['sandbox', 'test', 'live']
          else array[changes.mode] end) own (mode))
      select array_agg(distinct known.mode || ' ' || day_of(at)) into changed
      from known, generate_series(span_begins(known.month),
        least(span_ends(known.month), span_begins(day_of(now_at))) - interval '1 hour', interval '24 hours') at;
      foreach mode_and_day in array coalesce(changed, '{}') loop
        perform keep_dates(kept_figure, split_part(mode_and_day, ' ', 1), split_part(mode_and_day, ' ', 2));
      end loop;
    end $$`.execute(db);
  await sql`
    create or replace function keep_next(now_at timestamptz) returns boolean language plpgsql as $$
    declare
      next record;
      kept_mode text;
      modes text[];
    begin
      perform pg_advisory_xact_lock(hashtext('keep_next'));
      select event_id into next from kept_event_changes limit 1;
      if found then
        perform keep_event(next.event_id);
        return true;
      end if;
      select figure, left(month, 7) as month into next from kept_changes
        where month < day_of(now_at) order by kept_changes.month, figure limit 1;
      if not found then
        delete from kept_changes where id not in (select max(id) from kept_changes group by figure, mode, month);
        select figure, mode, left(span, 7) as month into next from kept_dates counted
          where span < month_of(now_at) and not exists (select from kept_spans month
            where month.figure = counted.figure and month.mode = counted.mode and month.span = left(counted.span, 7))
          limit 1;
        if not found then return false; end if;
        modes := array[next.mode];
      elsif next.month = month_of(now_at) then
        perform keep_changed_dates(next.figure, now_at);
        return true;
      else
        with changes as (
          delete from kept_changes where figure = next.figure and starts_with(month, next.month) returning mode)
        select array_agg(distinct mode) into modes from changes;
        if 'any' = any(modes) and next.figure <> 'views' then modes := array['sandbox', 'test', 'live']; end if;
      end if;
      foreach kept_mode in array modes loop
        perform keep_month(next.figure, kept_mode, next.month);
        if left(next.month, 4) < left(month_of(now_at), 4) then
          perform keep_year(next.figure, kept_mode, left(next.month, 4));
        end if;
      end loop;
      return true;
    end $$`.execute(db);
}

/** Counting everything anew goes by month, so changes of days become changes of their months. */
async function countPast(db: Kysely<unknown>): Promise<void> {
  await sql`alter function keep_past(timestamptz) rename to keep_past_months`.execute(db);
  await sql`
    create function keep_past(now_at timestamptz) returns void language sql
    begin atomic
      update kept_changes set month = left(month, 7) where month < month_of(now_at);
      select keep_past_months(now_at);
    end`.execute(db);
}

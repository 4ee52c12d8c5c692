import { type Kysely, sql } from 'kysely';

/** Functions that count the kept figures of a month or a year again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await countSales(db);
  await countSold(db);
  await countBuyers(db);
  await countViews(db);
  await countSpans(db);
  await countEvent(db);
  await countNext(db);
  await keepPast(db);
}

async function countSales(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_sales(kept_mode text, month text) returns void language plpgsql as $$
    declare
      first_at constant timestamptz := span_begins(month);
      end_at constant timestamptz := span_ends(month);
    begin
      delete from kept_entries where mode = kept_mode and span = month;
      insert into kept_entries (mode, span, kind, cents)
        select mode, month, kind, sum(amount_cents) from ledger_entries
        where mode = kept_mode and created_at >= first_at and created_at < end_at group by 1, 3;
      delete from kept_hours where mode = kept_mode and span = month;
      insert into kept_hours (mode, span, hour, kind, cents)
        select mode, month, date_trunc('hour', occurred_at, 'UTC'), kind, sum(amount_cents) from ledger_lines
        where mode = kept_mode and occurred_at >= first_at and occurred_at < end_at group by 1, 3, 4;
      delete from kept_events where mode = kept_mode and span = month;
      insert into kept_events (mode, span, event_id, is_image, facial, kind, cents)
        select mode, month, event_id, is_image, facial, kind, sum(amount_cents) from ledger_lines
        where mode = kept_mode and occurred_at >= first_at and occurred_at < end_at group by 1, 3, 4, 5, 6;
      delete from kept_shares where mode = kept_mode and span = month;
      insert into kept_shares (mode, span, event_id, photographer, charged_cents, returned_cents, album_sales,
          image_sales)
        select line.mode, month, line.event_id, share.photographer,
          coalesce(sum(share.amount_cents) filter (where line.kind = 'charge'), 0),
          coalesce(sum(share.amount_cents) filter (where line.kind not in ('charge', 'fee', 'dispute_fee')), 0),
          coalesce(sum(line.sales) filter (where not line.is_image), 0),
          coalesce(sum(line.sales) filter (where line.is_image), 0)
        from ledger_lines line join ledger_line_shares share on share.line_id = line.id
        where line.mode = kept_mode and line.occurred_at >= first_at and line.occurred_at < end_at group by 1, 3, 4;
    end $$`.execute(db);
}

/** Sales that were taken back later are left out: whether they count depends on the end of the period. */
async function countSold(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function month_bit(month text) returns bit language sql immutable parallel safe
      return set_bit(repeat('0', 120)::bit(120), left(month, 4)::integer % 10 * 12 + right(month, 2)::integer - 1, 1)`.execute(
    db,
  );
  await sql`
    create function keep_sold(kept_mode text, month text) returns void language plpgsql as $$
    declare
      first_at constant timestamptz := span_begins(month);
      end_at constant timestamptz := span_ends(month);
      kept_decade constant integer := left(month, 4)::integer / 10;
      none constant bit(120) := repeat('0', 120)::bit(120);
      own_bit constant bit(120) := month_bit(month);
    begin
      update kept_sold set months = months & ~own_bit
        where mode = kept_mode and decade = kept_decade and months & own_bit <> none;
      insert into kept_sold (mode, decade, event_id, album_id, photographer, item_id, photos, months)
        select line.mode, kept_decade, line.event_id, line.album_id, share.photographer,
          case when line.is_image then coalesce(line.image_id, -line.order_line_id) else 0 end, share.photos, own_bit
        from ledger_lines line join ledger_line_shares share on share.line_id = line.id
        where line.mode = kept_mode and line.occurred_at >= first_at and line.occurred_at < end_at and line.sales > 0
          and not exists (select from ledger_lines back
            where back.order_line_id = line.order_line_id and back.sales < 0)
        group by 1, 3, 4, 5, 6, 7
      on conflict (mode, decade, event_id, album_id, photographer, item_id, photos)
        do update set months = kept_sold.months | excluded.months;
      delete from kept_sold where mode = kept_mode and decade = kept_decade and months = none;
      update kept_sold sold set is_alone = own.is_alone from (
        select ctid as place, item_id = 0 and count(*) over (
          partition by event_id, album_id, photographer) = 1 as is_alone
        from kept_sold where mode = kept_mode and album_id = any(array(
          select distinct album_id from kept_sold
          where mode = kept_mode and decade = kept_decade and months & own_bit <> none))
      ) own where sold.ctid = own.place and sold.is_alone <> own.is_alone;
    end $$`.execute(db);
}

async function countBuyers(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_buyers(kept_mode text, month text) returns void language plpgsql as $$
    declare
      first_at constant timestamptz := span_begins(month);
      end_at constant timestamptz := span_ends(month);
    begin
      delete from kept_orders where mode = kept_mode and span = month;
      insert into kept_orders (mode, span, coupon_id, orders, facial_orders, discount_cents, sales_cents)
        select kept_mode, month, orders.coupon_id, count(*), count(*) filter (where paid.facial),
          sum(orders.discount_cents), sum(orders.total_cents)
        from orders join (
          select attempt.order_id, bool_or(attempt.facial) as facial
          from orders paid join payment_attempts attempt on attempt.order_id = paid.id
          where paid.paid_at >= first_at and paid.paid_at < end_at and attempt.state = 'succeeded'
            and attempt.mode = kept_mode group by 1) paid on paid.order_id = orders.id
        group by 3;
      delete from kept_people where figure = 'buyers' and mode = kept_mode and span = month;
      insert into kept_people (figure, mode, span, block, people)
        select 'buyers', kept_mode, month, user_id / 4096, bit_or(person_bit(user_id)) from (
          select distinct attempt.user_id
          from orders join payment_attempts attempt on attempt.order_id = orders.id
          where orders.paid_at >= first_at and orders.paid_at < end_at and attempt.state = 'succeeded'
            and attempt.mode = kept_mode) buyer
        group by 4;
    end $$`.execute(db);
}

async function countViews(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_views(month text) returns void language plpgsql as $$
    declare
      first_at constant timestamptz := span_begins(month);
      end_at constant timestamptz := span_ends(month);
    begin
      delete from kept_views where span = month;
      insert into kept_views (span, album_id, views)
        select month, album_id, count(*) from user_album_views
        where created_at >= first_at and created_at < end_at and user_id is not null group by 2;
      delete from kept_seen where span = month;
      insert into kept_seen (span, event_id, photographer, views)
        select month, shot.event_id, shot.photographer, sum(kept_views.views)
        from kept_views join album_frames shot using (album_id)
        where kept_views.span = month and shot.shown > 0 group by 2, 3;
      delete from kept_people where figure = 'views' and span = month;
      insert into kept_people (figure, mode, span, block, people)
        select 'views', 'any', month, user_id / 4096, bit_or(person_bit(user_id)) from (
          select distinct user_id from user_album_views
          where created_at >= first_at and created_at < end_at and user_id is not null and not was_owned) viewer
        group by 4;
    end $$`.execute(db);
}

/**
 * Views of a release before do not name their viewer yet, so their month and year are not kept. A year is kept once none
 * of its months has a change, because then all that belongs to it is in kept months.
 */
async function countSpans(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function has_unnamed_views(span text) returns boolean language sql stable
      return exists (select from user_album_views
        where user_id is null and created_at >= span_begins(span) and created_at < span_ends(span))`.execute(
    db,
  );
  await sql`
    create function keep_month(kept_figure text, kept_mode text, month text, is_sold_wanted boolean default true)
      returns void language plpgsql as $$
    begin
      delete from kept_spans where figure = kept_figure and mode = kept_mode and span in (month, left(month, 4));
      if kept_figure = 'sales' then
        perform keep_sales(kept_mode, month);
        if is_sold_wanted then perform keep_sold(kept_mode, month); end if;
      elsif kept_figure = 'buyers' then
        perform keep_buyers(kept_mode, month);
      elsif has_unnamed_views(month) then
        return;
      else
        perform keep_views(month);
      end if;
      insert into kept_spans (figure, mode, span) values (kept_figure, kept_mode, month);
    end $$`.execute(db);
  await sql`
    create function keep_year(kept_figure text, kept_mode text, year text) returns void language plpgsql as $$
    begin
      if exists (select from kept_changes where figure = kept_figure and mode in (kept_mode, 'any')
        and starts_with(month, year)) then return; end if;
      if kept_figure = 'sales' then
        delete from kept_events where mode = kept_mode and span = year;
        insert into kept_events (mode, span, event_id, is_image, facial, kind, cents)
          select mode, year, event_id, is_image, facial, kind, sum(cents) from kept_events
          where mode = kept_mode and span between year || '-01' and year || '-12' group by 1, 3, 4, 5, 6;
        delete from kept_shares where mode = kept_mode and span = year;
        insert into kept_shares (mode, span, event_id, photographer, charged_cents, returned_cents, album_sales,
            image_sales)
          select mode, year, event_id, photographer, sum(charged_cents), sum(returned_cents), sum(album_sales),
            sum(image_sales) from kept_shares
          where mode = kept_mode and span between year || '-01' and year || '-12' group by 1, 3, 4;
      elsif kept_figure = 'buyers' or has_unnamed_views(year) then
        return;
      else
        delete from kept_views where span = year;
        insert into kept_views (span, album_id, views)
          select year, album_id, sum(views) from kept_views
          where span between year || '-01' and year || '-12' group by 2;
        delete from kept_seen where span = year;
        insert into kept_seen (span, event_id, photographer, views)
          select year, event_id, photographer, sum(views) from kept_seen
          where span between year || '-01' and year || '-12' group by 2, 3;
      end if;
      insert into kept_spans (figure, mode, span) values (kept_figure, kept_mode, year);
    end $$`.execute(db);
}

/** Views count for the photographers whose photos the album shows now, so all spans of the event are counted again. */
async function countEvent(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_event(kept_event integer) returns void language sql
    begin atomic
      delete from kept_event_changes where event_id = kept_event;
      delete from kept_frames where event_id = kept_event;
      insert into kept_frames (event_id, photographer, frames, published, arrived_at)
        select event_id, photographer, frames, published, arrived_at from photographer_frames
        where event_id = kept_event;
      delete from kept_seen where event_id = kept_event;
      insert into kept_seen (span, event_id, photographer, views)
        select span, kept_event, photographer, sum(views) from album_frames join kept_views using (album_id)
        where event_id = kept_event and shown > 0 group by 1, 3;
    end`.execute(db);
}

/**
 * Counts the first event that changed, or the first month that changed and is over. Returns false if there is none. What
 * is written meanwhile leaves a change of its own, so it is counted next time.
 */
async function countNext(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_next(now_at timestamptz) returns boolean language plpgsql as $$
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
      select figure, month into next from kept_changes where month < month_of(now_at) order by month, figure limit 1;
      if not found then
        delete from kept_changes where id not in (select max(id) from kept_changes group by figure, mode, month);
        return false;
      end if;
      with changes as (
        delete from kept_changes where figure = next.figure and month = next.month returning mode)
      select array_agg(distinct mode) into modes from changes;
      if 'any' = any(modes) and next.figure <> 'views' then modes := array['sandbox', 'test', 'live']; end if;
      foreach kept_mode in array modes loop
        perform keep_month(next.figure, kept_mode, next.month);
        if left(next.month, 4) < left(month_of(now_at), 4) then
          perform keep_year(next.figure, kept_mode, left(next.month, 4));
        end if;
      end loop;
      return true;
    end $$`.execute(db);
}

/** Counts everything before the current month: month by month, so that little memory is needed, but sold items at once. */
async function keepPast(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_past(now_at timestamptz) returns void language plpgsql as $$
    declare
      changed record;
    begin
      insert into kept_changes (figure, mode, month)
      select figure, mode, month_of(at) from (
        select 'sales' as figure, mode, min(created_at) as first_at, max(created_at) as last_at
        from ledger_entries group by mode
        union all select 'buyers', attempt.mode, min(orders.paid_at), max(orders.paid_at)
        from orders join payment_attempts attempt on attempt.order_id = orders.id
        where attempt.state = 'succeeded' group by attempt.mode
        union all select 'views', 'any', min(created_at), max(created_at) from user_album_views) past,
        generate_series(date_trunc('month', first_at, 'UTC'), last_at, interval '1 month') at;
      perform keep_event(event_id) from (select distinct event_id from album_frames) event;
      for changed in select distinct figure, mode, month from kept_changes where month < month_of(now_at) loop
        delete from kept_changes
          where figure = changed.figure and mode = changed.mode and month = changed.month;
        perform keep_month(changed.figure, changed.mode, changed.month, false);
        perform keep_year(changed.figure, changed.mode, left(changed.month, 4))
          where left(changed.month, 4) < left(month_of(now_at), 4);
      end loop;
      delete from kept_sold;
      insert into kept_sold (mode, decade, event_id, album_id, photographer, item_id, photos, months, is_alone)
        select sold.*, item_id = 0 and count(*) over (partition by mode, event_id, album_id, photographer) = 1 from (
          select line.mode, left(month_of(line.occurred_at), 4)::integer / 10, line.event_id, line.album_id,
            share.photographer,
            case when line.is_image then coalesce(line.image_id, -line.order_line_id) else 0 end as item_id, share.photos,
            bit_or(month_bit(month_of(line.occurred_at)))
          from ledger_lines line join ledger_line_shares share on share.line_id = line.id
          where line.sales > 0 and month_of(line.occurred_at) < month_of(now_at)
            and not exists (select from ledger_lines back
              where back.order_line_id = line.order_line_id and back.sales < 0)
          group by 1, 2, 3, 4, 5, 6, 7) sold
        order by mode, event_id, album_id, photographer;
    end $$`.execute(db);
  await sql`select keep_past(now())`.execute(db);
}

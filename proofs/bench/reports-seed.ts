import { sql } from 'kysely';
import { keepNext } from '#server/modules/reports/kept/keep-figures.queries.ts';
import type { Database, Db } from '#server/platform/database.ts';
import { fillWithoutTriggers } from './photos-seed.ts';

/**
 * Writes years of sales: of ten orders, one is a cart of two or three albums, one is a pool of three payers and one is
 * refunded. Half of the visitors who viewed an album bought it. Triggers are off.
 */
export async function fillSales(
  database: Database,
  { orders, customers, mode, years = 1 }: { orders: number; customers: number; mode: string; years?: number },
): Promise<void> {
  await fillWithoutTriggers(database, async (db) => {
    await sql`
      insert into users (email, password_hash, first_name, last_name, name, agreed_to_terms_at)
      select 'buyer' || i || '@example.test', '-', 'Buyer', 'Number ' || i, 'Buyer Number ' || i, now()
      from generate_series(1, ${customers}::int) i`.execute(db);
    await sql`insert into payment_customers (user_id, mode) select id, ${mode} from users`.execute(db);
    await sql`
      insert into payment_sources (user_id, mode, method_id, brand, last4, exp_month, exp_year)
      select id, ${mode}, 'pm_' || id, 'visa', '4242', 1, 2030 from users`.execute(db);
    await sql`
      insert into coupons (code, kind, percent_off, created_by)
      select 'BENCH-' || i, 'percent', 10, (select min(id) from users) from generate_series(1, 20) i`.execute(
      db,
    );
    await sql`
      create temporary table sale on commit drop as
      select i, case when i % 10 = 1 then 2 + i % 2 else 1 end as lines, i % 10 = 2 as is_pool,
        case when i % 10 = 2 then 3 else 1 end as payers, (1000 + (i::bigint * 7919) % 9000)::int as price,
        now() - make_interval(secs => i * 31536000.0 * ${years}::int / ${orders}::int) as at
      from generate_series(1, ${orders}::int) i`.execute(db);
    await sql`
      insert into orders (key, user_id, state, is_pool, sub_total_cents, total_cents, created_at, paid_at, coupon_id)
      select lpad(i::text, 32, '0'), (select min(user_id) from payment_sources) + i % ${customers}::int, 'paid', is_pool, lines * price, lines * price,
        at, at, case when i % 15 = 0 then 1 + i % 20 end
      from sale order by i`.execute(db);
    await sql`
      insert into order_lines (order_id, album_id, price_cents, total_cents)
      select orders.id, 1 + (i * 13 + n) % (select max(id) from albums), price, price
      from sale join orders on orders.key = lpad(i::text, 32, '0'), generate_series(1, sale.lines) n`.execute(
      db,
    );
    await sql`
      insert into payment_attempts (order_id, user_id, source_id, mode, capture, state, amount_cents, facial,
        intent_id, created_at, settled_at)
      select orders.id, source.user_id, source.id, ${mode}, case when sale.is_pool then 'manual' else 'automatic' end, 'succeeded',
        case n when 1 then lines * price - (payers - 1) * (lines * price / payers) else lines * price / payers end,
        i % 4 = 0, 'pi_' || i || '_' || n, at, at
      from sale join orders on orders.key = lpad(i::text, 32, '0'), generate_series(1, sale.payers) n
        cross join lateral (select id, user_id from payment_sources
          where user_id = (select min(user_id) from payment_sources) + (i + n) % ${customers}::int) source`.execute(
      db,
    );
    await sql`
      insert into ledger_entries (kind, order_id, attempt_id, mode, external_id, amount_cents, currency, created_at)
      select 'charge', order_id, id, mode, 'ch_' || id, amount_cents, 'usd', created_at
      from payment_attempts order by created_at`.execute(db);
    await sql`
      insert into refunds (order_id, attempt_id, state, amount_cents, memo, made_by, refund_id, created_at)
      select order_id, id, 'succeeded', amount_cents, 'asked', user_id, 're_' || id, created_at + interval '1 hour'
      from payment_attempts where order_id % 10 = 3`.execute(db);
    await sql`
      insert into refund_lines (refund_id, order_line_id, attempt_id, amount_cents)
      select refunds.id, line.id, refunds.attempt_id, line.total_cents
      from refunds join order_lines line on line.order_id = refunds.order_id`.execute(db);
    await sql`
      insert into ledger_entries (kind, order_id, attempt_id, mode, external_id, amount_cents, currency, created_at)
      select 'refund', order_id, attempt_id, ${mode}, refund_id, -amount_cents, 'usd', created_at
      from refunds where created_at < now()`.execute(db);
    await sql`
      insert into pools (order_id, phase, deadline, created_at)
      select id, 'filled', created_at + interval '3 days', created_at from orders where is_pool`.execute(db);
    await sql`
      insert into pool_shares (order_id, position, user_id, attempt_id, amount_cents, state, created_at)
      select order_id, row_number() over (partition by order_id order by id) - 1, user_id, id, amount_cents, 'paid',
        created_at from payment_attempts where capture = 'manual'`.execute(db);
    // Without statistics, the next statements join row by row.
    await sql`analyze orders, order_lines, payment_attempts, ledger_entries`.execute(db);
    await fillLines(db);
    await fillViews(db);
  });
  await sql`vacuum analyze`.execute(database);
  // The triggers that note changes were off, so the figures are counted as the migration counts them.
  await fillWithoutTriggers(database, async (db) => {
    await sql`select keep_past(now())`.execute(db);
    await sql`insert into kept_album_changes (album_id) select distinct album_id from order_lines`.execute(
      db,
    );
  });
  // A job counts the days of the month in progress.
  while (await keepNext(database, new Date()));
  await sql`vacuum analyze`.execute(database);
}

/** Writes the lines of every entry, with the shares of two or three photographers. */
async function fillLines(db: Db): Promise<void> {
  await sql`
    insert into ledger_lines (entry_id, order_line_id, order_id, attempt_id, user_id, mode, kind, occurred_at, event_id,
      album_id, is_image, photos, producer_name, is_pool, facial, coupon_id, amount_cents, tax_cents, discount_cents, sales)
    select entry.id, line.id, entry.order_id, entry.attempt_id, attempt.user_id, entry.mode, entry.kind,
      entry.created_at, albums.event_id, line.album_id, false, 100, events.producer_name, orders.is_pool, attempt.facial,
      orders.coupon_id, case when orders.total_cents > line.total_cents
        then sign(entry.amount_cents) * line.total_cents else entry.amount_cents end, 0, 0,
      case when entry.kind = 'charge' and (not orders.is_pool or entry.attempt_id % 3 = 0) then 1 else 0 end
    from ledger_entries entry join orders on orders.id = entry.order_id
      join payment_attempts attempt on attempt.id = entry.attempt_id
      join order_lines line on line.order_id = orders.id
      join albums on albums.id = line.album_id join events on events.id = albums.event_id
    order by entry.created_at, entry.id, line.id`.execute(db);
  await sql`
    insert into ledger_line_shares (line_id, photographer, photos, amount_cents)
    select line.id, 'Photographer ' || (line.album_id + n) % 12, 100 / share.people,
      line.amount_cents * (n + 1) / share.people - line.amount_cents * n / share.people
    from ledger_lines line, lateral (select 2 + line.album_id % 2 as people) share,
      generate_series(0, share.people - 1) n
    order by line.id`.execute(db);
}

/** Every buyer viewed the album twice before buying it, and so did as many others. */
async function fillViews(db: Db): Promise<void> {
  await sql`
    insert into entitlements (user_id, album_id, order_line_id, state, created_at)
    select orders.user_id, line.album_id, line.id, 'active', orders.paid_at
    from order_lines line join orders on orders.id = line.order_id
    on conflict do nothing`.execute(db);
  await sql`
    insert into user_found_albums (user_id, album_id, found_by, views_used, created_at)
    select orders.user_id + n, line.album_id, 'opened', 2, min(orders.paid_at) - interval '1 hour'
    from order_lines line join orders on orders.id = line.order_id, generate_series(0, 1) n
    group by 1, 2 on conflict do nothing`.execute(db);
  await sql`
    insert into user_album_views (found_album_id, created_at, user_id, album_id, was_owned)
    select id, created_at + make_interval(mins => n), user_id, album_id, false
    from user_found_albums, generate_series(1, 2) n order by created_at`.execute(db);
}

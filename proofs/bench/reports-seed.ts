// Fills a shop with events, albums, photos and years of sales. Triggers are off, and indexes are built at the end.
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { fillSalesDaily } from '#server/modules/reports/sales-daily.ts';
import type { Database, Db } from '#server/platform/database/database.ts';

export type ShopSize = {
  events: number;
  albumsPerEvent: number;
  photosPerAlbum: number;
  orders: number;
  customers: number;
  years: number;
};

const ALBUMS_PER_STATEMENT = 5_000;

export async function fillShop(
  context: Pick<Context, 'db' | 'clock' | 'log' | 'payments'>,
  size: ShopSize,
): Promise<void> {
  const { db } = context;
  await fillAlbums(db, size);
  await fillPhotos(db, size);
  await fillWithoutTriggers(db, (tx) => fillSales(tx, size, context.payments.mode));
  await vacuum(db);
  await fillSalesDaily(context);
  await vacuum(db);
}

async function vacuum(database: Database): Promise<void> {
  await database.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db);
    await sql`vacuum analyze`.execute(db);
    await sql`reset statement_timeout`.execute(db);
  });
}

/** Triggers and checks of references are off while rows are written by the million. */
async function fillWithoutTriggers(database: Database, fill: (db: Db) => Promise<void>): Promise<void> {
  await database.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`set local session_replication_role = replica`.execute(db);
    await fill(db);
  });
}

const words = (column: string, list: string[]) =>
  sql.raw(`(array['${list.join("','")}'])[1 + (${column}) % ${list.length}]`);

/** The events follow each other evenly over the years. */
function fillAlbums(
  database: Database,
  { events, albumsPerEvent, years }: Pick<ShopSize, 'events' | 'albumsPerEvent' | 'years'>,
): Promise<void> {
  return fillWithoutTriggers(database, async (db) => {
    await sql`
      insert into events (name, brand_name, producer_name, venue_name, city, state, start_date, archived)
      select ${words('i', ['Nationals', 'Winter Classic', 'Spring Open', 'Grand Prix', 'Finals'])} || ' ' || i,
        ${words('i / 5', ['Spiritfest', 'Encore', 'Cheer United', 'Dance Gala'])}, 'Producer ' || i % 40,
        'Arena ' || i % 90, ${words('i', ['Austin', 'Tulsa', 'Reno', 'Omaha', 'Dallas', 'Orlando', 'Boise'])},
        ${words('i', ['TX', 'OK', 'NV', 'NE', 'TX', 'FL', 'ID'])},
        current_date - ((${events}::int - i) * 365 * ${years}::int / ${events}::int), i % 10 = 0
      from generate_series(1, ${events}::int) i`.execute(db);
    await sql`
      insert into albums (event_id, program_name, team_name, division_name, performance_order, identifier,
        published_at, created_at, images_count, cover)
      select events.id,
        ${words('i', ['Star Athletics', 'Gym Galaxy', 'Cheer Factory', 'Top Tumble', 'Pure Dance'])} || ' ' || i % 900,
        ${words('i / 7', ['Comets', 'Meteors', 'Lady Lions', 'Shooting Stars', 'Rubies', 'Teal', 'Black Ops'])},
        ${words('i / 11', ['Senior', 'Junior', 'Mini', 'Youth', 'Open'])} || ' ' || i % 7, i % 400, 'A-' || i,
        case when i % 12 > 0 then at end, at, case when i % 25 > 0 then (i * 7919) % 400 else 0 end,
        (select jsonb_agg(jsonb_build_object('id', i * 3 + n, 'width', 1600, 'height', 1067,
          'placeholder', 'EQgGHwSHd4eAiHh3h3h4eAeH', 'captured_at', at)) from generate_series(1, 3) n)
      from events, generate_series((events.id - 1) * ${albumsPerEvent}::int + 1, events.id * ${albumsPerEvent}::int) i
      cross join lateral (
        select events.start_date::timestamptz + make_interval(mins => i % ${albumsPerEvent}::int) as at) moment
      order by i`.execute(db);
  });
}

/** Gives every album the same number of photos, by two or three of twelve photographers. */
async function fillPhotos(
  database: Database,
  { photosPerAlbum: perAlbum }: Pick<ShopSize, 'photosPerAlbum'>,
): Promise<void> {
  const { rows } = await sql<{ last: number }>`select max(id) as last from albums`.execute(database);
  const last = rows[0]?.last ?? 0;
  // Building an index once is much faster than adding to it five million times.
  const { rows: indexes } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where tablename = 'images' and indexdef not like '%UNIQUE%'`.execute(database);
  for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(database);
  await sql`alter table images drop constraint images_event_id_content_hash_key`.execute(database);
  for (let first = 1; first <= last; first += ALBUMS_PER_STATEMENT) {
    await fillWithoutTriggers(database, async (db) => {
      await sql`
        insert into images (event_id, album_id, content_hash, crc32, size_bytes, file_name, state, photographer,
          width, height, captured_at, created_at, processed_at)
        select albums.event_id, albums.id, sha256(int8send(albums.id::bigint * 1000 + n)), 1, 1, 'a.jpg', 'ready',
          'Photographer ' || (albums.id + n % (2 + albums.id % 2)) % 12, 1600, 1067, albums.created_at,
          albums.created_at, albums.created_at
        from albums, generate_series(1, ${perAlbum}::int) n
        where albums.id between ${first} and ${first + ALBUMS_PER_STATEMENT - 1}`.execute(db);
    });
  }
  await fillWithoutTriggers(database, async (db) => {
    for (const { definition } of indexes) await sql.raw(definition).execute(db);
    await sql`alter table images add unique (event_id, content_hash)`.execute(db);
  });
}

/**
 * Writes years of sales, each in the weeks after its event: of ten orders, one is a cart of two or three albums, one is a
 * pool of three payers and one is refunded. Half of the visitors who viewed an album bought it.
 */
async function fillSales(
  db: Db,
  { events, albumsPerEvent, orders, customers, years }: ShopSize,
  mode: string,
): Promise<void> {
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
      now() - make_interval(secs => i * 31536000.0 * ${years}::int / ${orders}::int) as at,
      greatest(1, ${events}::int - (i::bigint * ${events}::int / ${orders}::int)::int - i * 7 % 12) as event
    from generate_series(1, ${orders}::int) i`.execute(db);
  await sql`
    insert into orders (key, user_id, state, is_pool, sub_total_cents, total_cents, created_at, paid_at, coupon_id)
    select lpad(i::text, 32, '0'), (select min(user_id) from payment_sources) + i % ${customers}::int, 'paid', is_pool, lines * price, lines * price,
      at, at, case when i % 15 = 0 then 1 + i % 20 end
    from sale order by i`.execute(db);
  await sql`
    insert into order_lines (order_id, album_id, price_cents, total_cents)
    select orders.id, (event - 1) * ${albumsPerEvent}::int + 1 + (i * 13 + n) % ${albumsPerEvent}::int, price, price
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
}

/** Writes the lines of every entry, with the shares of two or three photographers. */
async function fillLines(db: Db): Promise<void> {
  await sql`
    insert into ledger_lines (entry_id, order_line_id, order_id, attempt_id, user_id, mode, kind, occurred_at, event_id,
      album_id, is_image, photos, producer_name, is_pool, facial, coupon_id, amount_cents, tax_cents, discount_cents, sales,
      statement_month)
    select entry.id, line.id, entry.order_id, entry.attempt_id, attempt.user_id, entry.mode, entry.kind,
      entry.created_at, albums.event_id, line.album_id, false, 100, events.producer_name, orders.is_pool, attempt.facial,
      orders.coupon_id, case when orders.total_cents > line.total_cents
        then sign(entry.amount_cents) * line.total_cents else entry.amount_cents end, 0, 0,
      case when entry.kind = 'charge' and (not orders.is_pool or entry.attempt_id % 3 = 0) then 1 else 0 end,
      date_trunc('month', entry.created_at at time zone 'UTC')
    from ledger_entries entry join orders on orders.id = entry.order_id
      join payment_attempts attempt on attempt.id = entry.attempt_id
      join order_lines line on line.order_id = orders.id
      join albums on albums.id = line.album_id join events on events.id = albums.event_id
    order by entry.created_at, entry.id, line.id`.execute(db);
  await sql`
    insert into ledger_line_shares (line_id, photographer, photos, amount_cents, tax_cents, rate_basis_points,
      earned_cents)
    select line.id, 'Photographer ' || (line.album_id + n) % 12, 100 / share.people,
      part.cents, 0, 3000, round(part.cents * 0.3)
    from ledger_lines line, lateral (select 2 + line.album_id % 2 as people) share,
      generate_series(0, share.people - 1) n, lateral (
        select line.amount_cents * (n + 1) / share.people - line.amount_cents * n / share.people as cents) part
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

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createSwaps(db);
  await createRefunds(db);
  await createDisputes(db);
}

/** What was bought moved to something else; the difference in price is kept in sight. */
async function createSwaps(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table entitlement_swaps (
      id integer generated always as identity primary key,
      entitlement_id integer not null references entitlements,
      from_album_id integer not null references albums,
      from_image_id integer references images,
      to_album_id integer not null references albums,
      to_image_id integer references images,
      from_price_cents integer not null check (from_price_cents >= 0),
      to_price_cents integer not null check (to_price_cents >= 0),
      made_by integer not null references users,
      is_by_customer boolean not null,
      memo text check (length(memo) <= 1000),
      created_at timestamptz not null default now(),
      check ((from_image_id is null) = (to_image_id is null)),
      check (not is_by_customer or from_price_cents = to_price_cents)
    )`.execute(db);
  await sql`
    create unique index entitlement_swaps_once_by_customer on entitlement_swaps (entitlement_id)
      where is_by_customer`.execute(db);
}

/** The amount is reserved here before the provider is asked; a line is given back once. */
async function createRefunds(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refunds (
      id integer generated always as identity primary key,
      key uuid not null unique default gen_random_uuid(),
      order_id integer not null references orders,
      attempt_id integer not null references payment_attempts,
      state text not null default 'reserved' check (state in ('reserved', 'pending', 'succeeded', 'failed')),
      amount_cents integer not null check (amount_cents > 0),
      memo text not null check (length(memo) between 1 and 1000),
      made_by integer not null references users,
      refund_id text unique check (length(refund_id) <= 255),
      created_at timestamptz not null default now(),
      check (refund_id is not null or state in ('reserved', 'failed'))
    )`.execute(db);
  await sql`create index refunds_of_order on refunds (order_id)`.execute(db);
  await sql`
    create index refunds_unsettled on refunds (created_at) where state in ('reserved', 'pending')`.execute(
    db,
  );
  await sql`
    create table refund_lines (
      refund_id integer not null references refunds,
      order_line_id integer not null references order_lines,
      amount_cents integer not null check (amount_cents >= 0),
      is_live boolean not null default true,
      primary key (refund_id, order_line_id)
    )`.execute(db);
  await sql`create unique index refund_lines_once on refund_lines (order_line_id) where is_live`.execute(db);
}

async function createDisputes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table disputes (
      id integer generated always as identity primary key,
      dispute_id text not null unique check (length(dispute_id) <= 255),
      order_id integer not null references orders,
      attempt_id integer not null references payment_attempts,
      state text not null default 'open' check (state in ('open', 'won', 'lost')),
      amount_cents integer not null check (amount_cents >= 0),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index disputes_of_order on disputes (order_id)`.execute(db);
}

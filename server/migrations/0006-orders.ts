import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createCards(db);
  await createCarts(db);
  await createOrders(db);
  await createPayments(db);
  await createEntitlements(db);
  await createLedger(db);
}

/** `mode`: what one kind of keys stored means nothing to another. */
async function createCards(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_customers (
      user_id integer not null references users,
      mode text not null check (mode in ('sandbox', 'test', 'live')),
      key uuid not null default gen_random_uuid(),
      customer_id text unique check (length(customer_id) <= 255),
      created_at timestamptz not null default now(),
      primary key (user_id, mode)
    )`.execute(db);
  await sql`
    create table payment_sources (
      id integer generated always as identity primary key,
      user_id integer not null,
      mode text not null,
      method_id text not null unique check (length(method_id) <= 255),
      brand text not null check (length(brand) <= 60),
      last4 text not null check (last4 ~ '^[0-9]{4}$'),
      exp_month integer not null check (exp_month between 1 and 12),
      exp_year integer not null check (exp_year between 2000 and 2100),
      created_at timestamptz not null default now(),
      removed_at timestamptz,
      foreign key (user_id, mode) references payment_customers
    )`.execute(db);
  await sql`create index payment_sources_of_user on payment_sources (user_id) where removed_at is null`.execute(
    db,
  );
}

async function createCarts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table carts (
      id integer generated always as identity primary key,
      user_id integer not null unique references users,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table cart_items (
      id integer generated always as identity primary key,
      cart_id integer not null references carts,
      album_id integer not null references albums,
      created_at timestamptz not null default now(),
      unique (cart_id, album_id)
    )`.execute(db);
}

async function createOrders(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table orders (
      id integer generated always as identity primary key,
      key text not null unique check (length(key) = 32),
      user_id integer not null references users,
      single_album_id integer references albums,
      single_image_id integer references images,
      state text not null default 'open'
        check (state in ('open', 'paid', 'partly_refunded', 'refunded', 'cancelled', 'expired')),
      is_pool boolean not null default false,
      currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
      sub_total_cents integer not null check (sub_total_cents >= 0),
      credit_cents integer not null default 0 check (credit_cents >= 0),
      discount_cents integer not null default 0 check (discount_cents >= 0),
      tax_cents integer not null default 0 check (tax_cents >= 0),
      total_cents integer not null check (total_cents >= 0),
      refunded_cents integer not null default 0 check (refunded_cents >= 0),
      created_at timestamptz not null default now(),
      paid_at timestamptz,
      check (total_cents = sub_total_cents - credit_cents - discount_cents + tax_cents),
      check (refunded_cents <= total_cents),
      check ((paid_at is not null) = (state in ('paid', 'partly_refunded', 'refunded'))),
      check (refunded_cents = 0 or state in ('partly_refunded', 'refunded')),
      check (single_album_id is null or single_image_id is null)
    )`.execute(db);
  await sql`create index orders_of_user on orders (user_id, id)`.execute(db);
  await sql`
    create unique index orders_one_open_album on orders (user_id, single_album_id) where state = 'open'`.execute(
    db,
  );
  await sql`
    create unique index orders_one_open_image on orders (user_id, single_image_id) where state = 'open'`.execute(
    db,
  );

  await sql`
    create table order_lines (
      id integer generated always as identity primary key,
      order_id integer not null references orders,
      album_id integer not null references albums,
      image_id integer references images,
      price_cents integer not null check (price_cents >= 0),
      credit_cents integer not null default 0 check (credit_cents >= 0),
      discount_cents integer not null default 0 check (discount_cents >= 0),
      tax_cents integer not null default 0 check (tax_cents >= 0),
      total_cents integer not null check (total_cents >= 0),
      refunded_cents integer not null default 0 check (refunded_cents between 0 and total_cents),
      check (total_cents = price_cents - credit_cents - discount_cents + tax_cents)
    )`.execute(db);
  await sql`create index order_lines_of_order on order_lines (order_id)`.execute(db);
  await sql`
    create unique index order_lines_one_album on order_lines (order_id, album_id) where image_id is null`.execute(
    db,
  );
  await addUpLines(db);
}

/** Lines and order are compared when the transaction ends: a wrong sum is not stored. */
async function addUpLines(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function order_adds_up() returns trigger language plpgsql as $$
    declare
      wanted integer := coalesce(to_jsonb(new) ->> 'order_id', to_jsonb(new) ->> 'id')::integer;
    begin
      if exists (
        select from orders o, lateral (
          select coalesce(sum(price_cents), 0) price, coalesce(sum(credit_cents), 0) credit,
            coalesce(sum(discount_cents), 0) discount, coalesce(sum(tax_cents), 0) tax,
            coalesce(sum(total_cents), 0) total, coalesce(sum(refunded_cents), 0) refunded
          from order_lines where order_id = o.id) lines
        where o.id = wanted and
          (o.sub_total_cents, o.credit_cents, o.discount_cents, o.tax_cents, o.total_cents, o.refunded_cents)
          <> (lines.price, lines.credit, lines.discount, lines.tax, lines.total, lines.refunded))
      then
        raise exception 'order % does not add up', wanted using errcode = 'check_violation';
      end if;
      return null;
    end $$`.execute(db);
  for (const table of ['orders', 'order_lines']) {
    await sql`
      create constraint trigger ${sql.ref(`${table}_add_up`)} after insert or update on ${sql.table(table)}
        deferrable initially deferred for each row execute function order_adds_up()`.execute(db);
  }
}

async function createPayments(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_attempts (
      id integer generated always as identity primary key,
      key uuid not null unique default gen_random_uuid(),
      order_id integer not null references orders,
      user_id integer not null references users,
      source_id integer references payment_sources,
      mode text not null check (mode in ('sandbox', 'test', 'live')),
      capture text not null default 'automatic' check (capture in ('automatic', 'manual')),
      state text not null default 'processing'
        check (state in ('processing', 'requires_action', 'authorised', 'succeeded', 'failed', 'released')),
      amount_cents integer not null check (amount_cents >= 0),
      currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
      facial boolean not null default false,
      intent_id text unique check (length(intent_id) <= 255),
      failure_code text check (length(failure_code) <= 60),
      created_at timestamptz not null default now(),
      settled_at timestamptz,
      check ((failure_code is not null) = (state = 'failed')),
      check ((settled_at is not null) = (state in ('succeeded', 'failed', 'released'))),
      check (source_id is not null or amount_cents = 0)
    )`.execute(db);
  await sql`
    create unique index payment_attempts_one_live on payment_attempts (order_id)
      where capture = 'automatic' and state in ('processing', 'requires_action', 'succeeded')`.execute(db);
  await sql`create index payment_attempts_of_order on payment_attempts (order_id, id)`.execute(db);
  await sql`
    create index payment_attempts_unsettled on payment_attempts (user_id, created_at)
      where state in ('processing', 'requires_action', 'authorised')`.execute(db);

  await sql`
    create table external_events (
      id integer generated always as identity primary key,
      source text not null check (source in ('stripe')),
      external_id text not null check (length(external_id) <= 255),
      type text not null check (length(type) <= 120),
      object_id text check (length(object_id) <= 255),
      received_at timestamptz not null default now(),
      handled_at timestamptz,
      unique (source, external_id)
    )`.execute(db);
}

async function createEntitlements(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table entitlements (
      id integer generated always as identity primary key,
      user_id integer not null references users,
      album_id integer not null references albums,
      image_id integer references images,
      order_line_id integer not null references order_lines,
      state text not null default 'active' check (state in ('active', 'suspended', 'ended')),
      downloads_used integer not null default 0 check (downloads_used >= 0),
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      check ((ended_at is not null) = (state = 'ended'))
    )`.execute(db);
  await sql`
    create unique index entitlements_one_album on entitlements (user_id, album_id)
      where image_id is null and state <> 'ended'`.execute(db);
  await sql`
    create unique index entitlements_one_image on entitlements (user_id, image_id)
      where image_id is not null and state <> 'ended'`.execute(db);
  await sql`create index entitlements_of_line on entitlements (order_line_id)`.execute(db);
}

/** Money in and out as it happened; a mistake is answered by another entry. */
async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_entries (
      id integer generated always as identity primary key,
      kind text not null check (kind in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_won')),
      order_id integer not null references orders,
      attempt_id integer not null references payment_attempts,
      mode text not null check (mode in ('sandbox', 'test', 'live')),
      external_id text not null check (length(external_id) <= 255),
      amount_cents integer not null check (amount_cents <> 0),
      currency text not null check (currency ~ '^[a-z]{3}$'),
      created_at timestamptz not null default now(),
      unique (kind, external_id),
      check ((amount_cents > 0) = (kind in ('charge', 'refund_failed', 'dispute_won')))
    )`.execute(db);
  await sql`create index ledger_entries_of_order on ledger_entries (order_id)`.execute(db);
  await sql`
    create function refuse_ledger_change() returns trigger language plpgsql as $$
    begin
      raise exception 'the ledger is only added to';
    end $$`.execute(db);
  await sql`
    create trigger ledger_entries_stay before update or delete or truncate on ledger_entries
      for each statement execute function refuse_ledger_change()`.execute(db);
}

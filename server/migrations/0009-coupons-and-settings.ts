import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createSiteSettings(db);
  await createCoupons(db);
}

/** Only what was changed is stored; everything else is as it was delivered. */
async function createSiteSettings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_settings (
      key text primary key check (length(key) between 1 and 80),
      value jsonb not null,
      changed_at timestamptz not null,
      changed_by integer not null references users
    )`.execute(db);
}

/** What a code gives never changes: it can only be ended, and another one made. */
async function createCoupons(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table coupons (
      id integer generated always as identity primary key,
      code text not null unique check (code ~ '^[A-Z0-9-]{3,40}$'),
      kind text not null check (kind in ('percent', 'fixed')),
      percent_off integer check (percent_off between 1 and 100),
      amount_off_cents integer check (amount_off_cents > 0),
      expires_at timestamptz,
      max_uses integer check (max_uses > 0),
      max_uses_per_customer integer check (max_uses_per_customer > 0),
      memo text not null default '' check (length(memo) <= 500),
      created_by integer not null references users,
      created_at timestamptz not null default now(),
      ended_at timestamptz,
      check ((percent_off is not null) = (kind = 'percent')),
      check ((amount_off_cents is not null) = (kind = 'fixed'))
    )`.execute(db);
  await sql`
    alter table orders
      add coupon_id integer references coupons,
      add tax_name text not null default 'Tax' check (length(tax_name) between 1 and 40)`.execute(db);
  await sql`create index orders_of_coupon on orders (coupon_id) where coupon_id is not null`.execute(db);
}

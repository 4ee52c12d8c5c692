import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createCursors(db);
  await rememberReadCards(db);
  await hideGiftAddresses(db);
}

/** `provider_sweeps` and `balance_sweeps` stay for the release before, which still moves them. */
async function createCursors(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table provider_cursors (
      mode text not null check (mode in ('sandbox', 'test', 'live')),
      sweep text not null check (sweep in ('refunds_and_disputes', 'balance')),
      reached_at timestamptz not null,
      primary key (mode, sweep)
    )`.execute(db);
  await sql`
    insert into provider_cursors (mode, sweep, reached_at)
    select mode, 'refunds_and_disputes', swept_until from provider_sweeps
    union all select mode, 'balance', swept_until from balance_sweeps`.execute(db);
}

/** Cards of earlier releases have no fingerprint. The provider is asked once about each of them. */
async function rememberReadCards(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_sources add column fingerprint_read_at timestamptz`.execute(db);
  await sql`
    create index payment_sources_unread on payment_sources (mode, id)
      where fingerprint is null and fingerprint_read_at is null and removed_at is null and not is_once`.execute(
    db,
  );
}

/** A gift that waits after its buyer has left keeps no readable address. */
async function hideGiftAddresses(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table orders
      add column gift_address_hash bytea check (octet_length(gift_address_hash) = 32),
      add column gift_sealed_address bytea check (octet_length(gift_sealed_address) <= 600)`.execute(db);
  await sql`
    create index orders_gift_address_hash on orders (gift_address_hash)
      where gift_address_hash is not null`.execute(db);
}

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await allowFees(db);
  await createBalance(db);
  await createPayouts(db);
}

/** A fee is negative; one that the provider gives back, as after a dispute that was won, is positive. */
async function allowFees(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ledger_entries
      drop constraint if exists ledger_entries_kind_check,
      drop constraint if exists ledger_entries_check,
      add constraint ledger_entries_kind_check
        check (kind in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'fee', 'dispute_fee')),
      add constraint ledger_entries_check check (kind in ('fee', 'dispute_fee')
        or (amount_cents > 0) = (kind in ('charge', 'refund_failed', 'dispute_won')))`.execute(db);
}

/** Every movement of the balance at the card provider, once each. */
async function createBalance(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table balance_transactions (
      id integer generated always as identity primary key,
      transaction_id text not null unique check (length(transaction_id) <= 255),
      mode text not null check (mode in ('sandbox', 'test', 'live')),
      type text not null check (length(type) <= 60),
      source_id text check (length(source_id) <= 255),
      amount_cents bigint not null,
      fee_cents bigint not null,
      net_cents bigint not null,
      currency text not null check (currency ~ '^[a-z]{3}$'),
      available_on timestamptz not null,
      created_at timestamptz not null,
      payout_id text check (length(payout_id) <= 255),
      order_id integer references orders,
      booked_at timestamptz
    )`.execute(db);
  await sql`create index balance_transactions_of_payout on balance_transactions (payout_id, id)`.execute(db);
  await sql`create index balance_transactions_by_time on balance_transactions (mode, created_at)`.execute(db);
  await sql`
    create index balance_transactions_unbooked on balance_transactions (mode, id) where booked_at is null`.execute(
    db,
  );
  await sql`
    create table balance_sweeps (
      mode text primary key check (mode in ('sandbox', 'test', 'live')),
      swept_until timestamptz not null
    )`.execute(db);
}

async function createPayouts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payouts (
      id integer generated always as identity primary key,
      payout_id text not null unique check (length(payout_id) <= 255),
      mode text not null check (mode in ('sandbox', 'test', 'live')),
      state text not null check (length(state) <= 40),
      amount_cents bigint not null,
      currency text not null check (currency ~ '^[a-z]{3}$'),
      arrives_on date not null,
      is_automatic boolean not null,
      failure_code text check (length(failure_code) <= 120),
      created_at timestamptz not null,
      itemized_at timestamptz
    )`.execute(db);
  await sql`create index payouts_by_arrival on payouts (mode, arrives_on, id)`.execute(db);
}

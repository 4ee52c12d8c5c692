import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await rememberWhatRefundsEnded(db);
  await createReturnedRefunds(db);
  await allowRefundsMadeElsewhere(db);
}

/** Goods come back when the bank returns the refund that took them away, so the refund is recorded with them. */
async function rememberWhatRefundsEnded(db: Kysely<unknown>): Promise<void> {
  await sql`alter table entitlements add column ended_by_refund integer references refunds`.execute(db);
  await sql`
    update entitlements set ended_by_refund = lines.refund_id
    from (select order_line_id, max(refund_id) as refund_id from refund_lines
      where is_live group by order_line_id) lines
    where lines.order_line_id = entitlements.order_line_id and entitlements.state = 'ended'`.execute(db);
}

/** Money that staff owe to a buyer because the bank sent a refund back. */
async function createReturnedRefunds(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table returned_refunds (
      id integer generated always as identity primary key,
      refund_id integer not null unique references refunds,
      order_id integer not null references orders,
      attempt_id integer not null references payment_attempts,
      amount_cents integer not null check (amount_cents > 0),
      has_goods boolean not null,
      owed_since timestamptz not null,
      retry_refund_id integer references refunds,
      outcome text check (outcome in ('refunded_again', 'paid_another_way', 'goods_kept')),
      note text check (length(note) between 1 and 1000),
      closed_by integer references users on delete set null,
      closed_at timestamptz,
      created_at timestamptz not null,
      check ((outcome is null) = (closed_at is null))
    )`.execute(db);
  await sql`create index returned_refunds_of_order on returned_refunds (order_id)`.execute(db);
  await sql`
    create index returned_refunds_open on returned_refunds (owed_since) where closed_at is null`.execute(db);
  await sql`
    comment on column returned_refunds.has_goods is 'the buyer holds what the refund was for'`.execute(db);
  await sql`
    insert into returned_refunds
      (refund_id, order_id, attempt_id, amount_cents, has_goods, owed_since, created_at)
    select id, order_id, attempt_id, amount_cents, false, created_at, now() from refunds failed
    where state = 'failed' and refund_id is not null
      and not exists (select from refunds later where later.attempt_id = failed.attempt_id
        and later.id > failed.id and later.state <> 'failed')`.execute(db);
}

/** A refund made in the provider's dashboard names an amount, so it may cover a line only in part. */
async function allowRefundsMadeElsewhere(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refunds add column is_made_elsewhere boolean not null default false`.execute(db);
  await sql`
    alter table refunds add column ends_goods_of text not null default 'everyone'
      check (ends_goods_of in ('everyone', 'payer', 'nobody'))`.execute(db);
  await sql`alter table refund_lines add column is_partial boolean not null default false`.execute(db);
  await sql`drop index refund_lines_once`.execute(db);
  await sql`
    create unique index refund_lines_once on refund_lines (order_line_id, attempt_id)
      where is_live and not is_partial`.execute(db);
  await sql`
    create table provider_sweeps (
      mode text primary key check (mode in ('sandbox', 'test', 'live')),
      swept_until timestamptz not null
    )`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/**
 * Amounts decide which lines are refunded, so `refund_lines.is_partial`, `refunds.ends_goods_of` and
 * `entitlements.ended_by_refund` are no longer read. They stay for the release before this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // What a bank returned is refunded again beside the refunds of the same line that went through.
  await sql`create index refund_lines_of_line on refund_lines (order_line_id)`.execute(db);
  await sql`drop index refund_lines_once`.execute(db);
  await sql`
    alter table returned_refunds drop constraint returned_refunds_outcome_check,
      add constraint returned_refunds_outcome_check
        check (outcome in ('refunded_again', 'paid_another_way', 'goods_kept', 'lost_in_dispute'))`.execute(
    db,
  );
  await sql`
    create table unbooked_items (
      id integer generated always as identity primary key,
      external_id text not null unique check (length(external_id) between 1 and 255),
      kind text not null check (kind in ('refund', 'dispute')),
      order_id integer not null references orders,
      attempt_id integer not null references payment_attempts,
      amount_cents integer not null check (amount_cents >= 0),
      problem text not null check (length(problem) between 1 and 1000),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index unbooked_items_of_order on unbooked_items (order_id)`.execute(db);
  await sql`
    comment on table unbooked_items is 'movements at the card provider that could not be booked yet'`.execute(
    db,
  );
}

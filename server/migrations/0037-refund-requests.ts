import { type Kysely, sql } from 'kysely';

/** A refund above the limit waits here until a second person approves or declines it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table refund_requests (
      id integer generated always as identity primary key,
      order_id integer not null references orders,
      line_ids integer[] not null,
      amount_cents integer not null check (amount_cents > 0),
      memo text not null check (length(memo) between 1 and 1000),
      state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'withdrawn')),
      requested_by integer references users on delete set null,
      created_at timestamptz not null,
      decided_by integer references users on delete set null,
      decided_at timestamptz,
      check ((state = 'waiting') = (decided_at is null))
    )`.execute(db);
  await sql`
    create unique index refund_requests_waiting on refund_requests (order_id) where state = 'waiting'`.execute(
    db,
  );
  await sql`alter table refunds add column request_id integer references refund_requests`.execute(db);
}

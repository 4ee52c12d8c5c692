import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_customers add column renewed_at timestamptz`.execute(db);
  await sql`
    comment on column payment_customers.renewed_at is
      'when the provider no longer knew the customer; payments from before belong to the one before'`.execute(
    db,
  );
  // The row is written before a mail leaves, so that a process that dies meanwhile does not send it again.
  await sql`
    create table mail_deliveries (
      key text primary key check (length(key) <= 255),
      started_at timestamptz not null default now(),
      sent_at timestamptz
    )`.execute(db);
}

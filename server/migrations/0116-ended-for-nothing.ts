import { type Kysely, sql } from 'kysely';

/** Staff can end an order that cost nothing: a refund of zero, of which the card provider never hears. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table refunds drop constraint refunds_amount_cents_check, drop constraint refunds_check,
      add constraint refunds_amount_cents_check check (amount_cents >= 0),
      add constraint refunds_check check (refund_id is not null or state in ('reserved', 'failed') or amount_cents = 0)
  `.execute(db);
  // The limit on what one person refunds alone counts a week of it.
  await sql`create index refunds_by_person on refunds (made_by, created_at) where made_by is not null`.execute(
    db,
  );
}

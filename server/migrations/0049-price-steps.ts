import { type Kysely, sql } from 'kysely';

/** Prices of an event may have steps for several photos and change by date. An order line keeps the name of its price. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table event_pricings
      add column photo_steps jsonb not null default '[]' check (jsonb_typeof(photo_steps) = 'array'),
      add column athlete_price_cents integer check (athlete_price_cents between 0 and 10000000),
      add column early_until date,
      add column early_percent_off integer check (early_percent_off between 1 and 90),
      add column late_from date,
      add column late_percent_more integer check (late_percent_more between 1 and 100),
      add check ((early_until is null) = (early_percent_off is null)),
      add check ((late_from is null) = (late_percent_more is null)),
      add check (early_until < late_from)`.execute(db);
  await sql`comment on column event_pricings.photo_steps is 'photos and price in cents of each bundle'`.execute(
    db,
  );
  await sql`alter table order_lines add column price_name text check (length(price_name) <= 300)`.execute(db);
}

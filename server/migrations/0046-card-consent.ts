import { type Kysely, sql } from 'kysely';

/** A card is kept only with the buyer's consent. A card that was used for one payment is stored for its receipt. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_sources
      add column is_once boolean not null default false,
      add column fingerprint text check (length(fingerprint) <= 255),
      add column consent_version integer,
      add column consent_at timestamptz,
      add column consent_device text check (length(consent_device) <= 40)`.execute(db);
  // Link, the provider's wallet, does not tell which card is behind it.
  await sql`alter table payment_sources drop constraint payment_sources_last4_check`.execute(db);
  await sql`
    alter table payment_sources
      add constraint payment_sources_last4_check check (last4 ~ '^([0-9]{4})?$')`.execute(db);
  await sql`
    create unique index payment_sources_one_card on payment_sources (user_id, mode, fingerprint)
      where removed_at is null and not is_once`.execute(db);
  await sql`
    alter table payment_attempts
      add column consent_version integer,
      add column consent_device text check (length(consent_device) <= 40)`.execute(db);
}

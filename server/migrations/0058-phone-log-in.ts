import { type Kysely, sql } from 'kysely';

/** An account can be made and opened by a phone number alone; its codes belong to no user until they are entered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column phone_log_in text unique check (length(phone_log_in) <= 16)`.execute(db);
  await sql`alter table phone_codes drop constraint phone_codes_pkey`.execute(db);
  await sql`alter table phone_codes alter column user_id drop not null`.execute(db);
  await sql`
    alter table phone_codes add constraint phone_codes_of_phone
      unique nulls not distinct (user_id, phone_number)`.execute(db);
}

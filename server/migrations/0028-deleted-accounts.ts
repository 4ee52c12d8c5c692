import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await nameDeletedAccounts(db);
  await keepReports(db);
  await rememberDeletions(db);
  await guardExports(db);
}

/** Sales of a deleted account belong to a row that holds nothing of the person. */
async function nameDeletedAccounts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column deleted_at timestamptz`.execute(db);
  await sql`
    alter table users add constraint users_deleted_are_nobody check (
      deleted_at is null or (
        email::text like '%@deleted.invalid' and name = 'Deleted account' and birth_date is null
        and country is null and city is null and state is null and zip_code is null
        and phone_number is null and role = 'authenticated'))`.execute(db);
}

/** A photo report outlives the account that made it, so it is kept by the schema. */
async function keepReports(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reported_photos
      drop constraint reported_photos_user_id_fkey,
      add constraint reported_photos_user_id_fkey foreign key (user_id) references users`.execute(db);
}

async function rememberDeletions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table deleted_accounts (
      id uuid primary key,
      address_hash bytea not null check (length(address_hash) = 32),
      sealed_address bytea check (length(sealed_address) <= 600),
      deleted_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`
    comment on column deleted_accounts.sealed_address is 'kept only until the farewell mail is sent'`.execute(
    db,
  );
  await sql`create index deleted_accounts_by_expiry on deleted_accounts (expires_at)`.execute(db);
  await sql`
    create table deletion_codes (
      user_id integer primary key references users on delete cascade,
      code_hash bytea not null check (length(code_hash) = 32),
      tries integer not null default 0,
      expires_at timestamptz not null
    )`.execute(db);
}

/** One row per export that is being sent, so that an account has one at a time. */
async function guardExports(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_exports (
      user_id integer primary key references users on delete cascade,
      key uuid not null,
      started_at timestamptz not null
    )`.execute(db);
}

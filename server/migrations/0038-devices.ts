import { type Kysely, sql } from 'kysely';

/** Devices that have logged in to an account; strangers cannot use up their tries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table known_devices (
      user_id integer not null references users on delete cascade,
      device text not null check (length(device) <= 40),
      last_used_at timestamptz not null,
      primary key (user_id, device)
    )`.execute(db);
  await sql`alter table sessions add column device text check (length(device) <= 40)`.execute(db);
  await sql`create index sessions_by_device on sessions (device) where device is not null`.execute(db);
}

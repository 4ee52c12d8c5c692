import { type Kysely, sql } from 'kysely';

/** Version 1 is the text that ships with the site; each change by the operator is a further version. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table legal_texts (
      version integer primary key check (version > 1),
      terms text not null check (length(terms) <= 40000),
      privacy text not null check (length(privacy) <= 40000),
      changed_by integer references users on delete set null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create table agreements (
      user_id integer not null references users on delete cascade,
      version integer not null check (version > 0),
      agreed_at timestamptz not null,
      primary key (user_id, version)
    )`.execute(db);
  // Nobody has seen a text yet, so everybody is asked once.
  await sql`alter table users add column agreed_version integer not null default 0`.execute(db);
}

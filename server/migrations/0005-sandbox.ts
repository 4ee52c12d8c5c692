import { type Kysely, sql } from 'kysely';

/** The bundled payment provider's own books: no table of the shop refers to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sandbox_objects (
      id text primary key,
      position bigint generated always as identity unique,
      kind text not null,
      created bigint not null,
      body jsonb not null,
      hidden jsonb not null default '{}'
    )`.execute(db);
  await sql`create index sandbox_objects_of_kind on sandbox_objects (kind, position)`.execute(db);
  for (const field of ['payment_intent', 'charge', 'customer', 'source']) {
    await sql`
      create index ${sql.ref(`sandbox_objects_by_${field}`)}
        on sandbox_objects ((body ->> ${sql.lit(field)})) where body ->> ${sql.lit(field)} is not null`.execute(
      db,
    );
  }

  await sql`
    create table sandbox_events (
      id text primary key,
      position bigint generated always as identity unique,
      type text not null,
      created bigint not null,
      body jsonb not null,
      attempts integer not null default 0 check (attempts >= 0),
      next_attempt_at timestamptz,
      delivered_at timestamptz
    )`.execute(db);
  await sql`
    create index sandbox_events_waiting on sandbox_events (next_attempt_at)
      where next_attempt_at is not null`.execute(db);

  await sql`
    create table sandbox_idempotency_keys (
      key text primary key,
      fingerprint bytea not null,
      request_id text not null,
      status integer not null,
      body text not null,
      created_at timestamptz not null
    )`.execute(db);

  await sql`
    create table sandbox_timers (
      id bigint generated always as identity primary key,
      task text not null,
      object_id text not null,
      due_at timestamptz not null
    )`.execute(db);
  await sql`create index sandbox_timers_due on sandbox_timers (due_at)`.execute(db);
}

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await describeDisputes(db);
  await createEvidence(db);
}

async function describeDisputes(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table disputes
      add column reason text check (length(reason) <= 100),
      add column is_inquiry boolean not null default false,
      add column needs_response boolean,
      add column due_by timestamptz`.execute(db);
  await sql`
    comment on column disputes.needs_response is 'null until the provider was asked'`.execute(db);
}

/** A bank that asks first and disputes later takes evidence twice, so an inquiry has evidence of its own. */
async function createEvidence(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table dispute_evidence (
      id integer generated always as identity primary key,
      key uuid not null unique default gen_random_uuid(),
      dispute_id integer not null references disputes,
      is_inquiry boolean not null,
      state text not null default 'sending' check (state in ('sending', 'sent', 'refused')),
      note text check (length(note) <= 2000),
      fields jsonb,
      sent_by integer references users on delete set null,
      begun_at timestamptz not null,
      sent_at timestamptz,
      unique (dispute_id, is_inquiry),
      check ((state = 'sent') = (sent_at is not null))
    )`.execute(db);
  await sql`
    comment on column dispute_evidence.fields is 'erased with the account of the buyer'`.execute(db);
}

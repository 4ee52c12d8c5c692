import { type Kysely, sql } from 'kysely';

/**
 * `card_tries`: every card that was tried, for the limits on card testing. A try with an attempt has the outcome of the
 * attempt. `asks_bank`: the bank is asked to confirm, also when the payment is repeated after a lost answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table card_tries (
      id integer generated always as identity primary key,
      user_id integer references users on delete set null,
      device text check (length(device) <= 64),
      network text check (length(network) <= 64),
      fingerprint text check (length(fingerprint) <= 255),
      attempt_id integer unique references payment_attempts,
      outcome text check (outcome in ('declined', 'passed', 'ignored')),
      created_at timestamptz not null,
      lifted_at timestamptz
    )`.execute(db);
  for (const subject of ['user_id', 'device', 'network', 'fingerprint']) {
    await sql`
      create index ${sql.ref(`card_tries_by_${subject}`)} on card_tries (${sql.ref(subject)}, created_at)
        where ${sql.ref(subject)} is not null`.execute(db);
  }
  await sql`create index card_tries_by_time on card_tries (created_at)`.execute(db);
  await sql`alter table payment_attempts add column asks_bank boolean not null default false`.execute(db);
}

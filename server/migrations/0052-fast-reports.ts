import { type Kysely, sql } from 'kysely';

/** A ledger line names its payer, so that a search for a customer reads no payments. A trigger fills it in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_lines add column user_id integer references users`.execute(db);
  await sql`
    update ledger_lines set user_id = attempt.user_id
    from payment_attempts attempt where attempt.id = ledger_lines.attempt_id`.execute(db);
  await sql`
    create function name_payer() returns trigger language plpgsql as $$
    begin
      new.user_id := (select user_id from payment_attempts where id = new.attempt_id);
      return new;
    end $$`.execute(db);
  await sql`
    create trigger ledger_lines_payer before insert on ledger_lines
      for each row execute function name_payer()`.execute(db);
  await sql`create index ledger_lines_of_user on ledger_lines (user_id)`.execute(db);
  await sql`create index ledger_lines_of_album on ledger_lines (album_id)`.execute(db);
}

import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await createPools(db);
  await createShares(db);
  await holdMoney(db);
  await splitRefunds(db);
  await createInvites(db);
}

async function createPools(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pools (
      order_id integer primary key references orders,
      phase text not null default 'filling'
        check (phase in ('filling', 'charging', 'covering', 'filled', 'released')),
      deadline timestamptz not null,
      cover_deadline timestamptz,
      created_at timestamptz not null default now(),
      check (cover_deadline is not null or phase <> 'covering')
    )`.execute(db);
  await sql`
    create index pools_under_way on pools (deadline)
      where phase in ('filling', 'charging', 'covering')`.execute(db);
}

/** A position belongs to one participant at a time; what was given back stays as history. */
async function createShares(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pool_shares (
      id integer generated always as identity primary key,
      order_id integer not null references orders,
      position integer not null check (position between 0 and 6),
      user_id integer not null references users,
      attempt_id integer not null references payment_attempts,
      amount_cents integer not null check (amount_cents > 0),
      state text not null default 'held'
        check (state in ('held', 'authorised', 'paid', 'released', 'refunded')),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create unique index pool_shares_taken_once on pool_shares (order_id, position)
      where state in ('held', 'authorised', 'paid')`.execute(db);
  await sql`create index pool_shares_of_attempt on pool_shares (attempt_id)`.execute(db);
  await sql`
    create index pool_shares_of_user on pool_shares (user_id, order_id)
      where state in ('held', 'authorised', 'paid')`.execute(db);
}

/** A participant authorises one card at a time; a capture that was begun is carried to its end. */
async function holdMoney(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table payment_attempts
      add column hold_until timestamptz,
      add column capture_begun_at timestamptz,
      add check (capture_begun_at is null or capture = 'manual')`.execute(db);
  await sql`
    create unique index payment_attempts_one_hold_at_a_time on payment_attempts (order_id, user_id)
      where capture = 'manual' and state in ('processing', 'requires_action')`.execute(db);
}

/** A line of a pool goes back in parts, one per charge. Nobody's hand makes the refund of a pool that failed. */
async function splitRefunds(db: Kysely<unknown>): Promise<void> {
  await sql`alter table refunds alter column made_by drop not null`.execute(db);
  await sql`
    alter table refund_lines add column attempt_id integer references payment_attempts`.execute(db);
  await sql`
    update refund_lines set attempt_id = refunds.attempt_id from refunds
      where refunds.id = refund_lines.refund_id`.execute(db);
  await sql`alter table refund_lines alter column attempt_id set not null`.execute(db);
  await sql`drop index refund_lines_once`.execute(db);
  await sql`
    create unique index refund_lines_once on refund_lines (order_line_id, attempt_id)
      where is_live`.execute(db);
}

async function createInvites(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table order_invites (
      id integer generated always as identity primary key,
      order_id integer not null references orders,
      invited_by integer not null references users,
      email citext not null check (length(email) between 3 and 254),
      times_sent integer not null default 1 check (times_sent between 1 and 4),
      last_sent_at timestamptz not null,
      created_at timestamptz not null default now(),
      unique (order_id, email)
    )`.execute(db);
}

-- ## payees

-- Somebody who gets a part of sales. A photographer of the roster becomes a payee with the first money they earn.
create table payees (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('photographer', 'producer', 'gym')),
  photographer_id integer unique references photographers,
  display_name text not null check (length(display_name) between 1 and 200),
  email text check (length(email) between 3 and 254),
  -- The gym whose albums its rules are about, as named in running orders.
  program_name text check (length(program_name) between 1 and 200),
  -- The account at the card provider that transfers go to. Accounts of one mode are unknown in the others.
  account_id text check (length(account_id) <= 255),
  account_mode text check (account_mode in ('sandbox', 'test', 'live')),
  account_status text not null default 'none' check (account_status in ('none', 'pending', 'ready', 'restricted')),
  account_key uuid not null default gen_random_uuid(),
  created_at timestamptz not null,
  -- Archived: not offered for new rules. What they are owed stays owed.
  left_at timestamptz,
  check ((kind = 'photographer') = (photographer_id is not null)),
  check ((kind = 'gym') = (program_name is not null)),
  check ((account_id is null) = (account_mode is null)),
  check ((account_id is null) = (account_status = 'none')),
  unique (account_mode, account_id)
);

-- What a payee gets of the sales of an event, from a day on. Only added to: a change is a later rule, the last one counts.
create table share_rules (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  payee_id integer not null references payees,
  basis_points integer check (basis_points between 0 and 10000),
  -- For each album or photo that is sold.
  cents integer check (cents between 0 and 1000000),
  -- Refunds always count against it; after_fees also takes off the fees of the card provider.
  basis text not null check (basis in ('net_of_tax', 'net_of_fees')),
  from_date date not null,
  made_by integer references users on delete set null,
  created_at timestamptz not null,
  check (num_nonnulls(basis_points, cents) = 1)
);
create index share_rules_of_event on share_rules (event_id, payee_id, from_date, id);
create index share_rules_of_payee on share_rules (payee_id);

-- What a payee earns by a line of the ledger, or owes back by it. Only added to.
create table payee_lines (
  id bigint generated always as identity primary key,
  payee_id integer not null references payees,
  ledger_line_id bigint not null references ledger_lines,
  -- The rule of a producer or gym. Photographers earn by the share of their credit, at the rate of the roster.
  rule_id integer references share_rules,
  credit text check (length(credit) between 1 and 200),
  amount_cents integer not null check (amount_cents <> 0),
  occurred_at timestamptz not null,
  -- When the sale was paid that the line belongs to; the hold counts from here.
  sold_at timestamptz not null,
  statement_month date not null check (extract(day from statement_month) = 1),
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  kind text not null check (length(kind) between 1 and 40),
  check (num_nonnulls(rule_id, credit) = 1),
  unique nulls not distinct (ledger_line_id, rule_id, credit)
);
create index payee_lines_of_payee on payee_lines (payee_id, mode, sold_at) include (amount_cents);
create index payee_lines_of_month on payee_lines (mode, statement_month);
create index payee_lines_of_rule on payee_lines (rule_id);

-- Money that goes to a payee. The row comes before the call to the provider, and its key makes the call happen once.
create table transfers (
  id integer generated always as identity primary key,
  payee_id integer not null references payees,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  method text not null check (method in ('connect', 'file', 'manual')),
  state text not null check (state in ('pending', 'paid', 'failed', 'canceled', 'reversed')),
  key uuid not null unique,
  -- The account at the provider, as it was when the transfer was made.
  account_id text check (length(account_id) <= 255),
  external_id text unique check (length(external_id) <= 255),
  -- Why the provider refused it.
  failure text check (length(failure) <= 300),
  note text check (length(note) <= 300),
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  paid_at timestamptz,
  -- Set when staff ask for the money back.
  reversal_asked_at timestamptz,
  reversed_cents bigint not null default 0 check (reversed_cents between 0 and amount_cents),
  reversed_at timestamptz,
  check ((method = 'connect') = (account_id is not null)),
  check ((state in ('paid', 'reversed')) = (paid_at is not null)),
  check ((state = 'reversed') = (reversed_cents = amount_cents)),
  check (method <> 'connect' or state not in ('paid', 'reversed') or external_id is not null)
);
create index transfers_of_payee on transfers (payee_id, mode, id desc);
create index transfers_by_time on transfers (mode, created_at);
create index transfers_paid on transfers (mode, paid_at) where paid_at is not null;
create unique index transfers_under_way on transfers (payee_id, mode) where state = 'pending';

-- A difference between what payees are owed, what was transferred and what the provider says.
create table payee_cases (
  id integer generated always as identity primary key,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  key text not null check (length(key) <= 300),
  payee_id integer references payees,
  amount_cents bigint not null,
  problem text not null check (length(problem) <= 1000),
  created_at timestamptz not null,
  closed_at timestamptz
);
create unique index payee_cases_open on payee_cases (mode, key) where closed_at is null;
create index payee_cases_of_payee on payee_cases (payee_id);

-- ## reports

-- Statements of producers and gyms share their numbers with those of photographers.
alter table statements add column payee_id integer references payees;
create index statements_of_payee on statements (payee_id);

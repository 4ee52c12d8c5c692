-- ## reports

-- The journal of a closed month: frozen with what its accounts were called and the time zone of its days.
create table closed_journals (
  mode text not null,
  month date not null,
  time_zone text not null check (length(time_zone) between 1 and 64),
  -- Number and name of each account, and the name of the tax rate for Xero.
  names jsonb not null check (jsonb_typeof(names) = 'object'),
  primary key (mode, month),
  foreign key (mode, month) references closed_months
);

-- What each source moved on each account and day. Positive cents are debits.
create table closed_journal_lines (
  mode text not null,
  month date not null,
  source text not null check (length(source) between 1 and 40),
  day date not null,
  account text not null check (length(account) between 1 and 40),
  cents bigint not null check (cents <> 0),
  primary key (mode, month, source, day, account),
  foreign key (mode, month) references closed_journals
);

-- Movements of the balance that belong to no order, for the journal.
create index balance_transactions_without_order on balance_transactions (mode) where order_id is null;

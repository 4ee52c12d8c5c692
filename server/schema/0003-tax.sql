-- ## orders

-- How and where the buyer was taxed, kept with the order. An order of the flat rate has no place.
alter table orders
  add column tax_source text not null default 'flat' check (tax_source in ('flat', 'table', 'stripe')),
  add column tax_is_included boolean not null default false,
  add column tax_country text check (tax_country ~ '^[A-Z]{2}$'),
  add column tax_state text check (length(tax_state) <= 3),
  add column tax_postal_code text check (length(tax_postal_code) <= 12),
  -- The calculation of Stripe Tax that the amounts come from.
  add column tax_calculation_id text unique check (length(tax_calculation_id) <= 255),
  drop constraint orders_check,
  add constraint orders_total_check check (total_cents = sub_total_cents - credit_cents - discount_cents
    + case when tax_is_included then 0 else tax_cents end),
  add constraint orders_tax_check check (tax_cents <= total_cents);

alter table order_lines
  add column tax_is_included boolean not null default false,
  drop constraint order_lines_check1,
  add constraint order_lines_total_check check (total_cents = price_cents - credit_cents - discount_cents
    + case when tax_is_included then 0 else tax_cents end),
  add constraint order_lines_tax_check check (tax_cents <= total_cents);

-- The taxes in the total of an order line, with the rates that counted when the order was placed.
create table order_line_taxes (
  order_line_id integer not null references order_lines on delete cascade,
  position smallint not null check (position between 0 and 19),
  name text not null check (length(name) between 1 and 40),
  -- Empty for the flat rate, which counts everywhere.
  country text not null check (country ~ '^([A-Z]{2})?$'),
  state text not null check (length(state) <= 3),
  kind text not null check (kind in ('digital', 'print', 'shipping')),
  -- 78,750 is 7.875%.
  rate_millionths integer not null check (rate_millionths between 0 and 1000000),
  tax_cents integer not null check (tax_cents >= 0),
  primary key (order_line_id, position)
);


-- ## ledger

-- What each tax rate has in a ledger line, which the nightly check compares; lines from before this table have none.
create table ledger_line_taxes (
  line_id bigint not null references ledger_lines,
  position smallint not null,
  name text not null,
  country text not null,
  state text not null,
  kind text not null,
  rate_millionths integer not null,
  tax_cents integer not null check (tax_cents <> 0),
  primary key (line_id, position)
);


-- ## tax

-- A rate of the table that staff keep. All rows that fit a buyer's place are added up.
create table tax_rates (
  id integer generated always as identity primary key,
  country text not null check (country ~ '^[A-Z]{2}$'),
  -- Empty for the whole country.
  state text not null check (state ~ '^[A-Z0-9]{0,3}$'),
  kind text not null check (kind in ('digital', 'print', 'shipping')),
  name text not null check (length(name) between 1 and 40),
  rate_millionths integer not null check (rate_millionths between 0 and 300000),
  from_day date not null,
  -- The last day; null while no end is known.
  to_day date check (to_day >= from_day),
  unique (country, state, kind, name, from_day)
);

-- Where a customer is taxed. Asked only where it decides.
create table tax_places (
  user_id integer primary key references users on delete cascade,
  country text not null check (country ~ '^[A-Z]{2}$'),
  state text not null check (length(state) <= 3),
  postal_code text not null check (length(postal_code) <= 12),
  changed_at timestamptz not null
);

-- Answers of Stripe Tax that no order has taken yet, by a hash of what was asked.
create table tax_calculations (
  asked_hash text primary key check (length(asked_hash) = 64),
  calculation_id text not null unique check (length(calculation_id) <= 255),
  -- Per line: name, country, state, rate and cents of each tax.
  lines jsonb not null,
  created_at timestamptz not null
);
create index tax_calculations_by_time on tax_calculations (created_at);

-- Sales and refunds that Stripe Tax has recorded, or has refused to.
create table tax_bookings (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  -- Null for the sale.
  ledger_entry_id integer unique references ledger_entries,
  reference text not null unique check (length(reference) <= 120),
  -- Null if it was refused.
  transaction_id text check (length(transaction_id) <= 255),
  failure text check (length(failure) <= 500),
  booked_at timestamptz not null,
  check ((transaction_id is null) <> (failure is null))
);
create unique index tax_bookings_one_sale on tax_bookings (order_id) where ledger_entry_id is null;

-- ## payees

-- What came back of a transfer, part by part, because a tax form asks for the year of each part.
create table transfer_reversals (
  id integer generated always as identity primary key,
  transfer_id integer not null references transfers,
  amount_cents bigint not null check (amount_cents > 0),
  came_back_at timestamptz not null
);
create index transfer_reversals_of_transfer on transfer_reversals (transfer_id);
insert into transfer_reversals (transfer_id, amount_cents, came_back_at)
  select id, reversed_cents, coalesce(reversed_at, paid_at, created_at) from transfers where reversed_cents > 0;
alter table transfers drop column reversed_at;

alter table payees
  -- How often the links of the payee were ended; a link works only for the number it was made with.
  add column links_ended integer not null default 0 check (links_ended >= 0),
  -- Until when the newest link works. Null if none was made since the last were ended.
  add column link_until timestamptz;

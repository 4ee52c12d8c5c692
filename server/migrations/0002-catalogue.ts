import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table events (
      id integer generated always as identity primary key,
      name text not null check (length(name) between 1 and 160),
      brand_name text not null check (length(brand_name) <= 120),
      producer_name text not null check (length(producer_name) <= 120),
      venue_name text not null check (length(venue_name) <= 160),
      city text not null check (length(city) <= 120),
      state text not null check (length(state) <= 60),
      start_date date not null,
      archived boolean not null default false,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index events_by_date on events (start_date desc) where not archived`.execute(db);

  await sql`
    create table event_pricings (
      id integer generated always as identity primary key,
      event_id integer not null references events on delete cascade,
      share_price_cents integer not null check (share_price_cents between 0 and 10000000),
      image_price_cents integer check (image_price_cents between 0 and 10000000),
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index event_pricings_of_event on event_pricings (event_id, id)`.execute(db);

  await sql`
    create table albums (
      id integer generated always as identity primary key,
      uuid uuid not null unique default gen_random_uuid(),
      event_id integer not null references events,
      program_name text not null check (length(program_name) between 1 and 120),
      team_name text not null check (length(team_name) between 1 and 120),
      division_name text not null check (length(division_name) <= 120),
      performance_order integer not null check (performance_order between 0 and 100000),
      identifier text not null check (length(identifier) between 1 and 200),
      planned_at timestamptz,
      published_at timestamptz,
      created_at timestamptz not null default now(),
      unique (event_id, identifier)
    )`.execute(db);
  await sql`create index albums_of_event on albums (event_id, performance_order desc)`.execute(db);
  await sql`create index albums_by_age on albums (created_at desc, id desc)`.execute(db);

  await sql`
    create table team_subscriptions (
      id integer generated always as identity primary key,
      user_id integer not null references users on delete cascade,
      program_name citext not null check (length(program_name) between 1 and 120),
      team_name citext not null check (length(team_name) <= 120),
      division_name citext not null check (length(division_name) <= 120),
      created_at timestamptz not null default now(),
      unique (user_id, program_name, team_name, division_name)
    )`.execute(db);
}

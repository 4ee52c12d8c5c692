-- The schema of 1.0.0, module by module: the place to learn the data model. Later releases change it in files of their own.
--
-- Money is in cents. `mode` is the kind of keys of the card provider: what one kind stored means nothing to another.
-- A `date` is a day in the calendar of its event or of the site.

create extension if not exists citext;
create extension if not exists pg_trgm;

-- What searches compare: without case and accents, so that "elan" finds "Élan".
create function search_text(said text) returns text language sql immutable strict parallel safe
return regexp_replace(normalize(lower(said), NFD), '[\u0300-\u036f]', '', 'g');


-- ## accounts

-- The mailbox of an address: without case, without a tag after `+`, and at Gmail without dots.
create function mailbox_key(address text) returns text language sql immutable strict parallel safe
return case when split_part(lower(address), '@', 2) in ('gmail.com', 'googlemail.com')
  then replace(regexp_replace(split_part(lower(address), '@', 1), '(.)\+.*$', '\1'), '.', '') || '@gmail.com'
  else regexp_replace(split_part(lower(address), '@', 1), '(.)\+.*$', '\1') || '@' || split_part(lower(address), '@', 2)
end;

-- What each role may do. The permissions of the specification's roles are at most those that it names
-- (contract/rules/permissions.ts).
create table roles (
  key text primary key check (key in ('super', 'analyst', 'customer_support', 'finance', 'event_lead', 'authenticated')),
  permissions text[] not null
);
insert into roles (key, permissions) values
  ('super', '{admin,customers,customer_notification_settings,admin_albums,profile,search_results,purchases,my_athlete,admin_photographer_report,admin_report_photo_review,reports,settings,change_customers,refunds,payouts}'),
  ('analyst', '{admin,customers,customer_notification_settings,admin_albums,profile,search_results,purchases,my_athlete,admin_photographer_report,admin_report_photo_review,reports}'),
  ('customer_support', '{admin,customers,customer_notification_settings,admin_albums,profile,search_results,purchases,my_athlete,admin_photographer_report,admin_report_photo_review,change_customers,refunds}'),
  ('finance', '{admin,profile,search_results,purchases,my_athlete,admin_photographer_report,reports,payouts}'),
  ('event_lead', '{admin,admin_albums,profile,search_results,purchases,my_athlete,admin_photographer_report,admin_report_photo_review}'),
  ('authenticated', '{profile,search_results,purchases,my_athlete}');

-- A person with an account: a customer (role `authenticated`) or staff. A deleted account keeps its row, emptied, because
-- sales refer to it.
create table users (
  id integer generated always as identity primary key,
  -- A placeholder until the address is verified, if another account had it at registration.
  email citext not null unique check (length(email) <= 254),
  -- Null for accounts without a password: made by phone, or taken back by the owner of the address.
  password_hash text,
  first_name text not null check (length(first_name) <= 80),
  last_name text not null check (length(last_name) <= 80),
  name text not null check (length(name) <= 161),
  birth_date date,
  agreed_to_terms_at timestamptz not null,
  country text check (length(country) <= 60),
  city text check (length(city) <= 120),
  state text check (length(state) <= 120),
  zip_code text check (length(zip_code) <= 20),
  phone_number text check (length(phone_number) <= 16),
  phone_verified_at timestamptz,
  -- The language of pages and mails; null until the first page was shown.
  language text check (language in ('en', 'es')),
  role text not null default 'authenticated' references roles,
  has_modified_notification_settings date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  email_verified_at timestamptz,
  -- The newest version of the legal texts that the person agreed to.
  agreed_version integer not null default 0,
  deleted_at timestamptz,
  suspended_at timestamptz,
  suspension_reason text check (suspension_reason in ('copying', 'payment_fraud', 'shared_account', 'abuse', 'asked', 'other')),
  suspension_note text check (length(suspension_note) <= 1000),
  -- Since when the account has a second factor.
  second_factor_at timestamptz,
  -- The number by which the account logs in; `phone_number` is where texts go.
  phone_log_in text unique check (length(phone_log_in) <= 16),
  -- The address that was registered, until it is verified.
  claimed_email citext check (length(claimed_email) <= 254),
  -- Quotas are counted per mailbox.
  mailbox_key text generated always as (mailbox_key(email::text)) stored not null,
  -- Tells accounts apart that were made one after the other on one network.
  signup_network text check (length(signup_network) <= 50),
  check (phone_verified_at is null or phone_number is not null),
  constraint users_deleted_are_nobody
    check (deleted_at is null or email::text like '%@deleted.invalid' and name = 'Deleted account' and birth_date is null
      and country is null and city is null and state is null and zip_code is null and phone_number is null
      and role = 'authenticated')
);
create index users_search on users using gin (search_text(name || ' ' || email::text) gin_trgm_ops);
create index users_by_age on users (created_at, id);
create index users_by_name on users (name, id);
create index users_by_role on users (role, id);
create index users_claimed_email on users (claimed_email) where claimed_email is not null;
create index users_by_mailbox on users (mailbox_key);
create index users_by_domain on users (split_part(mailbox_key, '@', 2));
create index users_by_signup_network on users (signup_network, created_at);

-- Mailed to a future colleague. The link works once, and gives the role to whoever owns the mailbox.
create table staff_invitations (
  id integer generated always as identity primary key,
  email citext not null check (length(email) <= 254),
  role text not null references roles check (role <> 'authenticated'),
  -- Null until the mail is sent.
  token_hash bytea unique,
  invited_by integer references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  withdrawn_at timestamptz
);
create unique index staff_invitations_waiting on staff_invitations (email) where accepted_at is null and withdrawn_at is null;

-- A log-in on one device.
create table sessions (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  ip text not null check (length(ip) <= 45),
  user_agent text not null check (length(user_agent) <= 300),
  last_seen_at timestamptz not null default now(),
  device text check (length(device) <= 40),
  -- Until when the session may set up a second factor.
  enroll_until timestamptz
);
create index sessions_of_user on sessions (user_id) where ended_at is null;
create index sessions_by_device on sessions (device) where device is not null;

-- A device that has logged in to the account before. Failed log-ins of strangers do not lock it out.
create table known_devices (
  user_id integer not null references users on delete cascade,
  device text not null check (length(device) <= 40),
  last_used_at timestamptz not null,
  primary key (user_id, device)
);

-- A mailed link that logs its reader in or resets the password. Only the hash of its token is stored.
create table link_tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('login', 'password_reset', 'mail')),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  -- What the mail was about; shown to a reader who has to log in.
  about text check (length(about) <= 200)
);
create index link_tokens_of_user on link_tokens (user_id);

-- A mailed code by which a visitor without a session continues. The code is derived from the id and a key outside the
-- database.
create table one_time_codes (
  id uuid primary key,
  ticket_hash bytea not null unique,
  email citext not null check (length(email) <= 254),
  -- Where the visitor continues.
  path text check (length(path) <= 300),
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index one_time_codes_by_email on one_time_codes (email);
create index one_time_codes_by_age on one_time_codes (expires_at);

-- A code that verifies an email address or confirms a change of it. The code is derived from the id and a key outside the
-- database.
create table email_codes (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  purpose text not null check (length(purpose) <= 20),
  email citext not null check (length(email) <= 254),
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (user_id, purpose)
);

-- A log-in with a correct password that still waits for the second factor.
create table login_challenges (
  token_hash bytea primary key,
  user_id integer not null references users on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_challenges_of_user on login_challenges (user_id);

-- The authenticator app of an account; the secret is encrypted with the site's key.
create table second_factors (
  user_id integer primary key references users on delete cascade,
  encrypted_secret bytea not null,
  -- The time step of the last code, which cannot be used again.
  last_step integer not null default 0,
  created_at timestamptz not null
);

-- The secret of a new authenticator app that no code has confirmed yet, so that an app in use can be replaced.
create table pending_second_factors (
  user_id integer primary key references users on delete cascade,
  encrypted_secret bytea not null,
  expires_at timestamptz not null
);

-- A one-time code for people who lost their second factor.
create table recovery_codes (
  user_id integer not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A WebAuthn credential.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  credential_id bytea not null unique check (length(credential_id) <= 1023),
  public_key bytea not null check (length(public_key) <= 4096),
  counter bigint not null,
  transports text[] not null check (cardinality(transports) <= 8),
  name text not null check (length(name) <= 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id);

-- A WebAuthn ceremony that has begun.
create table passkey_challenges (
  challenge bytea primary key,
  user_id integer not null references users on delete cascade,
  purpose text not null check (purpose in ('register', 'verify')),
  expires_at timestamptz not null
);
create index passkey_challenges_of_user on passkey_challenges (user_id);

-- Which version of the legal texts a person agreed to, and when.
create table agreements (
  user_id integer not null references users on delete cascade,
  -- See legal_texts.
  version integer not null check (version > 0),
  agreed_at timestamptz not null,
  primary key (user_id, version)
);

-- The filters and the order that a member of staff saved for a list.
create table list_views (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  list text not null check (length(list) <= 40),
  name text not null check (length(name) between 1 and 60),
  -- As in the address of the list: `state=draft&sort=sold:desc`.
  search text not null check (length(search) <= 1000),
  -- Shown when the list is opened without filters.
  is_default boolean not null default false,
  unique (user_id, list, name)
);
create unique index list_views_default on list_views (user_id, list) where is_default;

-- A note that staff wrote about a customer.
create table user_notes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  author_id integer references users on delete set null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index user_notes_of_user on user_notes (user_id, id desc);

-- An export of personal data that is being sent: one at a time per account.
create table data_exports (
  user_id integer primary key references users on delete cascade,
  key uuid not null,
  started_at timestamptz not null
);

-- A mailed code that confirms the deletion of an account.
create table deletion_codes (
  user_id integer primary key references users on delete cascade,
  code_hash bytea not null check (length(code_hash) = 32),
  tries integer not null default 0,
  expires_at timestamptz not null
);

-- The hashed address of a deleted account, kept for seven days in which its owner can get a log-in again by a mailed link.
create table deleted_accounts (
  id uuid primary key,
  address_hash bytea not null check (length(address_hash) = 32),
  -- Encrypted; removed when the last mail has been sent.
  encrypted_address bytea check (length(encrypted_address) <= 600),
  deleted_at timestamptz not null,
  expires_at timestamptz not null
);
create index deleted_accounts_by_expiry on deleted_accounts (expires_at);

-- Tells every process that a right may have ended, so that none acts on a cached one. A trigger, because every writer
-- counts: refunds, disputes, swaps, batches, account deletion.
create function tell_rights() returns trigger language plpgsql as $$
begin
  perform pg_notify('encore_rights', tg_argv[0] || ':' || (to_jsonb(old) ->> tg_argv[1]));
  return null;
end
$$;

create trigger sessions_rights after delete or update of ended_at on sessions for each row
  execute function tell_rights('user', 'user_id');

create trigger users_rights after delete or update on users for each row execute function tell_rights('user', 'id');


-- ## platform

-- What a member of staff did, or the system for them.
create table audit_log (
  id bigint generated always as identity primary key,
  actor_id integer references users on delete set null,
  action text not null,
  -- Such as `user:12` or `album:34`.
  subject text not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now()
);
create index audit_log_by_user on audit_log ((before ->> 'userId'), id desc) where before ? 'userId';
create index audit_log_by_subject on audit_log (subject, id desc);
create unique index audit_log_reads on audit_log (actor_id, subject, date_trunc('hour', (created_at at time zone 'UTC')))
  where action = 'user.read';

-- One counted call of a rate limit.
create table rate_hits (
  id bigint generated always as identity primary key,
  key text not null check (length(key) <= 400),
  at timestamptz not null default now()
);
create index rate_hits_by_key on rate_hits (key, at);
create index rate_hits_by_age on rate_hits (at);

-- Something changed that open pages show. A page that reconnects reads what it missed. Without a user it is for staff.
create table live_events (
  id bigint generated always as identity primary key,
  user_id integer references users on delete cascade,
  kind text not null check (length(kind) <= 30),
  subject text check (length(subject) <= 64),
  created_at timestamptz not null default clock_timestamp()
);
create index live_events_of_user on live_events (user_id, id);
create index live_events_by_age on live_events (created_at);

-- A texted code. It has no user while a visitor logs in by phone.
create table phone_codes (
  user_id integer references users on delete cascade,
  phone_number text not null,
  code_hash bytea not null,
  -- Wrong entries.
  tries integer not null default 0,
  expires_at timestamptz not null,
  constraint phone_codes_of_phone unique nulls not distinct (user_id, phone_number)
);

-- A mail that was handed to the mail server; written first, so that a crash never sends it twice.
create table mail_deliveries (
  key text primary key check (length(key) <= 255),
  started_at timestamptz not null default now(),
  sent_at timestamptz
);

-- An address that gets no more mail: it bounced, complained or declined invitations.
create table mail_suppressions (
  id integer generated always as identity primary key,
  email citext not null check (length(email) between 3 and 254),
  reason text not null check (reason in ('bounce', 'complaint', 'invites')),
  event_id text unique check (length(event_id) between 1 and 200),
  created_at timestamptz not null,
  lifted_at timestamptz
);
create unique index mail_suppressions_live on mail_suppressions (email, reason) where lifted_at is null;

-- A mail or text message in development, where nothing is sent.
create table outbox_messages (
  id integer generated always as identity primary key,
  message_key text not null unique,
  channel text not null check (channel in ('email', 'sms')),
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  headers jsonb not null,
  created_at timestamptz not null default now()
);

-- Counts one hit per key, or none if a limit is full; the row then says when the first full limit is free again.
create function consume_rate_limits(
  keys text[], taken_at timestamptz, limit_keys text[], mosts integer[], seconds double precision[]
) returns table(hit_id bigint, hit_key text, free_at timestamptz) language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(keys) name;
  select hit.at + make_interval(secs => lim.seconds) into free_at
    from unnest(limit_keys, mosts, seconds) with ordinality lim (key, most, seconds, place),
      lateral (select rate_hits.at from rate_hits
        where rate_hits.key = lim.key and rate_hits.at > taken_at - make_interval(secs => lim.seconds)
        order by rate_hits.at desc offset lim.most - 1 limit 1) hit
    order by lim.place limit 1;
  if found then return next; return; end if;
  return query insert into rate_hits as hits (key, at) select name, taken_at from unnest(keys) name
    returning hits.id::bigint, hits.key, null::timestamptz;
end
$$;


-- The keys by which push services know this site, unless the operator gave them.
create table push_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null check (length(public_key) <= 100),
  private_key text not null check (length(private_key) <= 60),
  created_at timestamptz not null default now()
);

-- ## settings

-- A setting that the operator changed. All others have the default of the code.
create table site_settings (
  key text primary key check (length(key) between 1 and 80),
  value jsonb not null,
  changed_at timestamptz not null,
  changed_by integer not null references users
);

-- A version of terms and privacy policy that the operator wrote. Version 1 ships with the site.
create table legal_texts (
  version integer primary key check (version > 1),
  terms text not null check (length(terms) <= 40000),
  privacy text not null check (length(privacy) <= 40000),
  changed_by integer references users on delete set null,
  created_at timestamptz not null default now()
);


-- ## catalogue

-- A competition at which photos were taken.
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
  created_at timestamptz not null default now(),
  time_zone text not null default 'UTC' check (length(time_zone) <= 60),
  -- Whether albums are published when their first photos are ready.
  auto_publish boolean not null default true,
  -- The storage folder of photos that belong to no album yet.
  tray_uuid uuid not null default gen_random_uuid() unique,
  -- Null means the share of the settings.
  producer_share_basis_points integer check (producer_share_basis_points between 0 and 10000),
  -- Readers take the later of both dates.
  last_date date,
  -- The last day of sale by the calendar of the event; null means without end.
  archive_date date,
  -- Changes with the running order. Photos are filed by the version that they were read with.
  schedule_version integer not null default 1,
  -- What strangers see: the name of a drawn picture, or of one that staff uploaded.
  picture text not null default 'other'
    check (picture in ('cheer', 'cheer-stunt', 'dance', 'gymnastics', 'other') or picture ~ '^[0-9a-f]{32}$')
);
create index events_by_date on events (start_date desc) where not archived;
create index events_to_archive on events (archive_date) where archive_date is not null and not archived;
create index events_newest on events (archived, start_date desc, id desc);
create index events_search on events using gin (
  search_text(name || ' ' || brand_name || ' ' || producer_name || ' ' || venue_name || ' ' || city || ' ' || state) gin_trgm_ops
);
create index events_by_first_day on events (start_date desc, id desc);
create index events_by_last_day on events (last_date);

-- Prices under a name that many events start from. Dates of early and late prices belong to each event.
create table price_lists (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  memo text not null default '' check (length(memo) <= 200),
  created_at timestamptz not null default now(),
  archived_at timestamptz
);
create unique index price_lists_name on price_lists (lower(name)) where archived_at is null;

-- What a price list says. A change is a new row, so that events that use an older one keep it.
create table price_list_versions (
  id integer generated always as identity primary key,
  price_list_id integer not null references price_lists,
  version integer not null check (version > 0),
  share_price_cents integer not null check (share_price_cents between 0 and 10000000),
  image_price_cents integer check (image_price_cents between 0 and 10000000),
  photo_steps jsonb not null default '[]' check (jsonb_typeof(photo_steps) = 'array'),
  athlete_price_cents integer check (athlete_price_cents between 0 and 10000000),
  created_at timestamptz not null default now(),
  unique (price_list_id, version)
);

-- The prices of an event. The first row applies.
create table event_pricings (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  -- A seventh of an album's price.
  share_price_cents integer not null check (share_price_cents between 0 and 10000000),
  image_price_cents integer check (image_price_cents between 0 and 10000000),
  created_at timestamptz not null default now(),
  -- The number of photos and the price in cents of each bundle.
  photo_steps jsonb not null default '[]' check (jsonb_typeof(photo_steps) = 'array'),
  -- The price of all photos of one athlete in an album.
  athlete_price_cents integer check (athlete_price_cents between 0 and 10000000),
  -- In the calendar of the event.
  early_until date,
  early_percent_off integer check (early_percent_off between 1 and 90),
  late_from date,
  late_percent_more integer check (late_percent_more between 1 and 100),
  -- What the prices were taken from. The event may have changed some of them since.
  price_list_version_id integer references price_list_versions,
  check ((early_until is null) = (early_percent_off is null)),
  check ((late_from is null) = (late_percent_more is null)),
  check (early_until < late_from)
);
create index event_pricings_of_event on event_pricings (event_id, id);
create index event_pricings_of_list on event_pricings (price_list_version_id) where price_list_version_id is not null;

-- The photos of one team's performance at an event. It is planned by the running order and visible once published.
create table albums (
  id integer generated always as identity primary key,
  -- The storage folder of the album.
  uuid uuid not null default gen_random_uuid() unique,
  event_id integer not null references events,
  program_name text not null check (length(program_name) between 1 and 120),
  team_name text not null check (length(team_name) between 1 and 120),
  division_name text not null check (length(division_name) <= 120),
  performance_order integer not null check (performance_order between 0 and 100000),
  -- Names the album in running orders and file names.
  identifier text not null check (length(identifier) between 1 and 200),
  -- When the team performs, by the running order and its delays.
  planned_at timestamptz,
  -- Where it performs, at an event with several stages.
  stage text not null default '' check (length(stage) <= 60),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  -- Photos that customers see.
  images_count integer not null default 0 check (images_count >= 0),
  -- Up to three photos as the API shows them: lists show thousands of albums.
  cover jsonb not null default '[]',
  -- What the running order said before a delay; null if there was none.
  announced_at timestamptz,
  -- The photo that staff picked for the cover.
  cover_image_id bigint,
  -- What a search for an album compares; its event is searched in its own row.
  search text not null generated always as (
    search_text(program_name || ' ' || team_name || ' ' || division_name || ' ' || performance_order::text)) stored,
  unique (event_id, identifier)
);
create index albums_of_event on albums (event_id, performance_order desc);
create index albums_by_age on albums (created_at desc, id desc);
create index albums_by_publication on albums (published_at desc, id desc) where published_at is not null;
create index albums_of_program on albums (lower(program_name)) where published_at is not null;
create index albums_by_order on albums (performance_order, id);
create index albums_by_name on albums (lower(program_name), lower(team_name), id);
create index albums_by_state on albums (coalesce(published_at, '-infinity'), id);
create index albums_published on albums (id) include (published_at);
create index albums_named on albums (id) include (event_id, program_name, team_name);
create index albums_counted on albums (event_id) include (images_count);
create index albums_search on albums using gin (search gin_trgm_ops);

-- The short code of an event or an album on posters. No vowels, so that no code is a word.
create table poster_codes (
  code text primary key check (code ~ '^[23456789CDFGHJKMNPQRTVWX]{6}$'),
  event_id integer unique references events on delete cascade,
  album_id integer unique references albums on delete cascade,
  check (num_nonnulls(event_id, album_id) = 1)
);

-- Somebody scanned a poster and asked for a mail when the photos are up. Deleted when the mailed link is
-- followed or expires.
create table follow_requests (
  id integer generated always as identity primary key,
  email citext not null check (length(email) <= 254),
  album_id integer not null references albums on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index follow_requests_by_email on follow_requests (email);
create index follow_requests_by_end on follow_requests (expires_at);
create index follow_requests_of_album on follow_requests (album_id);

-- A change of many albums at once by staff.
create table album_batches (
  key uuid primary key,
  actor_id integer references users on delete set null,
  action text not null check (action in ('publish', 'publish_quietly', 'unpublish', 'prepare_zips', 'undo')),
  undoes uuid unique references album_batches on delete cascade,
  created_at timestamptz not null,
  finished_at timestamptz,
  check ((action = 'undo') = (undoes is not null))
);
create index album_batches_by_age on album_batches (created_at);

-- One album of a batch, and what it takes to undo it.
create table album_batch_items (
  batch_key uuid not null references album_batches on delete cascade,
  -- No reference: an album that was asked for may not exist.
  album_id integer not null,
  outcome text check (outcome in ('changed', 'unchanged', 'failed')),
  published_before timestamptz,
  published_after timestamptz,
  -- Users who were still to be notified when the album was unpublished.
  unnotified integer[] not null default '{}',
  primary key (batch_key, album_id)
);
create index album_batch_items_waiting on album_batch_items (batch_key, album_id) where outcome is null;

create trigger albums_rights after delete or update of published_at, uuid on albums for each row
  execute function tell_rights('album', 'id');


-- ## roster

-- Somebody who photographs events for the company.
create table photographers (
  id integer generated always as identity primary key,
  name text not null check (length(name) between 1 and 80),
  email text check (length(email) between 3 and 254),
  phone text check (length(phone) between 8 and 16),
  -- The rate at an event that names no other one.
  default_rate_basis_points integer not null check (default_rate_basis_points between 0 and 10000),
  created_at timestamptz not null default now(),
  -- Archived: not offered for new events. Photos and sales keep their credit.
  left_at timestamptz
);

-- The names that photos credit to a photographer: their own and other spellings. A key has neither case nor accents.
create table photographer_names (
  key text primary key check (length(key) between 1 and 400),
  photographer_id integer not null references photographers,
  name text not null check (length(name) between 1 and 200)
);
create index photographer_names_of_photographer on photographer_names (photographer_id);

-- Who photographs an event, and for what part of their sales.
create table event_photographers (
  event_id integer not null references events on delete cascade,
  photographer_id integer not null references photographers,
  -- Applies to sales from when it is set; the ledger has the rate of each sale.
  rate_basis_points integer not null check (rate_basis_points between 0 and 10000),
  -- Null means every day of the event.
  days date[] check (cardinality(days) between 1 and 31),
  primary key (event_id, photographer_id)
);
create index event_photographers_of_photographer on event_photographers (photographer_id);


-- ## event-links

-- A secret link to the sales and progress of one event, for the event's producer.
create table cockpit_links (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  label text not null check (length(label) between 1 and 80),
  token_hash bytea not null unique check (length(token_hash) = 32),
  ends_on date not null,
  made_by integer references users on delete set null,
  created_at timestamptz not null,
  last_opened_at timestamptz,
  ended_at timestamptz
);
create index cockpit_links_of_event on cockpit_links (event_id, id desc);

-- A secret link by which a photographer uploads to one event without an account.
create table photographer_passes (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  -- The name that the photos of the pass are credited to.
  label text not null check (length(label) between 1 and 80),
  token_hash bytea not null unique check (length(token_hash) = 32),
  ends_on date not null,
  made_by integer references users on delete set null,
  created_at timestamptz not null,
  last_opened_at timestamptz,
  ended_at timestamptz,
  -- A new password of the camera is the next version.
  camera_password_version integer not null default 1,
  files_begun integer not null default 0 check (files_begun >= 0),
  bytes_begun bigint not null default 0 check (bytes_begun >= 0)
);
create index photographer_passes_of_event on photographer_passes (event_id, id desc);

-- A secret link to the live wall of one event, for screens at the venue.
create table wall_links (
  id integer generated always as identity primary key,
  event_id integer not null references events on delete cascade,
  label text not null check (length(label) between 1 and 80),
  token_hash bytea not null unique check (length(token_hash) = 32),
  ends_on date not null,
  made_by integer references users on delete set null,
  created_at timestamptz not null,
  last_opened_at timestamptz,
  ended_at timestamptz
);
create index wall_links_of_event on wall_links (event_id, id desc);

-- Whether the live wall of an event is on. An event without a row shows no wall.
create table wall_events (
  event_id integer primary key references events on delete cascade,
  is_on boolean not null,
  changed_by integer references users on delete set null,
  changed_at timestamptz not null
);

-- A team that agreed to be shown on the live wall.
create table wall_consents (
  album_id integer primary key references albums on delete cascade,
  -- Who agreed for the team, such as its coach.
  agreed_by text not null check (length(agreed_by) between 1 and 120),
  recorded_by integer references users on delete set null,
  recorded_at timestamptz not null
);


-- ## images

-- A sequence never gives a number twice, also after a rollback.
create sequence photo_version_numbers;

-- A photo: its original in the storage, where it is filed, and what customers may see of it.
create table images (
  id bigint generated always as identity primary key,
  event_id integer not null references events,
  -- Null while the photo needs sorting.
  album_id integer references albums,
  content_hash bytea not null check (length(content_hash) = 32),
  crc32 bigint not null check (crc32 between 0 and 4294967295),
  size_bytes bigint not null check (size_bytes > 0),
  file_name text not null check (length(file_name) between 1 and 255),
  -- `clock`: shows a clock code that calibrates the camera, and is never for sale.
  state text not null default 'received' check (state in ('received', 'ready', 'clock', 'failed')),
  failure text check (length(failure) <= 500),
  -- Why the photo needs sorting.
  doubt text check (doubt in ('no_time', 'near_boundary', 'outside_schedule', 'no_schedule', 'camera_clock')),
  filed_by text not null default 'time' check (filed_by in ('time', 'upload', 'staff')),
  -- Customers do not see the photo: it was rejected, withheld, or both.
  hidden_at timestamptz,
  width integer check (width > 0),
  height integer check (height > 0),
  placeholder text check (length(placeholder) <= 64),
  -- What the camera clock said; captured_at is corrected.
  camera_time timestamptz,
  captured_at timestamptz,
  camera_serial text check (length(camera_serial) <= 100),
  photographer text check (length(photographer) <= 200),
  uploaded_by integer references users on delete set null,
  -- Where faces are, never whose.
  faces jsonb,
  created_at timestamptz not null default now(),
  processed_at timestamptz,
  faces_at timestamptz,
  -- The watermark that the thumbnail and the preview carry.
  mark text check (length(mark) between 1 and 60),
  pass_id integer references photographer_passes on delete set null,
  -- Staff decided to keep the photo.
  kept_at timestamptz,
  -- Staff rejected the photo.
  rejected_at timestamptz check (rejected_at is null or kept_at is null),
  -- A report hid the photo.
  withheld_at timestamptz,
  -- Degrees clockwise that staff turned it, after the orientation that the camera wrote.
  rotation smallint not null default 0 check (rotation in (0, 90, 180, 270)),
  -- The rotation that the stored thumbnail and preview have.
  shown_rotation smallint not null default 0 check (shown_rotation in (0, 90, 180, 270)),
  -- A perceptual hash of 64 bits, to suggest which of several similar photos to keep.
  perceptual_hash text check (length(perceptual_hash) = 16),
  sharpness real,
  -- The key of the two preview variants; empty if the preview cannot be marked.
  trace_key text check (length(trace_key) <= 64),
  unique (event_id, content_hash)
);
create index images_in_tray on images (event_id) where album_id is null and state = 'ready';
create index images_of_camera on images (event_id, camera_serial);
create index images_by_arrival on images (event_id, created_at) include (state);
create index images_by_mark on images (mark) where state = 'ready';
create index images_hidden on images (album_id) where hidden_at is not null;
create index images_to_turn on images (album_id) where rotation <> shown_rotation;
create index images_of_album on images (album_id, captured_at, id) where state = 'ready';
create index images_waiting on images (id) where state = 'received';
create index images_without_faces on images (id desc) where state = 'ready' and faces_at is null;
create index images_of_pass on images (pass_id, id) where pass_id is not null;
create index images_by_photographer on images (event_id, album_id, photographer, state, hidden_at);

-- The original as it may leave the site: without its location. Blanks are the byte ranges to overwrite while sending.
create table clean_originals (
  image_id bigint primary key references images on delete cascade,
  format text not null check (format in ('jpeg', 'png', 'webp', 'tiff')),
  size_bytes bigint not null check (size_bytes > 0),
  crc32 bigint not null check (crc32 between 0 and 4294967295),
  blanks jsonb not null default '[]' check (jsonb_typeof(blanks) = 'array'),
  -- The creator and the rights, added on the way to the buyer: places and bytes in base64.
  insertions jsonb not null default '[]' check (jsonb_typeof(insertions) = 'array'),
  created_at timestamptz not null default now(),
  rotation smallint not null default 0,
  -- Stored as a file of its own, instead of by blanking the original.
  is_copy boolean not null default false
);

-- A number that changes whenever the visible photos of an album change, so that an unchanged list need not be read again.
create table photo_versions (
  album_id integer primary key references albums on delete cascade,
  version bigint not null,
  -- The version for which the job chose the cover last.
  covered_version bigint
);
create index photo_versions_uncovered on photo_versions (album_id) where version is distinct from covered_version;

-- What a member of staff did to photos of an album; it can be undone.
create table photo_actions (
  id integer generated always as identity primary key,
  key uuid not null unique,
  kind text not null check (kind in ('keep', 'reject', 'restore', 'best', 'move', 'rotate', 'cover')),
  event_id integer not null references events,
  album_id integer references albums,
  to_album_id integer references albums,
  actor_id integer references users on delete set null,
  images integer not null check (images >= 0),
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by integer references users on delete set null,
  undone_images integer check (undone_images >= 0)
);
create index photo_actions_of_album on photo_actions (album_id, id);
create index photo_actions_to_album on photo_actions (to_album_id, id);
create index photo_actions_by_age on photo_actions (created_at);
create index photo_actions_by_actor on photo_actions (actor_id);
create index photo_actions_undone_by on photo_actions (undone_by);

-- One photo of a photo action, before and after.
create table photo_action_items (
  action_id integer not null references photo_actions on delete cascade,
  image_id bigint not null references images on delete cascade,
  aspect text not null check (aspect in ('shown', 'album', 'rotation', 'cover')),
  before jsonb not null,
  after jsonb not null,
  undone boolean not null default false,
  primary key (action_id, image_id)
);
create index photo_action_items_of_image on photo_action_items (image_id, aspect, action_id);

-- A run that draws a new watermark on all previews.
create table watermark_remakes (
  id integer generated always as identity primary key,
  mark text not null check (length(mark) between 1 and 60),
  after_image_id bigint not null default 0,
  photos_left integer not null default 0 check (photos_left >= 0),
  started_by integer references users on delete set null,
  started_at timestamptz not null,
  touched_at timestamptz not null,
  finished_at timestamptz
);
create unique index one_watermark_remake on watermark_remakes ((true)) where finished_at is null;

-- What finds a photo again from a leaked copy of its preview.
create table image_fingerprints (
  image_id bigint primary key references images on delete cascade,
  rotation smallint not null,
  version smallint not null,
  fingerprint bytea not null check (octet_length(fingerprint) <= 8192)
);

-- The two variants of a preview that was made again; copies of them may still be around.
create table replaced_variants (
  image_id bigint not null references images on delete cascade,
  -- Where the variants are stored.
  storage_key text not null check (length(storage_key) <= 200),
  replaced_at timestamptz not null,
  primary key (image_id, storage_key)
);
create index replaced_variants_by_age on replaced_variants (replaced_at);

-- Which previews a viewer was shown on a day; read only to find the source of a leak.
create table shown_previews (
  -- A user, or a secret link.
  viewer text not null check (length(viewer) <= 60),
  user_id integer references users on delete cascade,
  -- The storage folder of the album.
  folder uuid not null,
  day date not null,
  images int8multirange not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (viewer, folder, day),
  check (last_at >= first_at)
);
create index shown_previews_of_user on shown_previews (user_id);
create index shown_previews_by_age on shown_previews (last_at);
create index shown_previews_of_image on shown_previews using gist (images);

-- How many previews a customer was shown on a day.
create table preview_counts (
  user_id integer not null references users on delete cascade,
  day date not null,
  previews integer not null check (previews >= 0),
  primary key (user_id, day)
);
create index preview_counts_by_day on preview_counts (day);

-- The middle of all faces of a photo in percent, larger ones counting more.
create function face_focus(faces jsonb) returns jsonb language sql immutable as $$
with boxes as (
  select (face->'box'->>'x')::float8 as x, (face->'box'->>'y')::float8 as y,
    (face->'box'->>'width')::float8 as w, (face->'box'->>'height')::float8 as h
  from jsonb_array_elements(case jsonb_typeof(faces) when 'array' then faces else '[]' end) as face)
select case when sum(w * h) > 0 then jsonb_build_object(
  'x', least(100, greatest(0, round(100 * sum((x + w / 2) * w * h) / sum(w * h))::int)),
  'y', least(100, greatest(0, round(100 * sum((y + h / 2) * w * h) / sum(w * h))::int))) end
from boxes
$$;

-- The picked photo of an album and the first, middle and last by time, at most three.
create function album_cover(album integer) returns jsonb language sql stable as $$
with visible as not materialized (
  select id, width, height, placeholder, captured_at, faces from images
  where album_id = album and state = 'ready' and hidden_at is null),
picked as (
  select 0 as place, visible.* from visible
  where id = (select cover_image_id from albums where albums.id = album)),
first as (select * from visible order by captured_at, id limit 1),
last as (select * from visible order by captured_at desc, id desc limit 1),
middle as (
  select * from visible
  where captured_at >= (select first.captured_at + (last.captured_at - first.captured_at) / 2 from first, last)
    and id not in (select id from first union all select id from last)
  order by captured_at, id limit 1),
spread as (select * from first union select * from middle union select * from last),
chosen as (
  select * from picked
  union all
  (select 1, spread.* from spread where id not in (select id from picked)
    order by captured_at, id limit 3 - (select count(*) from picked))),
cover as (select *, face_focus(faces) as focus from chosen)
select coalesce(jsonb_agg(jsonb_build_object(
  'id', id, 'width', width, 'height', height, 'placeholder', placeholder,
  'captured_at', to_char(captured_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
  || case when focus is null then '{}' else jsonb_build_object('focus', focus) end
  order by place, captured_at, id), '[]')
from cover
$$;

-- Renews covers and photo_versions when photos change. New photos only change the version; a job then chooses the cover.
create function refresh_covers() returns trigger language plpgsql as $$
declare
  arrived integer[];
  shown integer[];
  changed integer[];
begin
  if tg_op = 'INSERT' then
    shown := array(select distinct album_id from new_images where state = 'ready');
  elsif tg_op = 'DELETE' then
    shown := array(select distinct album_id from old_images where state = 'ready');
  else
    arrived := array(
      select distinct n.album_id from old_images o join new_images n using (id)
      where o.state = 'received' and n.state = 'ready' and n.album_id is not null);
    shown := array(
      select distinct unnest(array[o.album_id, n.album_id]) from old_images o join new_images n using (id)
      where not (o.state = 'received' and n.state = 'ready')
        and (o.album_id, o.state, o.hidden_at, o.captured_at, o.width, o.height, o.placeholder)
          is distinct from (n.album_id, n.state, n.hidden_at, n.captured_at, n.width, n.height, n.placeholder));
    changed := array(
      -- Faces of all other pictures of an album say nothing about its cover.
      select n.album_id from old_images o join new_images n using (id) join albums on albums.id = n.album_id
      where o.faces is distinct from n.faces
        and albums.cover @> jsonb_build_array(jsonb_build_object('id', n.id))
      -- The first photo is the cover until the job has run.
      union select id from albums where id = any (arrived) and cover = '[]');
  end if;
  changed := shown || changed;
  -- Always the album before its version, because two orders would be a deadlock. Not FOR UPDATE: that waits for every other
  -- writer of an image of the album, and they for this one.
  perform from albums where id = any (changed || arrived) order by id for no key update;
  insert into photo_versions (album_id, version)
    select id, nextval('photo_version_numbers') from albums where id = any (shown || arrived) order by id
    on conflict (album_id) do update set version = excluded.version;
  update albums set cover = album_cover(id) where id = any (changed) and cover <> album_cover(id);
  return null;
end
$$;

create trigger images_deleted after delete on images
  referencing old table as old_images for each statement
  execute function refresh_covers();

create trigger images_inserted after insert on images
  referencing new table as new_images for each statement
  execute function refresh_covers();

create trigger images_rights after update of hidden_at, album_id
  on images for each row
  when (old.album_id is not null and ((old.hidden_at is null) is distinct from (new.hidden_at is null)
    or old.album_id is distinct from new.album_id))
  execute function tell_rights('album', 'album_id');

create trigger images_updated after update on images
  referencing old table as old_images new table as new_images for each statement
  execute function refresh_covers();


-- ## ingest

-- A camera at an event and how far its clock is off.
create table cameras (
  event_id integer not null references events on delete cascade,
  serial text not null check (length(serial) <= 100),
  -- Null until a clock code was photographed or staff set it.
  offset_seconds integer,
  calibrated_at timestamptz,
  model text check (length(model) <= 100),
  -- What the photos themselves suggest. Until staff decide, photos of the camera are held back.
  suggested_offset_seconds integer,
  primary key (event_id, serial)
);

-- What the columns of a producer's running orders hold, as staff last chose it. An empty field is a column left out.
create table running_order_columns (
  -- Lowercase; the brand, if the event names no producer.
  producer_name text not null check (length(producer_name) <= 120),
  heading text not null check (length(heading) between 1 and 60),
  field text not null check (length(field) <= 20),
  used_at timestamptz not null,
  primary key (producer_name, heading)
);

-- An upload of many files.
create table ingest_batches (
  id uuid primary key,
  event_id integer not null references events on delete cascade,
  -- Where all files go; null files them by time.
  album_id integer references albums,
  total_files integer not null check (total_files > 0),
  opened_by integer references users on delete set null,
  created_at timestamptz not null default now(),
  pass_id integer references photographer_passes on delete set null
);
create index ingest_batches_of_event on ingest_batches (event_id, created_at);
create index ingest_batches_of_pass on ingest_batches (pass_id) where pass_id is not null;

-- What became of one file of a batch.
create table ingest_files (
  id bigint generated always as identity primary key,
  batch_id uuid not null references ingest_batches on delete cascade,
  upload_id text not null unique check (length(upload_id) <= 200),
  name text not null check (length(name) between 1 and 255),
  size_bytes bigint not null,
  outcome text not null check (outcome in ('image', 'duplicate', 'failed')),
  reason text check (length(reason) <= 500),
  image_id bigint references images on delete set null,
  created_at timestamptz not null default now()
);
create index ingest_files_of_batch on ingest_files (batch_id);
create index ingest_files_of_image on ingest_files (image_id);

-- A file on its way: how far it has come, and which request may write to it.
create table uploads (
  id text primary key check (length(id) between 1 and 64),
  -- No reference: stored pieces must be found when the batch is gone.
  batch_id uuid not null,
  pass_id integer references photographer_passes on delete set null,
  uploaded_by integer references users on delete set null,
  file_name text not null check (length(file_name) between 1 and 255),
  size_bytes bigint not null check (size_bytes >= 0),
  offset_bytes bigint not null default 0,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  lock_holder uuid,
  locked_until timestamptz,
  -- Another request asks the holder to stop.
  is_lock_wanted boolean not null default false,
  check (offset_bytes >= 0 and offset_bytes <= size_bytes)
);
create index uploads_by_change on uploads (changed_at);

-- A stored part of an upload.
create table upload_pieces (
  key text primary key check (length(key) <= 200),
  upload_id text not null references uploads on delete cascade,
  start_byte bigint not null check (start_byte >= 0),
  size_bytes integer not null check (size_bytes > 0),
  -- False while it is being stored, and when another piece replaced it.
  is_stored boolean not null default false
);
create index upload_pieces_of_upload on upload_pieces (upload_id, start_byte);
create unique index upload_pieces_once on upload_pieces (upload_id, start_byte) where is_stored;


-- ## orders

-- A discount code. What it gives no longer changes once an order has used it.
create table coupons (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z0-9-]{3,40}$'),
  kind text not null check (kind in ('percent', 'fixed')),
  percent_off integer check (percent_off between 1 and 100),
  amount_off_cents integer check (amount_off_cents > 0),
  expires_at timestamptz,
  max_uses integer check (max_uses > 0),
  max_uses_per_customer integer check (max_uses_per_customer > 0),
  memo text not null default '' check (length(memo) <= 500),
  created_by integer not null references users,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Program and team names that the code is limited to; an empty team name is the whole program.
  teams jsonb not null default '[]' check (jsonb_typeof(teams) = 'array' and jsonb_array_length(teams) <= 20),
  -- The events that the code is limited to; none means all.
  event_ids integer[] not null default '{}' check (cardinality(event_ids) <= 20),
  check ((percent_off is not null) = (kind = 'percent')),
  check ((amount_off_cents is not null) = (kind = 'fixed'))
);

-- The cart of a customer.
create table carts (
  id integer generated always as identity primary key,
  user_id integer not null unique references users,
  created_at timestamptz not null default now()
);

-- An album or a single photo in a cart.
create table cart_items (
  id integer generated always as identity primary key,
  cart_id integer not null references carts,
  album_id integer references albums,
  created_at timestamptz not null default now(),
  image_id bigint references images,
  unique (cart_id, album_id),
  unique (cart_id, image_id),
  check ((album_id is null) <> (image_id is null))
);

-- An order. Its amounts are those of its lines, which a trigger checks at the end of the transaction.
create table orders (
  id integer generated always as identity primary key,
  -- The secret in the address of the order.
  key text not null unique check (length(key) = 32),
  user_id integer not null references users,
  -- Bought without a cart: this and the next columns find the same open order again.
  single_album_id integer references albums,
  single_image_id bigint references images,
  state text not null default 'open'
    check (state in ('open', 'paid', 'partly_refunded', 'refunded', 'cancelled', 'expired')),
  is_pool boolean not null default false,
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  sub_total_cents integer not null check (sub_total_cents >= 0),
  -- What single photos cost before, taken off the price of their album.
  credit_cents integer not null default 0 check (credit_cents >= 0),
  discount_cents integer not null default 0 check (discount_cents >= 0),
  tax_cents integer not null default 0 check (tax_cents >= 0),
  total_cents integer not null check (total_cents >= 0),
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  coupon_id integer references coupons,
  tax_name text not null default 'Tax' check (length(tax_name) between 1 and 40),
  is_gift boolean not null default false,
  -- Whoever verifies this address gets what was bought.
  gift_email citext check (length(gift_email) <= 254),
  gift_message text check (length(gift_message) <= 300),
  gift_user integer references users,
  -- Null while something waits for the recipient.
  gift_delivered_at timestamptz,
  -- Replaces the readable address when the buyer deletes the account.
  gift_address_hash bytea check (octet_length(gift_address_hash) = 32),
  gift_encrypted_address bytea check (octet_length(gift_encrypted_address) <= 600),
  -- The hash of the photos of an order of several.
  single_photos text check (length(single_photos) = 64),
  check (total_cents = (sub_total_cents - credit_cents - discount_cents + tax_cents)),
  check (refunded_cents <= total_cents),
  check ((paid_at is not null) = (state in ('paid', 'partly_refunded', 'refunded'))),
  check (refunded_cents = 0 or (state in ('partly_refunded', 'refunded'))),
  check (single_album_id is null or single_image_id is null),
  check (is_gift or gift_email is null and gift_message is null and gift_user is null),
  check (not (is_gift and is_pool))
);
create index orders_of_user on orders (user_id, id);
create unique index orders_one_open_album on orders (user_id, single_album_id) where state = 'open';
create index orders_of_coupon on orders (coupon_id) where coupon_id is not null;
create index orders_gifts on orders (id) where is_gift;
create index orders_gift_email on orders (gift_email) where gift_email is not null;
create index orders_gift_user on orders (gift_user) where gift_user is not null;
create index orders_paid_by_time on orders (paid_at) include (id) where paid_at is not null;
create index orders_gift_address_hash on orders (gift_address_hash) where gift_address_hash is not null;
create unique index orders_one_open_photos on orders (user_id, single_photos) where state = 'open';
create unique index orders_one_open_image on orders (user_id, single_image_id) where state = 'open';

-- An album, or one photo of it, in an order.
create table order_lines (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  album_id integer not null references albums,
  image_id bigint references images,
  price_cents integer not null check (price_cents >= 0),
  credit_cents integer not null default 0 check (credit_cents >= 0),
  discount_cents integer not null default 0 check (discount_cents >= 0),
  tax_cents integer not null default 0 check (tax_cents >= 0),
  total_cents integer not null check (total_cents >= 0),
  refunded_cents integer not null default 0,
  -- The view rule was met when the line was written and is not checked again.
  view_checked boolean not null default false,
  -- What the receipt calls the price, such as a bundle.
  price_name text check (length(price_name) <= 300),
  check (refunded_cents >= 0 and refunded_cents <= total_cents),
  check (total_cents = (price_cents - credit_cents - discount_cents + tax_cents))
);
create index order_lines_of_order on order_lines (order_id);
create index order_lines_of_album on order_lines (album_id);
create unique index order_lines_one_album on order_lines (order_id, album_id) where image_id is null;
create unique index order_lines_one_image on order_lines (order_id, image_id) where image_id is not null;

-- What could no longer be sold when its order was paid.
create table left_out_lines (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  album_id integer not null references albums,
  image_id bigint references images,
  reason text not null check (reason in ('not_for_sale', 'owned', 'in_pool', 'not_viewed')),
  created_at timestamptz not null
);
create index left_out_lines_of_order on left_out_lines (order_id);

-- The right of a customer to an album or a photo: what they own.
create table entitlements (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  album_id integer not null references albums,
  image_id bigint references images,
  order_line_id integer not null references order_lines,
  state text not null default 'active' check (state in ('active', 'suspended', 'ended')),
  downloads_used integer not null default 0 check (downloads_used >= 0),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- When the first byte of an original or the zip was sent.
  taken_at timestamptz,
  -- Sent with all zip links that were not counted.
  uncounted_bytes bigint not null default 0 check (uncounted_bytes >= 0),
  check ((ended_at is not null) = (state = 'ended'))
);
create index entitlements_of_line on entitlements (order_line_id) include (state);
create index entitlements_of_album on entitlements (album_id, order_line_id);
create unique index entitlements_one_album on entitlements (user_id, album_id)
  where image_id is null and state <> 'ended';
create unique index entitlements_one_image on entitlements (user_id, image_id)
  where image_id is not null and state <> 'ended';
create index entitlements_of_owner on entitlements (user_id, album_id) include (created_at) where image_id is null;

-- Compares an order with its lines at the end of the transaction.
create function order_adds_up() returns trigger language plpgsql as $$
declare
  wanted integer := coalesce(to_jsonb(new) ->> 'order_id', to_jsonb(new) ->> 'id')::integer;
begin
  if exists (
    select from orders o, lateral (
      select coalesce(sum(price_cents), 0) price, coalesce(sum(credit_cents), 0) credit,
        coalesce(sum(discount_cents), 0) discount, coalesce(sum(tax_cents), 0) tax,
        coalesce(sum(total_cents), 0) total, coalesce(sum(refunded_cents), 0) refunded
      from order_lines where order_id = o.id) lines
    where o.id = wanted and
      (o.sub_total_cents, o.credit_cents, o.discount_cents, o.tax_cents, o.total_cents, o.refunded_cents)
      <> (lines.price, lines.credit, lines.discount, lines.tax, lines.total, lines.refunded))
  then
    raise exception 'order % does not add up', wanted using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger entitlements_rights after delete or update of user_id, album_id, image_id, state
  on entitlements for each row
  execute function tell_rights('user', 'user_id');

create constraint trigger order_lines_add_up after insert or update on order_lines
  deferrable initially deferred for each row
  execute function order_adds_up();

create constraint trigger orders_add_up after insert or update on orders
  deferrable initially deferred for each row
  execute function order_adds_up();


-- ## payments

-- A buyer at the card provider. Live, test and sandbox keys each have customers of their own.
create table payment_customers (
  user_id integer not null references users,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  key uuid not null default gen_random_uuid(),
  customer_id text unique check (length(customer_id) <= 255),
  created_at timestamptz not null default now(),
  -- When the provider no longer knew the customer and another one was made.
  renewed_at timestamptz,
  primary key (user_id, mode)
);

-- A saved card.
create table payment_sources (
  id integer generated always as identity primary key,
  user_id integer not null,
  mode text not null,
  method_id text not null unique check (length(method_id) <= 255),
  brand text not null check (length(brand) <= 60),
  last4 text not null check (last4 ~ '^([0-9]{4})?$'),
  exp_month integer not null check (exp_month between 1 and 12),
  exp_year integer not null check (exp_year between 2000 and 2100),
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  -- For one payment, not saved.
  is_once boolean not null default false,
  -- The provider's mark of the card number; null for wallets that do not tell.
  fingerprint text check (length(fingerprint) <= 255),
  consent_version integer,
  consent_at timestamptz,
  consent_device text check (length(consent_device) <= 40),
  foreign key (user_id, mode) references payment_customers (user_id, mode)
);
create index payment_sources_of_user on payment_sources (user_id) where removed_at is null;
create unique index payment_sources_one_card on payment_sources (user_id, mode, fingerprint)
  where removed_at is null and not is_once;

-- One try to pay an order or a share of it.
create table payment_attempts (
  id integer generated always as identity primary key,
  -- The idempotency key.
  key uuid not null default gen_random_uuid() unique,
  order_id integer not null references orders,
  user_id integer not null references users,
  source_id integer references payment_sources,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  -- `manual`: authorized first and captured later, for shares of a group order.
  capture text not null default 'automatic' check (capture in ('automatic', 'manual')),
  state text not null default 'processing'
    check (state in ('processing', 'requires_action', 'authorized', 'succeeded', 'failed', 'released')),
  amount_cents integer not null check (amount_cents >= 0),
  currency text not null default 'usd' check (currency ~ '^[a-z]{3}$'),
  -- All that is paid for shows an athlete of the buyer.
  facial boolean not null default false,
  intent_id text unique check (length(intent_id) <= 255),
  failure_code text check (length(failure_code) <= 60),
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  -- When the authorization ends.
  hold_until timestamptz,
  capture_begun_at timestamptz,
  -- The bank is asked to confirm, also when the payment is repeated.
  asks_bank boolean not null default false,
  -- The consent to save the card.
  consent_version integer,
  consent_device text check (length(consent_device) <= 40),
  check ((failure_code is not null) = (state = 'failed')),
  check ((settled_at is not null) = (state in ('succeeded', 'failed', 'released'))),
  check (source_id is not null or amount_cents = 0),
  check (capture_begun_at is null or capture = 'manual')
);
create unique index payment_attempts_one_live on payment_attempts (order_id)
  where capture = 'automatic' and (state in ('processing', 'requires_action', 'succeeded'));
create index payment_attempts_of_order on payment_attempts (order_id, id);
create index payment_attempts_unsettled on payment_attempts (user_id, created_at)
  where state in ('processing', 'requires_action', 'authorized');
create unique index payment_attempts_one_hold_at_a_time on payment_attempts (order_id, user_id)
  where capture = 'manual' and (state in ('processing', 'requires_action'));
create index payment_attempts_of_user on payment_attempts (user_id, order_id);
create index payment_attempts_paid_by on payment_attempts (user_id) where state = 'succeeded' and amount_cents > 0;
create index payment_attempts_paid on payment_attempts (order_id)
  include (user_id, facial, mode)
  where state = 'succeeded';

-- A card that was tried, for the limits on card testing. A try with an attempt has the outcome of the attempt.
create table card_attempts (
  id integer generated always as identity primary key,
  user_id integer references users on delete set null,
  device text check (length(device) <= 64),
  network text check (length(network) <= 64),
  fingerprint text check (length(fingerprint) <= 255),
  attempt_id integer unique references payment_attempts,
  outcome text check (outcome in ('declined', 'passed', 'ignored')),
  created_at timestamptz not null,
  lifted_at timestamptz
);
create index card_attempts_by_user_id on card_attempts (user_id, created_at) where user_id is not null;
create index card_attempts_by_device on card_attempts (device, created_at) where device is not null;
create index card_attempts_by_network on card_attempts (network, created_at) where network is not null;
create index card_attempts_by_fingerprint on card_attempts (fingerprint, created_at) where fingerprint is not null;
create index card_attempts_by_time on card_attempts (created_at);

-- A refund above the limit that waits for a second member of staff.
create table refund_requests (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  line_ids integer[] not null,
  amount_cents integer not null check (amount_cents > 0),
  -- Only a part of the money goes back.
  keeps_purchase boolean not null default false,
  -- Why the order is refunded although a bank disputes it.
  dispute_reason text check (dispute_reason in ('withdrawn', 'our_mistake', 'other')),
  memo text not null check (length(memo) between 1 and 1000),
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'withdrawn')),
  requested_by integer references users on delete set null,
  created_at timestamptz not null,
  decided_by integer references users on delete set null,
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_at is null))
);
create unique index refund_requests_waiting on refund_requests (order_id) where state = 'waiting';

-- Money back on one charge. The amount is reserved here before the provider is asked.
create table refunds (
  id integer generated always as identity primary key,
  -- The idempotency key.
  key uuid not null default gen_random_uuid() unique,
  order_id integer not null references orders,
  attempt_id integer not null references payment_attempts,
  state text not null default 'reserved' check (state in ('reserved', 'pending', 'succeeded', 'failed')),
  amount_cents integer not null check (amount_cents >= 0),
  memo text not null check (length(memo) between 1 and 1000),
  made_by integer references users,
  refund_id text unique check (length(refund_id) <= 255),
  created_at timestamptz not null default now(),
  request_id integer references refund_requests,
  -- Made in the provider's dashboard.
  is_made_elsewhere boolean not null default false,
  check (refund_id is not null or (state in ('reserved', 'failed')) or amount_cents = 0)
);
create index refunds_of_order on refunds (order_id);
create index refunds_unsettled on refunds (created_at) where state in ('reserved', 'pending');
create index refunds_by_person on refunds (made_by, created_at) where made_by is not null;

-- What a refund gives back of one order line.
create table refund_lines (
  refund_id integer not null references refunds,
  order_line_id integer not null references order_lines,
  amount_cents integer not null check (amount_cents >= 0),
  -- False when the refund failed.
  is_live boolean not null default true,
  attempt_id integer not null references payment_attempts,
  primary key (refund_id, order_line_id)
);
create index refund_lines_of_line on refund_lines (order_line_id);


-- ## group-orders

-- A group order: several people pay shares of one order. Cards are authorized first, and charged once all
-- shares are taken.
create table pools (
  order_id integer primary key references orders,
  phase text not null default 'filling' check (phase in ('filling', 'charging', 'covering', 'filled', 'released')),
  deadline timestamptz not null,
  -- Until when shares whose cards failed can be paid by others.
  cover_deadline timestamptz,
  created_at timestamptz not null default now(),
  check (cover_deadline is not null or phase <> 'covering')
);
create index pools_under_way on pools (deadline) where phase in ('filling', 'charging', 'covering');
create index pools_by_opening on pools (created_at);

-- A share of a group order. A position belongs to one participant at a time; released shares stay as history.
create table pool_shares (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  position integer not null check (position between 0 and 6),
  user_id integer not null references users,
  attempt_id integer not null references payment_attempts,
  amount_cents integer not null check (amount_cents > 0),
  state text not null default 'held' check (state in ('held', 'authorized', 'paid', 'released', 'refunded')),
  created_at timestamptz not null default now()
);
create unique index pool_shares_taken_once on pool_shares (order_id, position)
  where state in ('held', 'authorized', 'paid');
create index pool_shares_of_attempt on pool_shares (attempt_id);
create index pool_shares_of_user on pool_shares (user_id, order_id) where state in ('held', 'authorized', 'paid');
create index pool_shares_of_order on pool_shares (order_id, user_id);


-- ## after-sale

-- Money owed to a buyer because the bank sent a refund back.
create table returned_refunds (
  id integer generated always as identity primary key,
  refund_id integer not null unique references refunds,
  order_id integer not null references orders,
  attempt_id integer not null references payment_attempts,
  amount_cents integer not null check (amount_cents > 0),
  -- The buyer owns again what the refund was for.
  has_entitlements boolean not null,
  owed_since timestamptz not null,
  retry_refund_id integer references refunds,
  outcome text check (outcome in ('refunded_again', 'paid_another_way', 'purchase_kept', 'lost_in_dispute')),
  note text check (length(note) between 1 and 1000),
  closed_by integer references users on delete set null,
  closed_at timestamptz,
  created_at timestamptz not null,
  check ((outcome is null) = (closed_at is null))
);
create index returned_refunds_of_order on returned_refunds (order_id);
create index returned_refunds_open on returned_refunds (owed_since) where closed_at is null;

-- An exchange of one owned album or photo for another.
create table entitlement_swaps (
  id integer generated always as identity primary key,
  entitlement_id integer not null references entitlements,
  from_album_id integer not null references albums,
  from_image_id bigint references images,
  to_album_id integer not null references albums,
  to_image_id bigint references images,
  from_price_cents integer not null check (from_price_cents >= 0),
  to_price_cents integer not null check (to_price_cents >= 0),
  made_by integer not null references users,
  is_by_customer boolean not null,
  memo text check (length(memo) <= 1000),
  created_at timestamptz not null default now(),
  check ((from_image_id is null) = (to_image_id is null)),
  check (not is_by_customer or from_price_cents = to_price_cents)
);
create unique index entitlement_swaps_once_by_customer on entitlement_swaps (entitlement_id) where is_by_customer;
create index entitlement_swaps_of_entitlement on entitlement_swaps (entitlement_id, id);

-- A chargeback, or an inquiry before one, by the bank of a buyer.
create table disputes (
  id integer generated always as identity primary key,
  dispute_id text not null unique check (length(dispute_id) <= 255),
  order_id integer not null references orders,
  attempt_id integer not null references payment_attempts,
  state text not null default 'open' check (state in ('open', 'won', 'lost')),
  amount_cents integer not null check (amount_cents >= 0),
  created_at timestamptz not null default now(),
  reason text check (length(reason) <= 100),
  is_inquiry boolean not null default false,
  needs_response boolean not null,
  due_by timestamptz
);
create index disputes_of_order on disputes (order_id);

-- What was sent to the bank. An inquiry that becomes a dispute takes evidence twice.
create table dispute_evidence (
  id integer generated always as identity primary key,
  key uuid not null default gen_random_uuid() unique,
  dispute_id integer not null references disputes,
  is_inquiry boolean not null,
  state text not null default 'sending' check (state in ('sending', 'sent', 'refused')),
  note text check (length(note) <= 2000),
  -- Erased with the account of the buyer.
  fields jsonb,
  sent_by integer references users on delete set null,
  begun_at timestamptz not null,
  sent_at timestamptz,
  unique (dispute_id, is_inquiry),
  check ((state = 'sent') = (sent_at is not null))
);

-- A movement at the card provider that could not be booked yet.
create table unbooked_items (
  id integer generated always as identity primary key,
  external_id text not null unique check (length(external_id) between 1 and 255),
  kind text not null check (kind in ('refund', 'dispute')),
  order_id integer not null references orders,
  attempt_id integer not null references payment_attempts,
  amount_cents integer not null check (amount_cents >= 0),
  problem text not null check (length(problem) between 1 and 1000),
  created_at timestamptz not null
);
create index unbooked_items_of_order on unbooked_items (order_id);


-- ## ledger

-- Money that moved, once per movement at the provider. Only added to: a mistake is corrected by another entry.
create table ledger_entries (
  id integer generated always as identity primary key,
  kind text not null
    check (kind in ('charge', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'fee', 'dispute_fee')),
  order_id integer not null references orders,
  attempt_id integer not null references payment_attempts,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  external_id text not null check (length(external_id) <= 255),
  amount_cents integer not null check (amount_cents <> 0),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  created_at timestamptz not null default now(),
  unique (kind, external_id),
  check ((kind in ('fee', 'dispute_fee')) or (amount_cents > 0) = (kind in ('charge', 'refund_failed', 'dispute_won')))
);
create index ledger_entries_of_order on ledger_entries (order_id);
create index ledger_entries_sums on ledger_entries (mode, created_at) include (kind, amount_cents);

-- The part of an entry that belongs to one order line, with what reports need to know about the sale. Only added to.
create table ledger_lines (
  id bigint generated always as identity primary key,
  entry_id integer not null references ledger_entries,
  order_line_id integer not null references order_lines,
  order_id integer not null references orders,
  attempt_id integer not null references payment_attempts,
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  kind text not null check (length(kind) between 1 and 40),
  occurred_at timestamptz not null,
  event_id integer not null references events,
  album_id integer not null references albums,
  image_id bigint references images on delete set null,
  is_image boolean not null,
  -- Photos of the item that customers could see at the sale.
  photos integer not null check (photos >= 0),
  producer_name text not null check (length(producer_name) <= 200),
  is_pool boolean not null,
  facial boolean not null,
  coupon_id integer references coupons,
  amount_cents integer not null check (amount_cents <> 0),
  tax_cents integer not null,
  discount_cents integer not null,
  -- 1 when a charge completes the order line, -1 when a failed group order returns it, else 0.
  sales integer not null check (sales between -1 and 1),
  -- Who paid.
  user_id integer references users,
  -- The first day of the month whose statements have the line: the month of occurred_at, or the first open one after it.
  statement_month date not null check (extract(day from statement_month) = 1),
  unique (entry_id, order_line_id)
);
create index ledger_lines_of_month on ledger_lines (mode, statement_month);
create index ledger_lines_of_line on ledger_lines (order_line_id);
create index ledger_lines_of_order on ledger_lines (order_id);
create index ledger_lines_by_time on ledger_lines (mode, occurred_at, entry_id, order_line_id)
  include (kind, amount_cents, event_id, is_image, facial);
create index ledger_lines_by_amount on ledger_lines (mode, amount_cents, entry_id, order_line_id);
create index ledger_lines_of_event on ledger_lines (event_id, mode, occurred_at);
create index ledger_lines_of_user on ledger_lines (user_id);
create index ledger_lines_of_album on ledger_lines (album_id, mode) include (kind, amount_cents);
create index ledger_lines_taken_back on ledger_lines (order_line_id) where sales < 0;
create index ledger_lines_of_albums on ledger_lines (mode, occurred_at) include (album_id, kind, amount_cents);

-- A photographer's share of a ledger line; without a name, the photographer is unknown.
create table ledger_line_shares (
  line_id bigint not null references ledger_lines,
  photographer text check (length(photographer) between 1 and 200),
  photos integer not null check (photos >= 0),
  amount_cents integer not null,
  tax_cents integer not null,
  -- The rate of the photographer when the sale was booked, and what they earned by it. Refunds take back at the same rate.
  rate_basis_points integer not null check (rate_basis_points between 0 and 10000),
  earned_cents integer not null,
  unique nulls not distinct (line_id, photographer)
);

-- Months whose statements are frozen. No line is booked into one of them.
create table closed_months (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  month date not null check (extract(day from month) = 1),
  closed_at timestamptz not null,
  closed_by integer references users on delete set null,
  primary key (mode, month)
);

-- A movement of the balance at the card provider.
create table balance_transactions (
  id integer generated always as identity primary key,
  transaction_id text not null unique check (length(transaction_id) <= 255),
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  type text not null check (length(type) <= 60),
  source_id text check (length(source_id) <= 255),
  amount_cents bigint not null,
  fee_cents bigint not null,
  net_cents bigint not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  available_on timestamptz not null,
  created_at timestamptz not null,
  payout_id text check (length(payout_id) <= 255),
  order_id integer references orders,
  booked_at timestamptz
);
create index balance_transactions_of_payout on balance_transactions (payout_id, id);
create index balance_transactions_by_time on balance_transactions (mode, created_at);
create index balance_transactions_unbooked on balance_transactions (mode, id) where booked_at is null;
create index balance_transactions_of_account on balance_transactions (mode, created_at)
  include (net_cents)
  where order_id is null and (type in ('stripe_fee', 'stripe_fx_fee', 'tax_fee'));

-- A transfer from the card provider to the bank of the operator.
create table payouts (
  id integer generated always as identity primary key,
  payout_id text not null unique check (length(payout_id) <= 255),
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  state text not null check (length(state) <= 40),
  amount_cents bigint not null,
  currency text not null check (currency ~ '^[a-z]{3}$'),
  arrives_on date not null,
  is_automatic boolean not null,
  failure_code text check (length(failure_code) <= 120),
  created_at timestamptz not null,
  -- When all movements of the payout were read.
  itemized_at timestamptz
);
create index payouts_by_arrival on payouts (mode, arrives_on, id);

-- How far the sweeps have read the lists of the card provider.
create table provider_cursors (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  sweep text not null check (sweep in ('refunds_and_disputes', 'balance')),
  reached_at timestamptz not null,
  primary key (mode, sweep)
);

-- The ledger is only added to.
create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only added to';
end
$$;

-- Compares a ledger entry with its lines and their shares at the end of the transaction.
create function ledger_lines_add_up() returns trigger language plpgsql as $$
begin
  if (select amount_cents from ledger_entries where id = new.entry_id)
    <> (select sum(amount_cents) from ledger_lines where entry_id = new.entry_id)
  then
    raise exception 'the lines of ledger entry % do not add up', new.entry_id using errcode = 'check_violation';
  end if;
  if (select (coalesce(sum(amount_cents), 0), coalesce(sum(tax_cents), 0)) from ledger_line_shares
    where line_id = new.id) <> (new.amount_cents::bigint, new.tax_cents::bigint)
  then
    raise exception 'the shares of ledger line % do not add up', new.id using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger ledger_entries_stay before delete or update or truncate on ledger_entries for each statement
  execute function refuse_ledger_change();

create trigger ledger_line_shares_stay before delete or update or truncate on ledger_line_shares for each statement
  execute function refuse_ledger_change();

create constraint trigger ledger_lines_add_up after insert on ledger_lines
  deferrable initially deferred for each row
  execute function ledger_lines_add_up();

create trigger ledger_lines_stay
  before delete or truncate or update of entry_id, order_line_id, occurred_at, event_id, album_id, amount_cents, tax_cents,
    discount_cents, sales, statement_month
  on ledger_lines for each statement
  execute function refuse_ledger_change();


-- ## provider-events

-- A webhook of the card provider, so that each is handled once.
create table external_events (
  id integer generated always as identity primary key,
  source text not null check (source = 'stripe'),
  external_id text not null check (length(external_id) <= 255),
  type text not null check (length(type) <= 120),
  object_id text check (length(object_id) <= 255),
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  unique (source, external_id)
);


-- ## downloads

-- A download link for the zip of an album, and whether it has been counted.
create table zip_addresses (
  id integer generated always as identity primary key,
  token_hash bytea not null unique check (length(token_hash) = 32),
  entitlement_id integer not null references entitlements,
  album_id integer not null references albums,
  issued_at timestamptz not null,
  started_at timestamptz,
  served_etag text check (length(served_etag) <= 100),
  -- When it counted as one of the downloads.
  counted_at timestamptz,
  sent_bytes bigint not null default 0 check (sent_bytes >= 0),
  check (counted_at is null or started_at is not null)
);
create index zip_addresses_by_age on zip_addresses (issued_at);


-- ## found-albums

-- An album that a customer has found, and how many of its views are used.
create table user_found_albums (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  album_id integer not null references albums on delete cascade,
  found_by text not null check (found_by in ('search', 'opened', 'invite', 'link')),
  views_used integer not null default 0 check (views_used >= 0),
  created_at timestamptz not null default now(),
  -- An owner of the album invited the customer, so it opens past the preview quota.
  vouched boolean not null default false,
  unique (user_id, album_id)
);
create index user_found_albums_of_album on user_found_albums (album_id);
create index user_found_albums_by_time on user_found_albums (created_at) include (user_id);
create index user_found_albums_owner on user_found_albums (id) include (user_id, album_id);
create index user_found_albums_newest on user_found_albums (user_id, created_at desc, id desc);

-- A time that a customer opened a found album.
create table user_album_views (
  id bigint generated always as identity primary key,
  found_album_id bigint not null references user_found_albums on delete cascade,
  created_at timestamptz not null default now(),
  user_id integer,
  album_id integer,
  -- The viewer owned the album by then.
  was_owned boolean,
  -- The session that used the view; the other devices of the account share it while it lasts.
  session_id text check (length(session_id) <= 64)
);
create index user_album_views_of_found on user_album_views (found_album_id);
create index user_album_views_by_time on user_album_views (created_at) include (user_id, album_id, was_owned);

-- The last time that a customer opened an album without owning it; counted against the preview quota.
create table previewed_albums (
  user_id integer not null references users on delete cascade,
  album_id integer not null references albums on delete cascade,
  -- The quota also counts programs.
  program text not null,
  opened_at timestamptz not null,
  primary key (user_id, album_id)
);
create index previewed_albums_by_time on previewed_albums (opened_at);

-- What staff granted a customer above the preview quota.
create table preview_quota_grants (
  user_id integer primary key references users on delete cascade,
  more_programs integer not null default 0 check (more_programs >= 0),
  more_albums integer not null default 0 check (more_albums >= 0),
  until timestamptz,
  -- Previews before do not count.
  counts_from timestamptz
);

-- A team that a customer follows. An empty team or division stands for all of them.
create table team_subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  program_name citext not null check (length(program_name) between 1 and 120),
  team_name citext not null check (length(team_name) <= 120),
  division_name citext not null check (length(division_name) <= 120),
  created_at timestamptz not null default now(),
  unique (user_id, program_name, team_name, division_name)
);
create index team_subscriptions_by_team on team_subscriptions (program_name, team_name);

-- A team that a customer stopped following. It keeps its place among the allowed number for 30 days.
create table removed_teams (
  user_id integer not null references users on delete cascade,
  program_name citext not null,
  team_name citext not null,
  division_name citext not null,
  removed_at timestamptz not null,
  primary key (user_id, program_name, team_name, division_name)
);
create index removed_teams_by_time on removed_teams (removed_at);

-- An album that a customer is to see first once it is published.
create table awaited_albums (
  user_id integer not null references users on delete cascade,
  album_id integer not null references albums on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, album_id)
);
create index awaited_albums_of_album on awaited_albums (album_id);

-- A photo that a customer marked.
create table favorites (
  user_id integer not null references users on delete cascade,
  image_id bigint not null references images on delete cascade,
  created_at timestamptz not null,
  primary key (user_id, image_id)
);
create index favorites_created on favorites (created_at);
create index favorites_image on favorites (image_id);

-- Whether the viewer owned the album by then.
create function had_bought(viewer integer, album integer, moment timestamptz) returns boolean language sql stable as $$
select exists (select from entitlements own where own.user_id = viewer and own.album_id = album
  and own.image_id is null and own.created_at < moment)
$$;

create trigger found_albums_rights after delete on user_found_albums for each row
  execute function tell_rights('user', 'user_id');


-- ## athletes

-- An athlete whom a customer asked to find in photos.
create table user_athletes (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  name text not null check (length(name) between 1 and 120),
  team_name text check (length(team_name) <= 120),
  -- Counts changes of the reference photos.
  template_version integer not null default 0,
  -- The version that was looked for in every album held; what is found with it later is news.
  settled_version integer not null default 0,
  touched_at timestamptz not null,
  deleted_at timestamptz,
  created_at timestamptz not null
);
create index user_athletes_of_user on user_athletes (user_id);

-- The consent to recognize the face of an athlete.
create table athlete_consents (
  id integer generated always as identity primary key,
  athlete_id integer not null references user_athletes on delete cascade,
  version text not null check (length(version) between 1 and 20),
  relation text not null check (relation in ('guardian', 'self')),
  -- The language in which the text was read.
  language text not null default 'en' check (language in ('en', 'es')),
  given_at timestamptz not null,
  withdrawn_at timestamptz
);
create unique index athlete_consents_live on athlete_consents (athlete_id) where withdrawn_at is null;
create index athlete_consents_of_athlete on athlete_consents (athlete_id);

-- A picture that shows the face of an athlete. The file and the template go when it is deleted; the row stays.
create table athlete_reference_photos (
  id integer generated always as identity primary key,
  athlete_id integer not null references user_athletes on delete cascade,
  file_id uuid,
  -- What describes the face, encrypted.
  encrypted_template bytea check (length(encrypted_template) <= 4096),
  created_at timestamptz not null,
  deleted_at timestamptz,
  check ((deleted_at is null) = (file_id is not null)),
  check ((deleted_at is null) = (encrypted_template is not null))
);
create index athlete_reference_photos_of_athlete on athlete_reference_photos (athlete_id);

-- How far an album has been searched for an athlete.
create table athlete_album_scans (
  athlete_id integer not null references user_athletes on delete cascade,
  album_id integer not null references albums on delete cascade,
  template_version integer not null,
  scanned_images bigint[] not null default '{}',
  finished_at timestamptz,
  primary key (athlete_id, album_id)
);
create index athlete_album_scans_of_album on athlete_album_scans (album_id);

-- A photo that may show an athlete.
create table athlete_matches (
  athlete_id integer not null references user_athletes on delete cascade,
  image_id bigint not null references images on delete cascade,
  score real not null,
  box jsonb not null,
  is_close_up boolean not null,
  decision text check (decision in ('confirmed', 'rejected')),
  decided_at timestamptz,
  created_at timestamptz not null,
  primary key (athlete_id, image_id)
);
create index athlete_matches_of_image on athlete_matches (image_id);

-- An album in which a customer's athletes may be searched. Granted turns are counted by day.
create table face_search_turns (
  user_id integer not null references users on delete cascade,
  album_id integer not null references albums on delete cascade,
  -- How many albums the customer was granted before this one within the hour. Low turns come first.
  turn integer not null check (turn >= 0),
  granted_at timestamptz not null,
  started_at timestamptz,
  primary key (user_id, album_id)
);
create index face_search_turns_by_time on face_search_turns (user_id, granted_at);
create index face_search_turns_of_album on face_search_turns (album_id);


-- ## sharing

-- A link that does one thing without a log-in: where it leads and how often it was opened.
create table public_action_routes (
  id integer generated always as identity primary key,
  public_action_uuid uuid not null default gen_random_uuid() unique,
  -- The path that the link may call.
  action_route text not null check (length(action_route) between 1 and 500),
  action_route_match_type text not null check (action_route_match_type in ('exact', 'prefix')),
  number_of_times_accessed integer not null default 0,
  max_number_of_times_accessed integer check (max_number_of_times_accessed > 0),
  user_id integer references users on delete cascade,
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (number_of_times_accessed >= 0 and number_of_times_accessed <= coalesce(max_number_of_times_accessed, 2147483647))
);

-- An invitation to look at an album.
create table album_invites (
  id integer generated always as identity primary key,
  album_id integer not null references albums on delete cascade,
  invited_by integer not null references users on delete cascade,
  email citext not null check (length(email) between 3 and 254),
  public_action_uuid uuid not null unique references public_action_routes (public_action_uuid),
  times_sent integer not null default 1 check (times_sent between 1 and 4),
  last_sent_at timestamptz not null,
  -- Who followed the invitation.
  joined_by integer references users on delete set null,
  joined_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz not null default now(),
  unique (album_id, invited_by, email)
);

-- An invitation to pay a share of a group order.
create table order_invites (
  id integer generated always as identity primary key,
  order_id integer not null references orders,
  invited_by integer not null references users,
  email citext not null check (length(email) between 3 and 254),
  times_sent integer not null default 1 check (times_sent between 1 and 4),
  last_sent_at timestamptz not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  unique (order_id, email)
);

-- A secret link by which an owner shows chosen photos of an album to people without an account.
create table photo_links (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  album_id integer not null references albums on delete cascade,
  image_ids bigint[] not null check (cardinality(image_ids) between 1 and 5000),
  label text not null check (length(label) <= 80),
  token_hash bytea not null unique check (length(token_hash) = 32),
  allows_downloads boolean not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  ended_at timestamptz,
  last_opened_at timestamptz
);
create index photo_links_of_user on photo_links (user_id, id desc);
create index photo_links_of_album on photo_links (album_id);


-- ## notifications

-- The site's default of what people are notified about. The newest row applies.
create table default_notification_settings (
  id integer generated always as identity primary key,
  settings jsonb not null,
  created_by integer references users on delete set null,
  created_at timestamptz not null default now()
);

-- What a person chose to be notified about.
create table user_notification_settings (
  user_id integer primary key references users on delete cascade,
  settings jsonb not null,
  updated_at timestamptz not null default now()
);

-- When a person wants no push and no text. Both hours are the same if there is no such time.
create table quiet_hours (
  user_id integer primary key references users on delete cascade,
  from_hour smallint not null default 21 check (from_hour between 0 and 23),
  to_hour smallint not null default 8 check (to_hour between 0 and 23),
  -- Of the person's browser; null means that of the event.
  time_zone text check (length(time_zone) <= 64)
);

-- How a person hears of one athlete or one saved team. Null means as the settings say.
create table alert_choices (
  user_id integer not null references users on delete cascade,
  athlete_id integer unique references user_athletes on delete cascade,
  team_id integer unique references team_subscriptions on delete cascade,
  email boolean,
  sms boolean,
  push boolean,
  -- What a locked screen may show.
  shows_name boolean not null default false,
  shows_picture boolean not null default false,
  check (num_nonnulls(athlete_id, team_id) = 1)
);
create index alert_choices_of_user on alert_choices (user_id);

-- A browser that shows notifications. It ends with the session in which it was turned on.
create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  session_id uuid not null references sessions on delete cascade,
  endpoint text not null unique check (length(endpoint) between 10 and 1000),
  p256dh text not null check (length(p256dh) <= 100),
  auth text not null check (length(auth) <= 40),
  device text not null check (length(device) <= 80),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index push_subscriptions_of_user on push_subscriptions (user_id, id);
create index push_subscriptions_of_session on push_subscriptions (session_id);

-- A mail, text or push message that tells one or more notifications.
create table notification_messages (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  channel text not null check (channel in ('email', 'sms', 'push')),
  event_id integer references events on delete set null,
  -- The devices that got it already, so that a retry leaves them out.
  pushed_to integer[] not null default '{}' check (cardinality(pushed_to) <= 100),
  created_at timestamptz not null,
  sent_at timestamptz
);
create index notification_messages_latest on notification_messages (user_id, kind, channel, created_at desc);
create index notification_messages_of_event on notification_messages (event_id) where event_id is not null;

-- Something to tell a person, once per subject and channel.
create table notifications (
  id bigint generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (length(kind) between 1 and 40),
  channel text not null check (channel in ('email', 'sms', 'push')),
  -- What it is about, such as `album:12`.
  subject text not null check (length(subject) between 1 and 120),
  title text not null check (length(title) between 1 and 200),
  line text not null check (length(line) between 1 and 1000),
  path text not null check (path like '/%' and length(path) <= 300),
  -- Null until it is told.
  message_id bigint references notification_messages on delete cascade,
  created_at timestamptz not null,
  -- Not told earlier.
  due_at timestamptz not null default now(),
  -- Not told later.
  ends_at timestamptz,
  album_id integer references albums on delete set null,
  athlete_id integer references user_athletes on delete cascade,
  team_id integer references team_subscriptions on delete set null,
  -- What is gathered by event is told apart from that of other events.
  event_id integer references events on delete set null,
  -- Of the event, for people whose own is unknown.
  time_zone text check (length(time_zone) <= 64),
  unique (user_id, kind, channel, subject)
);
create index notifications_of_athlete on notifications (athlete_id) where athlete_id is not null;
create index notifications_of_team on notifications (team_id) where team_id is not null;
create index notifications_of_event on notifications (event_id) where event_id is not null;
create index notifications_of_album on notifications (album_id) where album_id is not null;
create index notifications_of_message on notifications (message_id);
create index notifications_unsent on notifications (due_at) where message_id is null;

-- The unsubscribe link of a person and kind, or of an address that may have no account.
create table unsubscribe_links (
  public_action_uuid uuid primary key references public_action_routes (public_action_uuid),
  user_id integer references users on delete cascade,
  kind text check (length(kind) between 1 and 40),
  email citext unique check (length(email) between 3 and 254),
  created_at timestamptz not null default now(),
  unique (user_id, kind),
  check ((user_id is null) = (kind is null)),
  check ((user_id is null) <> (email is null))
);

-- A mail about photos that a customer can still buy: at most one of each kind per event.
create table sale_mails (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  event_id integer not null references events,
  kind text not null check (kind in ('reminder', 'last_days')),
  created_at timestamptz not null,
  sent_at timestamptz,
  dropped_at timestamptz,
  opened_at timestamptz,
  unique (user_id, event_id, kind),
  check (sent_at is null or dropped_at is null)
);
create index sale_mails_event on sale_mails (event_id);

-- What such a mail was about, so that purchases after it can be counted.
create table sale_mail_items (
  mail_id integer not null references sale_mails on delete cascade,
  album_id integer not null references albums on delete cascade,
  image_id bigint references images on delete cascade,
  unique nulls not distinct (mail_id, album_id, image_id)
);
create index sale_mail_items_album on sale_mail_items (album_id);
create index sale_mail_items_image on sale_mail_items (image_id) where image_id is not null;


-- ## support

-- A conversation with staff: one per person, or per visitor's browser.
create table support_conversations (
  id integer generated always as identity primary key,
  user_id integer unique references users,
  visitor_token_hash bytea unique check (length(visitor_token_hash) = 32),
  visitor_email citext check (length(visitor_email) <= 254),
  status text not null default 'open' check (status in ('open', 'closed')),
  has_bug_report boolean not null default false,
  last_from text not null default 'customer' check (last_from in ('customer', 'staff')),
  last_message_at timestamptz not null,
  -- The last message that the customer has read.
  customer_read_id integer not null default 0,
  -- The last message that the customer was mailed about.
  customer_mailed_id integer not null default 0,
  customer_seen_at timestamptz,
  staff_read_id integer not null default 0,
  staff_mailed_id integer not null default 0,
  created_at timestamptz not null default now(),
  -- Who of the staff takes care of it.
  assignee_id integer references users on delete set null,
  tags text[] not null default '{}' check (cardinality(tags) <= 8),
  check ((user_id is null) <> (visitor_token_hash is null)),
  check (visitor_email is null or user_id is null)
);
create index support_conversations_inbox on support_conversations (status, (last_from = 'customer'), last_message_at, id);
create index support_conversations_oldest on support_conversations (status, (last_from = 'staff'), last_message_at, id);
create index support_conversations_newest on support_conversations (status, last_message_at, id);
create index support_conversations_of_assignee on support_conversations (assignee_id) where assignee_id is not null;
create index support_conversations_by_tag on support_conversations using gin (tags);

-- A message. Its key is chosen by the browser, so that sending twice stores it once.
create table support_messages (
  id integer generated always as identity primary key,
  conversation_id integer not null references support_conversations,
  sender text not null check (sender in ('customer', 'staff')),
  author_id integer references users,
  key uuid not null,
  text text not null check (length(text) <= 4000),
  bug_report jsonb,
  created_at timestamptz not null,
  unique (conversation_id, key),
  check (sender = 'customer' or author_id is not null)
);
create index support_messages_of_conversation on support_messages (conversation_id, id);
create index support_messages_search on support_messages using gin (lower(text) gin_trgm_ops);

-- An answer that staff wrote once and insert into many conversations.
create table canned_replies (
  id integer generated always as identity primary key,
  title text not null unique check (length(title) between 1 and 80),
  text text not null check (length(text) between 1 and 4000),
  created_at timestamptz not null default now()
);

-- A picture that was uploaded for a message.
create table support_attachments (
  id integer generated always as identity primary key,
  message_id integer references support_messages,
  user_id integer references users,
  visitor_token_hash bytea check (length(visitor_token_hash) = 32),
  storage_key text not null unique check (length(storage_key) <= 200),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  size_bytes integer not null check (size_bytes > 0),
  created_at timestamptz not null,
  check ((user_id is null) <> (visitor_token_hash is null))
);
create index support_attachments_of_message on support_attachments (message_id);
create index support_attachments_unsent on support_attachments (created_at) where message_id is null;


-- ## moderation

-- A photo that a customer reported.
create table reported_photos (
  id integer generated always as identity primary key,
  image_id bigint not null references images,
  album_id integer not null references albums,
  event_id integer not null references events,
  user_id integer not null references users,
  type text not null check (type in ('privacy', 'quality', 'wrong_album', 'other')),
  memo text not null check (length(memo) <= 2000),
  acknowledged_at timestamptz,
  removed boolean not null default false,
  created_at timestamptz not null default now(),
  acknowledged_by integer references users on delete set null,
  -- A privacy report that did not hide the photo at once.
  staff_first boolean not null default false,
  network text check (length(network) <= 50)
);
create index reported_photos_open on reported_photos (id desc) where acknowledged_at is null;
create index reported_photos_of_user on reported_photos (user_id, created_at) where type = 'privacy';
create index reported_photos_of_image on reported_photos (image_id);
create index reported_photos_of_network on reported_photos (network, created_at)
  where type = 'privacy' and not staff_first;


-- ## leaks

-- A search for the account that leaked pictures were shown to. The pictures are deleted when it ends.
create table traces (
  id integer generated always as identity primary key,
  started_by integer references users on delete set null,
  reason text not null check (length(reason) between 1 and 500),
  event_id integer references events,
  album_id integer references albums,
  state text not null check (state in ('waiting', 'running', 'named', 'unsure', 'unknown', 'failed')),
  step text not null default '' check (length(step) <= 100),
  progress smallint not null default 0 check (progress between 0 and 100),
  failure text check (length(failure) <= 300),
  image_id bigint references images on delete set null,
  is_mirrored boolean not null default false,
  -- How many viewers came into question.
  viewers_asked integer check (viewers_asked >= 0),
  started_at timestamptz not null,
  ended_at timestamptz,
  pictures smallint not null default 1 check (pictures between 1 and 20),
  images_read smallint check (images_read between 0 and 20)
);
create index traces_started_by on traces (started_by);
create index traces_of_image on traces (image_id);

-- A viewer who may be the source of a leak.
create table trace_findings (
  trace_id integer not null references traces on delete cascade,
  viewer text not null check (length(viewer) <= 60),
  user_id integer references users on delete cascade,
  image_id bigint not null references images on delete cascade,
  -- How likely the viewer is the source.
  chance double precision not null check (chance between 0 and 1),
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (trace_id, viewer, image_id)
);
create index trace_findings_of_user on trace_findings (user_id);
create index trace_findings_of_image on trace_findings (image_id);


-- ## reports

-- What each photographer's photos sold at an event on a finished day of the reporting time zone. The ledger is only
-- added to, so a filled day never changes. Without a name, the photographer is unknown.
create table sales_daily (
  mode text not null check (mode in ('sandbox', 'test', 'live')),
  day date not null,
  event_id integer not null references events,
  photographer text,
  is_image boolean not null,
  facial boolean not null,
  kind text not null,
  amount_cents bigint not null,
  tax_cents bigint not null,
  earned_cents bigint not null,
  sales integer not null,
  unique nulls not distinct (mode, day, event_id, photographer, is_image, facial, kind)
);
create index sales_daily_of_event on sales_daily (event_id, mode, day);

-- One row: the days of the time zone before `next_day` are filled.
create table sales_daily_fill (
  only_row boolean default true primary key check (only_row),
  time_zone text not null,
  next_day date not null
);

-- What a photographer earned in a closed month. Rows are only added, when the month is closed.
create table statements (
  id integer generated always as identity primary key,
  mode text not null,
  month date not null,
  number integer not null check (number > 0),
  -- Null if nobody on the roster had the credited name when the month was closed.
  photographer_id integer references photographers,
  -- As it was when the month was closed. Null means photos without a credit.
  name text check (length(name) between 1 and 200),
  foreign key (mode, month) references closed_months,
  unique (mode, number)
);
create index statements_of_month on statements (mode, month);

-- The sales of one event, and later refunds of sales of an earlier month.
create table statement_lines (
  statement_id integer not null references statements,
  event_id integer not null references events,
  -- The month of the sale.
  sale_month date not null,
  rate_basis_points integer not null,
  revenue_cents bigint not null,
  refund_cents bigint not null,
  earned_cents bigint not null,
  primary key (statement_id, event_id, sale_month, rate_basis_points)
);


-- ## sandbox

-- An object of the bundled card provider. None of the shop's tables refers to its tables.
create table sandbox_objects (
  id text primary key,
  position bigint generated always as identity unique,
  kind text not null,
  created bigint not null,
  body jsonb not null,
  hidden jsonb not null default '{}'
);
create index sandbox_objects_of_kind on sandbox_objects (kind, position);
create index sandbox_objects_by_payment_intent on sandbox_objects ((body ->> 'payment_intent'))
  where (body ->> 'payment_intent') is not null;
create index sandbox_objects_by_charge on sandbox_objects ((body ->> 'charge')) where (body ->> 'charge') is not null;
create index sandbox_objects_by_customer on sandbox_objects ((body ->> 'customer'))
  where (body ->> 'customer') is not null;
create index sandbox_objects_by_source on sandbox_objects ((body ->> 'source')) where (body ->> 'source') is not null;

-- A webhook that the bundled card provider delivers.
create table sandbox_events (
  id text primary key,
  position bigint generated always as identity unique,
  type text not null,
  created bigint not null,
  body jsonb not null,
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamptz,
  delivered_at timestamptz
);
create index sandbox_events_waiting on sandbox_events (next_attempt_at) where next_attempt_at is not null;

-- Something that the bundled card provider does later.
create table sandbox_timers (
  id bigint generated always as identity primary key,
  task text not null,
  object_id text not null,
  due_at timestamptz not null
);
create index sandbox_timers_due on sandbox_timers (due_at);

-- The answer to a call of the bundled card provider, for when it is repeated.
create table sandbox_idempotency_keys (
  key text primary key,
  fingerprint bytea not null,
  request_id text not null,
  status integer not null,
  body text not null,
  created_at timestamptz not null
);

import { type Kysely, sql } from 'kysely';

/**
 * Triggers that filled in what the writing use case knows, or what a query finds when it is asked, go. Those that stay are
 * listed in docs/triggers.md.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function change_events_version, count_team_album, fill_album_search, refresh_event_search,
    album_search, give_poster_code, new_poster_code, stretch_event, name_payer, name_viewer, tell_settings cascade`.execute(
    db,
  );
  await sql`drop table catalogue_versions, team_catalogue`.execute(db);
  await sql`drop function character_pairs`.execute(db);
  await searchOwnText(db);
  await checkLedger(db);
  await tellRightsOnce(db);
}

/** What an album's event is called is searched in the event. */
async function searchOwnText(db: Kysely<unknown>): Promise<void> {
  await sql`alter table albums drop column search`.execute(db);
  await sql`
    alter table albums add column search text not null generated always as (
      lower(program_name || ' ' || team_name || ' ' || division_name || ' ' || performance_order::text)) stored`.execute(
    db,
  );
  await sql`create index albums_search on albums using gin (search gin_trgm_ops)`.execute(db);
}

/** The shares name their tax when they are written, so nothing of them changes afterwards. */
async function checkLedger(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger ledger_line_taxes_stay on ledger_line_shares`.execute(db);
  await sql`drop trigger ledger_line_shares_stay on ledger_line_shares`.execute(db);
  await sql`
    create or replace function ledger_lines_add_up() returns trigger language plpgsql as $$
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
    end $$`.execute(db);
  await sql`select split_share_taxes(min(id), max(id)) from ledger_lines`.execute(db);
  await sql`update ledger_line_shares set tax_cents = 0 where tax_cents is null`.execute(db);
  await sql`alter table ledger_line_shares alter column tax_cents set not null`.execute(db);
  await sql`drop function split_share_taxes`.execute(db);
  await sql`
    create trigger ledger_line_shares_stay before delete or update or truncate on ledger_line_shares
      for each statement execute function refuse_ledger_change()`.execute(db);
}

/** One trigger on each table tells of changed and of deleted rows. */
async function tellRightsOnce(db: Kysely<unknown>): Promise<void> {
  const tables = [
    ['albums', 'albums_rights', 'published_at, uuid', 'album', 'id'],
    ['entitlements', 'entitlements_rights', 'user_id, album_id, image_id, state', 'user', 'user_id'],
    ['sessions', 'sessions_rights', 'ended_at', 'user', 'user_id'],
    ['users', 'users_rights', undefined, 'user', 'id'],
  ] as const;
  for (const [table, trigger, columns, kind, column] of tables) {
    const update = columns === undefined ? sql`update` : sql`update of ${sql.raw(columns)}`;
    await sql`drop trigger ${sql.ref(trigger)} on ${sql.table(table)}`.execute(db);
    await sql`drop trigger ${sql.ref(`${trigger}_deleted`)} on ${sql.table(table)}`.execute(db);
    await sql`
      create trigger ${sql.ref(trigger)} after ${update} or delete on ${sql.table(table)}
        for each row execute function tell_rights(${sql.lit(kind)}, ${sql.lit(column)})`.execute(db);
  }
}

import { type Kysely, sql } from 'kysely';

/**
 * Tells every process when a right may have ended, so that none goes on by what it remembers. Triggers do it, because a
 * call in each use case can be forgotten, and every writer counts: refunds, disputes, swaps, batches, account deletion.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tell_rights() returns trigger language plpgsql as $$
    begin
      perform pg_notify('encore_rights', tg_argv[0] || ':' || (to_jsonb(old) ->> tg_argv[1]));
      return null;
    end $$`.execute(db);

  await sql`
    create trigger entitlements_rights after update on entitlements for each row
      when ((old.user_id, old.album_id, old.image_id, old.state)
        is distinct from (new.user_id, new.album_id, new.image_id, new.state))
      execute function tell_rights('user', 'user_id')`.execute(db);
  await sql`
    create trigger entitlements_rights_deleted after delete on entitlements for each row
      execute function tell_rights('user', 'user_id')`.execute(db);
  await sql`
    create trigger found_albums_rights after delete on user_found_albums for each row
      execute function tell_rights('user', 'user_id')`.execute(db);
  await sql`
    create trigger sessions_rights after update on sessions for each row
      when (old.ended_at is null and new.ended_at is not null)
      execute function tell_rights('user', 'user_id')`.execute(db);
  await sql`
    create trigger sessions_rights_deleted after delete on sessions for each row
      when (old.ended_at is null)
      execute function tell_rights('user', 'user_id')`.execute(db);
  // Not only the role: what else closes an account may get a column of its own.
  await sql`
    create trigger users_rights after update on users for each row
      when (old is distinct from new)
      execute function tell_rights('user', 'id')`.execute(db);
  await sql`
    create trigger users_rights_deleted after delete on users for each row
      execute function tell_rights('user', 'id')`.execute(db);
  await sql`
    create trigger albums_rights after update of published_at, uuid on albums for each row
      when ((old.published_at is null, old.uuid) is distinct from (new.published_at is null, new.uuid))
      execute function tell_rights('album', 'id')`.execute(db);
  await sql`
    create trigger albums_rights_deleted after delete on albums for each row
      execute function tell_rights('album', 'id')`.execute(db);
  await sql`
    create trigger images_rights after update of hidden_at, album_id on images for each row
      when (old.album_id is not null
        and (old.hidden_at is null, old.album_id) is distinct from (new.hidden_at is null, new.album_id))
      execute function tell_rights('album', 'album_id')`.execute(db);
  await sql`
    create index images_hidden on images (album_id) where hidden_at is not null`.execute(db);
}

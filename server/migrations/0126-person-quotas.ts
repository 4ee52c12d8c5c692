import { type Kysely, sql } from 'kysely';

/**
 * Preview quotas are counted per mailbox instead of per account (see 0101 for the function), and only an invitation by an
 * owner of the album opens it past a quota.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function spend_view_with_room(of_user integer, of_found bigint, view_limit integer,
      viewed_at timestamptz, viewed_program text, since timestamptz, room integer)
      returns table (id bigint, version text) language plpgsql as $$
    declare
      held record;
      person text;
    begin
      select own.album_id, own.xmin::text as version into held from user_found_albums own
        where own.id = of_found and own.user_id = of_user and own.views_used < view_limit for no key update;
      if not found then return; end if;
      select users.mailbox_key into person from users where users.id = of_user;
      perform pg_advisory_xact_lock(hashtextextended('openings:' || person, 0));
      if (select count(*) from users join opened_albums opened on opened.user_id = users.id
        where users.mailbox_key = person and opened.opened_at > since) >= room then return; end if;
      update user_found_albums own set views_used = own.views_used + 1 where own.id = of_found;
      insert into opened_albums (user_id, album_id, program, opened_at)
        values (of_user, held.album_id, viewed_program, viewed_at)
        on conflict (user_id, album_id) do update set program = excluded.program, opened_at = excluded.opened_at;
      return query insert into user_album_views as views (found_album_id, created_at) values (of_found, viewed_at)
        returning views.id, held.version;
    end $$`.execute(db);
  await sql`
    update user_found_albums found set vouched = false
    where found.vouched and not exists (
      select from album_invites invites
        join users invited on invited.id = found.user_id
        join users sender on sender.id = invites.invited_by
        join entitlements on entitlements.user_id = invites.invited_by and entitlements.album_id = invites.album_id
      where invites.album_id = found.album_id and sender.mailbox_key <> invited.mailbox_key
        and (invites.joined_by = invited.id or invites.email = invited.email)
        and entitlements.image_id is null and entitlements.state = 'active')`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/**
 * Counts a view and its opening in one statement, if the customer has opened so few albums that no limit can refuse one more.
 * It returns no row otherwise, and the caller decides. The locks are those of the longer way, in the same order; each
 * statement of the function sees what was committed while it waited for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function spend_view_with_room(of_user integer, of_found bigint, view_limit integer, viewed_at timestamptz,
      viewed_program text, since timestamptz, room integer) returns table (id bigint, version text)
      language plpgsql as $$
    declare
      held record;
    begin
      select own.album_id, own.xmin::text as version into held from user_found_albums own
        where own.id = of_found and own.user_id = of_user and own.views_used < view_limit for no key update;
      if not found then return; end if;
      perform pg_advisory_xact_lock(hashtextextended('openings:' || of_user, 0));
      if (select count(*) from opened_albums opened
        where opened.user_id = of_user and opened.opened_at > since) >= room then return; end if;
      update user_found_albums own set views_used = own.views_used + 1 where own.id = of_found;
      insert into opened_albums (user_id, album_id, program, opened_at)
        values (of_user, held.album_id, viewed_program, viewed_at)
        on conflict (user_id, album_id) do update set program = excluded.program, opened_at = excluded.opened_at;
      return query insert into user_album_views as views (found_album_id, created_at) values (of_found, viewed_at)
        returning views.id, held.version;
    end $$`.execute(db);
}

import { type Kysely, sql } from 'kysely';

/**
 * Counts one hit per key in one statement, or none if a limit is full; the row then tells when the first full limit is free
 * again. The locks are those of releases before, so processes of both count together exactly. Each statement of the
 * function sees what was committed while it waited for them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function take_hits(keys text[], taken_at timestamptz, limit_keys text[], mosts integer[], seconds float8[])
      returns table (hit_id bigint, hit_key text, free_at timestamptz) language plpgsql as $$
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
    end $$`.execute(db);
}

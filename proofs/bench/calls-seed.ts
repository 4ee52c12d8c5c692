import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import type { BenchApp } from './bench-app.ts';

export const SEED = { events: 300, albumsOfEvent: 125, photos: 1_000, found: 16 };

const EVENT = `json_build_object('id', e.id, 'name', e.name, 'brand_name', e.brand_name, 'city', e.city, 'state', e.state,
  'producer_name', e.producer_name, 'venue_name', e.venue_name, 'start_date', e.start_date, 'time_zone', e.time_zone,
  'archived', e.archived, 'event_pricings', coalesce(p.list, '[]'))`;
const PRICING = `json_agg(json_build_object('id', id, 'share_price', share_price_cents, 'image_price', image_price_cents)
  order by id) as list`;
const ALL_PRICINGS = `left join (select event_id, ${PRICING} from event_pricings group by event_id) p on p.event_id = e.id`;
const PRICINGS = `left join lateral (select ${PRICING} from event_pricings where event_id = e.id) p on true`;
const ALBUM = `json_build_object('id', a.id, 'uuid', a.uuid, 'program_name', a.program_name, 'team_name', a.team_name,
  'division_name', a.division_name, 'performance_order', a.performance_order, 'identifier', a.identifier,
  'planned_at', a.planned_at, 'created_at', a.created_at, 'images_count', a.images_count, 'cover', a.cover,
  'events', json_build_array(${EVENT}))`;
const IMAGE = `json_build_object('id', i.id, 'width', i.width, 'height', i.height, 'placeholder', i.placeholder,
  'captured_at', i.captured_at)`;

/** Makes the user own the first album. The purchase behind it is not measured, so it is left out. */
export async function giveAlbum(db: Database, userId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`insert into entitlements (user_id, album_id, order_line_id) values (${userId}::int, 1, 1)`.execute(
      tx,
    );
  });
}

/** One event has 125 albums; its first album has 1,000 photos, which the customer owns and views. */
export async function seedCalls({ context: { db } }: BenchApp, userId: number): Promise<{ foundId: number }> {
  await sql`
    insert into events (name, brand_name, producer_name, venue_name, city, state, start_date)
    select 'Event ' || i, 'Brand', 'Producer', 'Venue', 'Austin', 'TX', date '2026-01-01' + i
    from generate_series(1, ${SEED.events}::int) i`.execute(db);
  await sql`
    insert into event_pricings (event_id, share_price_cents, image_price_cents)
    select id, 4900, 900 from events, generate_series(1, 2)`.execute(db);
  await sql`
    insert into albums (event_id, program_name, team_name, division_name, performance_order, identifier, planned_at,
      published_at)
    select 1, 'Program ' || i % 40, 'Team ' || i, 'Division ' || i % 7, i, 'A-' || i, now(), now()
    from generate_series(1, ${SEED.albumsOfEvent}::int) i`.execute(db);
  await sql`
    insert into images (event_id, album_id, content_hash, crc32, size_bytes, file_name, state, width, height,
      placeholder, captured_at)
    select event_id, id, sha256((id * 100000 + n)::text::bytea), 0, 1, 'x.jpg', 'ready', 1600, 1067,
      'EQgGHwSHd4eAiHh3h3h4eAeH', now() + make_interval(secs => n)
    from albums, generate_series(1, case when id = 1 then ${SEED.photos}::int else 5 end) n`.execute(db);
  await sql`
    insert into user_found_albums (user_id, album_id, found_by)
    select ${userId}::int, id, 'search' from albums where id <= ${SEED.found}::int`.execute(db);
  await giveAlbum(db, userId);
  await sql`vacuum analyze`.execute(db);
  const { id: foundId } = await db
    .selectFrom('userFoundAlbums')
    .select('id')
    .where('albumId', '=', 1)
    .executeTakeFirstOrThrow();
  return { foundId };
}

export function rawStatements(userId: number, { viewed = 1 } = {}): Record<string, string> {
  const mine = `from user_found_albums f join albums a on a.id = f.album_id join events e on e.id = a.event_id ${PRICINGS}
    where f.user_id = ${userId}`;
  const found = `json_build_object('id', f.id, 'album', ${ALBUM}, 'found_at', f.created_at)`;
  const photos = `(select json_agg(${IMAGE} order by i.captured_at, i.id) from images i
    where i.album_id = a.id and i.state = 'ready' and i.hidden_at is null)`;
  return {
    events: `select json_agg(${EVENT} order by e.start_date desc)::text as body from events e ${ALL_PRICINGS} where not e.archived`,
    albums: `select json_agg(${ALBUM} order by a.performance_order desc)::text as body from albums a
      join events e on e.id = a.event_id ${PRICINGS} where a.event_id = 1 and a.published_at is not null`,
    album: `select (${ALBUM})::text as body from albums a join events e on e.id = a.event_id ${PRICINGS} where a.id = 2`,
    me: `select row_to_json(u)::text as body from users u where id = ${userId}`,
    home: `select json_agg(${found} order by f.created_at desc)::text as body ${mine}`,
    view: `select json_build_object('found', ${found}, 'images', ${photos})::text as body ${mine} and a.id = ${viewed}`,
    login: `select row_to_json(u)::text as body from users u where id = ${userId}`,
  };
}

import { sql } from 'kysely';
import type { Image } from '#contract/entities/album.ts';
import type { Db } from '#server/platform/database.ts';

const IMAGE_COLUMNS = ['id', 'width', 'height', 'capturedAt', 'placeholder'] as const;

/** What everybody with a right to the album may see: processed, and not hidden by a privacy report. */
export function listVisibleImages(db: Db, albumId: number) {
  return db
    .selectFrom('images')
    .select(IMAGE_COLUMNS)
    .where('albumId', '=', albumId)
    .where('state', '=', 'ready')
    .where('hiddenAt', 'is', null)
    .orderBy('capturedAt')
    .orderBy('id')
    .execute();
}

export function listImagesOfEvent(db: Db, eventId: number) {
  return db
    .selectFrom('images')
    .select([...IMAGE_COLUMNS, 'albumId'])
    .where('eventId', '=', eventId)
    .where('state', '=', 'ready')
    .orderBy('capturedAt')
    .orderBy('id')
    .execute();
}

/**
 * First, last and the one nearest after the middle of the time between: three index look-ups an album,
 * however many photos it has. Written as JSON here because a list has thousands of them.
 */
export async function listCovers(db: Db, albumIds: number[]): Promise<{ albumId: number; cover: Image[] }[]> {
  const picture = sql.raw('id, width, height, captured_at, placeholder');
  const visible = sql.raw(`images where album_id = a.id and state = 'ready' and hidden_at is null`);
  const json = (image: string) =>
    sql.raw(`json_build_object('id', ${image}.id, 'width', ${image}.width, 'height', ${image}.height,
      'captured_at', to_char(${image}.captured_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'placeholder', ${image}.placeholder)`);
  const { rows } = await sql<{ albumId: number; cover: (Image | null)[] }>`
    select a.id as album_id, json_build_array(
      ${json('first')},
      case when middle.id is not null then ${json('middle')} end,
      case when last.id <> first.id then ${json('last')} end) as cover
    from unnest(${albumIds}::integer[]) as a (id)
    cross join lateral (
      select ${picture} from ${visible} order by captured_at, id limit 1) first
    cross join lateral (
      select ${picture} from ${visible} order by captured_at desc, id desc limit 1) last
    left join lateral (
      select ${picture} from ${visible} and id not in (first.id, last.id)
        and captured_at >= first.captured_at + (last.captured_at - first.captured_at) / 2
      order by captured_at, id limit 1) middle on true`.execute(db);
  return rows.map(({ albumId, cover }) => ({ albumId, cover: cover.filter((image) => image !== null) }));
}

export function findOriginal(db: Db, imageId: number) {
  return db
    .selectFrom('images')
    .leftJoin('albums', 'albums.id', 'images.albumId')
    .select(['images.eventId', 'images.contentHash', 'images.fileName', 'albums.uuid as albumUuid'])
    .where('images.id', '=', imageId)
    .where('images.state', '=', 'ready')
    .where('images.hiddenAt', 'is', null)
    .executeTakeFirst();
}

export function findVisible(db: Db, imageId: number) {
  return db
    .selectFrom('images')
    .select(['id', 'albumId', 'eventId'])
    .where('id', '=', imageId)
    .where('state', '=', 'ready')
    .where('hiddenAt', 'is', null)
    .executeTakeFirst();
}

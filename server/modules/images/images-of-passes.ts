import { sql } from 'kysely';
import type { PassPhotoState } from '#contract/endpoints/passes.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { toWireImage } from './album-images.ts';
import { folderOf } from './image-records.ts';

export type ImageOfPass = Awaited<ReturnType<typeof listImagesOfPasses>>[number];

export async function listImagesOfPasses(db: Db, passIds: readonly number[], page: ImagePage) {
  const rows = await listPassImageRows(db, passIds, page);
  return rows.map((row) => ({ ...row, image: toWireImage(row) }));
}

/** Returns the folder of a frame that came by one of these passes. What a report hides is shown to staff alone. */
export async function findFrameFolder(
  db: Db,
  passIds: readonly number[],
  imageId: number,
): Promise<string | undefined> {
  const frame = await selectImagesOfPasses(db, passIds)
    .innerJoin(eventsToJoin(db).as('event'), 'event.id', 'images.eventId')
    .select(['images.id', 'images.hiddenAt', 'album.uuid as albumUuid', 'event.trayUuid'])
    .where('images.id', '=', imageId)
    .where('images.state', '=', 'ready')
    .where('images.withheldAt', 'is', null)
    .executeTakeFirst();
  return frame && folderOf(frame);
}

/** The state of a photo as its photographer's page shows it. */
const FRAME_STATE = sql<PassPhotoState>`
  case
    when images.state <> 'ready' then images.state
    when images.withheld_at is not null then 'hidden'
    when images.rejected_at is not null then 'rejected'
    when images.hidden_at is not null then 'hidden'
    when images.album_id is null then 'unsorted'
    when album.published_at is null then 'filed'
    else 'published'
  end`;

function selectImagesOfPasses(db: Db, passIds: readonly number[]) {
  return db
    .selectFrom('images')
    .leftJoin(albumsToJoin(db).as('album'), 'album.id', 'images.albumId')
    .where('images.passId', '=', anyOf(passIds));
}

export type ImagePage = { beforeId: number | undefined; state: PassPhotoState | undefined; limit: number };

export function listPassImageRows(db: Db, passIds: readonly number[], { beforeId, state, limit }: ImagePage) {
  let query = selectImagesOfPasses(db, passIds)
    .select([
      'images.id',
      'images.width',
      'images.height',
      'images.capturedAt',
      'images.fileName',
      'images.failure',
      'images.doubt',
      'album.programName',
      'album.teamName',
      FRAME_STATE.as('state'),
      sql<string | null>`case when images.withheld_at is null then images.placeholder end`.as('placeholder'),
    ])
    .orderBy('images.id', 'desc')
    .limit(limit);
  if (beforeId !== undefined) query = query.where('images.id', '<', beforeId);
  if (state !== undefined) query = query.where(FRAME_STATE, '=', state);
  return query.execute();
}

export function countPassPhotoStates(db: Db, passIds: readonly number[]) {
  return selectImagesOfPasses(db, passIds)
    .select((eb) => [FRAME_STATE.as('state'), eb.fn.countAll<number>().as('frames')])
    .groupBy(FRAME_STATE)
    .execute();
}

/** Lists photos of a pass since then, newest first. */
export function listReceivedByPass(db: Db, passId: number, { since, limit }: { since: Date; limit: number }) {
  return db
    .selectFrom('images')
    .select(['fileName', 'sizeBytes', 'createdAt'])
    .where('passId', '=', passId)
    .where('createdAt', '>=', since.toISOString())
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function countReceived(
  db: Db,
  passIds: readonly number[],
  since: Date,
): Promise<{ newest: string | null; received: number }> {
  const received = sql<number>`(count(*) filter (where created_at >= ${since.toISOString()}))::integer`;
  return db
    .selectFrom('images')
    .select((eb) => [eb.fn.max('createdAt').as('newest'), received.as('received')])
    .where('passId', '=', anyOf(passIds))
    .executeTakeFirstOrThrow();
}

import { sql } from 'kysely';
import { FINGERPRINT_VERSION } from '#engines/watermark/find-photo.ts';
import { albumsToJoin, countOneMore } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { scheduleAt } from '#server/modules/catalogue/schedule.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import { type CleanFacts, packBlanks } from './clean-originals.queries.ts';

export type Doubt = 'no_time' | 'near_boundary' | 'outside_schedule' | 'no_schedule';
type FiledBy = 'time' | 'upload' | 'staff';

export type NewImage = {
  eventId: number;
  albumId: number | null;
  contentHash: Buffer;
  crc32: number;
  sizeBytes: number;
  fileName: string;
  uploadedBy: number | null;
  /** The photographer's pass that it came by. */
  passId?: number | null;
};

/** The query that adds a picture. It returns no row if the event already has one with the same bytes. */
export function newImage(db: Db, image: NewImage) {
  return db
    .insertInto('images')
    .values({ ...image, filedBy: image.albumId === null ? 'time' : 'upload' })
    .onConflict((conflict) => conflict.columns(['eventId', 'contentHash']).doNothing())
    .returning('id');
}

export function findImageByContent(db: Db, eventId: number, contentHash: Buffer) {
  return db
    .selectFrom('images')
    .select(['id', 'state', 'fileName'])
    .where('eventId', '=', eventId)
    .where('contentHash', '=', contentHash)
    .executeTakeFirst();
}

/** Returns false unless the image had failed. */
export async function reviveFailedImage(
  db: Db,
  imageId: number,
  { albumId, passId = null }: Pick<NewImage, 'albumId' | 'passId'>,
): Promise<boolean> {
  const revived = await db
    .updateTable('images')
    .set({ state: 'received', failure: null, albumId, passId, filedBy: albumId === null ? 'time' : 'upload' })
    .where('id', '=', imageId)
    .where('state', '=', 'failed')
    .returning('id')
    .executeTakeFirst();
  return revived !== undefined;
}

export type CameraFacts = {
  width: number;
  height: number;
  cameraTime: Date | null;
  cameraSerial: string | null;
  photographer: string | null;
};

export type ReadyFacts = CameraFacts & {
  placeholder: string;
  /** The name of the watermark on the derivatives. */
  mark: string;
  traceKey: string;
  perceptualHash?: string;
  sharpness?: number;
  lookAt?: Date;
  capturedAt: Date | null;
  albumId: number | null;
  doubt: Doubt | null;
};

type Outcome = Partial<ReadyFacts> & { state: 'clock' | 'failed'; failure?: string };

export type ReadyImage = ReadyFacts & {
  fingerprint: Buffer;
  clean: CleanFacts | null;
  /** The picture becomes ready only while the schedule that it was filed by is current. */
  schedule?: { eventId: number; version: number };
};

/**
 * Makes a picture ready, saves what was measured and counts it, in one statement. Returns true for exactly one of several
 * runs of the same job.
 */
export async function becomeReady(
  db: Db,
  imageId: number,
  { fingerprint, clean, schedule, ...facts }: ReadyImage,
): Promise<boolean> {
  const blanks = JSON.stringify(packBlanks(clean?.blanks ?? []));
  const ready = await db
    .with('ready', (query) =>
      query
        .updateTable('images')
        .set({ ...facts, state: 'ready', processedAt: sql`now()` })
        .where('id', '=', imageId)
        .where('state', '=', 'received')
        .$if(schedule !== undefined, (update) =>
          update.where((eb) => eb.exists(scheduleAt(db, schedule ?? { eventId: 0, version: 0 }))),
        )
        .returning('id'),
    )
    .with('fingerprinted', (query) =>
      query
        .insertInto('imageFingerprints')
        .columns(['imageId', 'rotation', 'version', 'fingerprint'])
        .expression((eb) =>
          eb
            .selectFrom('ready')
            .select(['ready.id', sql<number>`0`.as('rotation')])
            .select(sql<number>`${FINGERPRINT_VERSION}::smallint`.as('version'))
            .select(sql<Buffer>`${fingerprint}::bytea`.as('fingerprint')),
        )
        .onConflict((conflict) =>
          conflict.column('imageId').doUpdateSet((eb) => ({
            rotation: eb.ref('excluded.rotation'),
            version: eb.ref('excluded.version'),
            fingerprint: eb.ref('excluded.fingerprint'),
          })),
        ),
    )
    .with('cleaned', (query) =>
      query
        .insertInto('cleanOriginals')
        .columns(['imageId', 'format', 'rotation', 'isCopy', 'sizeBytes', 'crc32', 'blanks'])
        .expression((eb) =>
          eb
            .selectFrom('ready')
            .select('ready.id')
            .select(sql<string>`${clean?.format}::text`.as('format'))
            .select(sql<number>`${clean?.rotation}::smallint`.as('rotation'))
            .select(sql<boolean>`${clean?.isCopy}::boolean`.as('isCopy'))
            .select(sql<number>`${clean?.sizeBytes}::bigint`.as('sizeBytes'))
            .select(sql<number>`${clean?.crc32}::bigint`.as('crc32'))
            .select(sql<string>`${blanks}::jsonb`.as('blanks'))
            .where(sql<boolean>`${clean !== null}::boolean`),
        )
        .onConflict((conflict) => conflict.column('imageId').doNothing()),
    )
    .with('counted', () => countOneMore(db, facts.albumId).where(sql<boolean>`exists (select from ready)`))
    .selectFrom('ready')
    .select('id')
    .executeTakeFirst();
  return ready !== undefined;
}

/** Returns true for exactly one of several runs of the same job. */
export async function leaveReceived(db: Db, imageId: number, outcome: Outcome): Promise<boolean> {
  const left = await db
    .updateTable('images')
    .set({ ...outcome, processedAt: sql`now()` })
    .where('id', '=', imageId)
    .where('state', '=', 'received')
    .returning('id')
    .executeTakeFirst();
  return left !== undefined;
}

/**
 * Locks in id order, so that two writers wait for each other and never in a circle. A second query reads the rows:
 * a locking query that had to wait would join the new image with the album it was in before.
 */
export async function lockReadyImages(db: Db, imageIds: number[]): Promise<PlacedImage[]> {
  await db
    .selectFrom('images')
    .select('id')
    .where('id', '=', anyOf(imageIds))
    .orderBy('id')
    .forUpdate()
    .execute();
  return findReadyImages(db, imageIds);
}

export type PlacedImage = Awaited<ReturnType<typeof findReadyImages>>[number];

export function findReadyImages(db: Db, imageIds: number[]) {
  return db
    .selectFrom('images')
    .innerJoin(eventsToJoin(db).as('event'), 'event.id', 'images.eventId')
    .leftJoin(albumsToJoin(db).as('album'), 'album.id', 'images.albumId')
    .select([
      'images.id',
      'images.eventId',
      'images.albumId',
      'images.filedBy',
      'images.hiddenAt',
      'images.rejectedAt',
      'images.withheldAt',
      'images.rotation',
      'images.shownRotation',
      'images.cameraTime',
      'images.cameraSerial',
      'images.capturedAt',
      'images.doubt',
      'images.contentHash',
      'images.mark',
      'event.trayUuid',
      'album.uuid as albumUuid',
    ])
    .where('images.id', '=', anyOf(imageIds))
    .where('images.state', '=', 'ready')
    .orderBy('images.id')
    .execute();
}

export type Placement = {
  image: PlacedImage;
  albumId: number | null;
  doubt: Doubt | null;
  filedBy: FiledBy;
  capturedAt: string | null;
};

export async function writePlacements(db: Db, placements: readonly Placement[]): Promise<void> {
  await sql`
    update images
    set album_id = new.album_id, doubt = new.doubt, filed_by = new.filed_by, captured_at = new.captured_at
    from unnest(
      ${placements.map(({ image }) => image.id)}::bigint[],
      ${placements.map(({ albumId }) => albumId)}::int[],
      ${placements.map(({ doubt }) => doubt)}::text[],
      ${placements.map(({ filedBy }) => filedBy)}::text[],
      ${placements.map(({ capturedAt }) => capturedAt)}::timestamptz[]
    ) as new (id, album_id, doubt, filed_by, captured_at)
    where images.id = new.id`.execute(db);
}

export type Hiding = { imageId: number; withheldAt: string | null; rejectedAt: string | null };

/** A photo is hidden since the first of the reasons for which it is hidden now. */
export async function writeHidings(db: Db, hidings: readonly Hiding[]): Promise<void> {
  await sql`
    update images
    set withheld_at = new.withheld_at, rejected_at = new.rejected_at,
      hidden_at = least(new.withheld_at, new.rejected_at)
    from unnest(
      ${hidings.map(({ imageId }) => imageId)}::bigint[],
      ${hidings.map(({ withheldAt }) => withheldAt)}::timestamptz[],
      ${hidings.map(({ rejectedAt }) => rejectedAt)}::timestamptz[]
    ) as new (id, withheld_at, rejected_at)
    where images.id = new.id`.execute(db);
}

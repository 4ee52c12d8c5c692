import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';

export async function insertCamera(db: Db, eventId: number, serial: string): Promise<void> {
  await db
    .insertInto('cameras')
    .values({ eventId, serial })
    .onConflict((conflict) => conflict.columns(['eventId', 'serial']).doNothing())
    .execute();
}

export type Calibration = { eventId: number; serial: string; offsetSeconds: number; calibratedAt: Date };

/** The latest reading counts, in whatever order frames arrive; false when a later one is known. */
export async function saveCalibration(db: Db, calibration: Calibration): Promise<boolean> {
  const { offsetSeconds, calibratedAt } = calibration;
  const saved = await db
    .insertInto('cameras')
    .values(calibration)
    .onConflict((conflict) =>
      conflict
        .columns(['eventId', 'serial'])
        .doUpdateSet({ offsetSeconds, calibratedAt })
        .where((eb) =>
          eb.or([
            eb('cameras.calibratedAt', 'is', null),
            eb('cameras.calibratedAt', '<=', calibratedAt.toISOString()),
          ]),
        ),
    )
    .returning('serial')
    .executeTakeFirst();
  return saved !== undefined;
}

export function listCameraRows(db: Db, eventId: number) {
  return selectCameras(db, eventId).orderBy('cameras.serial').execute();
}

export function findCameraRow(db: Db, eventId: number, serial: string) {
  return selectCameras(db, eventId).where('cameras.serial', '=', serial).executeTakeFirst();
}

export type CameraRow = Awaited<ReturnType<typeof listCameraRows>>[number];

function selectCameras(db: Db, eventId: number) {
  return db
    .selectFrom('cameras')
    .leftJoin('images', (join) =>
      join
        .onRef('images.eventId', '=', 'cameras.eventId')
        .onRef('images.cameraSerial', '=', 'cameras.serial')
        .on('images.state', '=', 'ready'),
    )
    .select((eb) => [
      'cameras.serial',
      'cameras.offsetSeconds',
      'cameras.calibratedAt',
      eb.fn.count<number>('images.id').as('frames'),
      sql<string | null>`max(images.captured_at)`.as('lastCapturedAt'),
    ])
    .where('cameras.eventId', '=', eventId)
    .groupBy(['cameras.eventId', 'cameras.serial']);
}

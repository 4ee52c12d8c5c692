import type { Db } from '#server/platform/database.ts';

export async function insertCamera(db: Db, eventId: number, serial: string): Promise<void> {
  await db
    .insertInto('cameras')
    .values({ eventId, serial })
    .onConflict((conflict) => conflict.columns(['eventId', 'serial']).doNothing())
    .execute();
}

export type Calibration = { eventId: number; serial: string; offsetSeconds: number; calibratedAt: Date };

/** Keeps the latest reading, whatever order photos arrive in. Returns false if a later one is already known. */
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

export type CameraRow = Awaited<ReturnType<typeof listCameraRows>>[number];

export function listCameraRows(db: Db, eventId: number) {
  return db
    .selectFrom('cameras')
    .select(['serial', 'offsetSeconds', 'calibratedAt'])
    .where('eventId', '=', eventId)
    .orderBy('serial')
    .execute();
}

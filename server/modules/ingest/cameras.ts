import { clockField } from '#contract/endpoints/ingest.ts';
import type { Tx } from '#server/context.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import { lockSchedule } from '#server/modules/catalogue/schedule.ts';
import { listCameraUse } from '#server/modules/images/image-records.ts';
import { checkVersion, recordChange, versionOf } from '#server/platform/audit/versions.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { askToCheckClock } from './clock-hints.ts';
import { askToRefile } from './refile-images.ts';

export type Camera = CameraRow & { frames: number; lastCapturedAt: string | null; version: number };

export async function listCameras(db: Db, eventId: number): Promise<Camera[]> {
  if (!(await findEventFacts(db, eventId))) throw new AppError('not_found');
  const version = await versionOf(db, `event:${eventId}`);
  const uses = new Map((await listCameraUse(db, eventId)).map((use) => [use.cameraSerial, use]));
  return (await listCameraRows(db, eventId)).map((camera) => {
    const { frames = 0, lastCapturedAt = null } = uses.get(camera.serial) ?? {};
    return { ...camera, frames, lastCapturedAt, version };
  });
}

/** The caller holds the exclusive lock of the schedule. */
export async function calibrateCamera(tx: Pick<Tx, 'db' | 'queue'>, calibration: Calibration): Promise<void> {
  const { eventId, serial } = calibration;
  if (await saveCalibration(tx.db, calibration)) await askToRefile(tx, { eventId, serial });
}

type OffsetChange = {
  eventId: number;
  serial: string;
  offsetSeconds: number | null;
  version: number | undefined;
};

export async function setCameraOffset(
  tx: Pick<Tx, 'db' | 'queue' | 'clock'>,
  actor: Actor,
  { eventId, serial, offsetSeconds, version }: OffsetChange,
): Promise<Camera> {
  await lockSchedule(tx.db, eventId, 'exclusive');
  const before = await getCamera(tx.db, eventId, serial);
  const subject = `event:${eventId}`;
  const field = clockField(serial);
  await checkVersion(tx.db, { subject, version, edit: { [field]: offsetSeconds } });
  if (offsetSeconds === null) {
    await forgetCalibration(tx.db, eventId, serial);
    await askToRefile(tx, { eventId, serial });
    await askToCheckClock(tx, { eventId, serial });
  } else {
    await calibrateCamera(tx, { eventId, serial, offsetSeconds, calibratedAt: tx.clock.now() });
  }
  await recordChange(tx.db, {
    actorId: actor.userId,
    action: 'camera.set-offset',
    subject,
    before: { [field]: before.offsetSeconds },
    after: { [field]: offsetSeconds },
  });
  return getCamera(tx.db, eventId, serial);
}

async function getCamera(db: Db, eventId: number, serial: string): Promise<Camera> {
  const camera = (await listCameras(db, eventId)).find((known) => known.serial === serial);
  if (!camera) throw new AppError('not_found');
  return camera;
}

export async function insertCamera(
  db: Db,
  eventId: number,
  serial: string,
  model: string | null,
): Promise<void> {
  await db
    .insertInto('cameras')
    .values({ eventId, serial, model })
    .onConflict((conflict) => conflict.columns(['eventId', 'serial']).doNothing())
    .execute();
}

async function forgetCalibration(db: Db, eventId: number, serial: string): Promise<void> {
  await db
    .updateTable('cameras')
    .set({ offsetSeconds: null, calibratedAt: null })
    .where('eventId', '=', eventId)
    .where('serial', '=', serial)
    .execute();
}

type Calibration = { eventId: number; serial: string; offsetSeconds: number; calibratedAt: Date };

/** Keeps the latest reading, whatever order photos arrive in. Returns false if a later one is already known. */
async function saveCalibration(db: Db, calibration: Calibration): Promise<boolean> {
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

type CameraRow = Awaited<ReturnType<typeof listCameraRows>>[number];

function listCameraRows(db: Db, eventId: number) {
  return db
    .selectFrom('cameras')
    .select(['serial', 'model', 'offsetSeconds', 'calibratedAt'])
    .where('eventId', '=', eventId)
    .orderBy('serial')
    .execute();
}

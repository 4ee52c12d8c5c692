import type { ResponseOf } from '#contract/endpoint.ts';
import type { ingestEndpoints } from '#contract/endpoints/ingest.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findEventFacts } from '#server/modules/catalogue/browse-events.ts';
import { lockSchedule } from '#server/modules/catalogue/schedule.ts';
import { recordAudit } from '#server/platform/audit.ts';
import type { Db } from '#server/platform/database.ts';
import { AppError } from '#server/platform/errors.ts';
import { toIsoOrNull } from '#server/platform/timestamps.ts';
import {
  type Calibration,
  type CameraRow,
  findCameraRow,
  listCameraRows,
  saveCalibration,
} from './cameras.queries.ts';
import { askToRefile } from './refile-images.ts';

type Camera = ResponseOf<typeof ingestEndpoints.setCameraOffset>;

export async function listCameras(db: Db, eventId: number): Promise<Camera[]> {
  if (!(await findEventFacts(db, eventId))) throw new AppError('not_found');
  return (await listCameraRows(db, eventId)).map(toWireCamera);
}

/** Under the exclusive filing lock of the event. */
export async function calibrateCamera(tx: Tx, calibration: Calibration): Promise<void> {
  const { eventId, serial } = calibration;
  if (await saveCalibration(tx.db, calibration)) await askToRefile(tx, { eventId, serial });
}

export type OffsetChange = { eventId: number; serial: string; offsetSeconds: number; actorId: number };

export async function setCameraOffset(context: Context, change: OffsetChange): Promise<Camera> {
  const { eventId, serial, offsetSeconds, actorId } = change;
  return inTransaction(context, async (tx) => {
    await lockSchedule(tx.db, eventId, 'exclusive');
    const before = await findCameraRow(tx.db, eventId, serial);
    if (!before) throw new AppError('not_found');
    await calibrateCamera(tx, { eventId, serial, offsetSeconds, calibratedAt: tx.clock.now() });
    await recordAudit(tx.db, {
      actorId,
      action: 'camera.set-offset',
      subject: `event:${eventId}`,
      before: { serial, offsetSeconds: before.offsetSeconds },
      after: { serial, offsetSeconds },
    });
    return toWireCamera((await findCameraRow(tx.db, eventId, serial)) ?? before);
  });
}

function toWireCamera(row: CameraRow): Camera {
  return {
    serial: row.serial,
    frames: row.frames,
    offset_seconds: row.offsetSeconds,
    calibrated_at: toIsoOrNull(row.calibratedAt),
    last_captured_at: toIsoOrNull(row.lastCapturedAt),
  };
}

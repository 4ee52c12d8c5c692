import { listSchedule, type ScheduledSlot } from '#server/modules/catalogue/schedule.ts';
import type { Db } from '#server/platform/database.ts';
import { type Filing, fileByTime, type Slot } from './filing.rules.ts';
import { listCameraOffsets } from './ingest.queries.ts';

/** Photos are filed by the running order and the offset of each camera's clock. */
export type FilingPlan = {
  slots: Slot[];
  albumUuids: ReadonlyMap<number, string>;
  offsetSeconds: ReadonlyMap<string, number>;
};

export async function loadFilingPlan(db: Db, eventId: number): Promise<FilingPlan> {
  const schedule = await listSchedule(db, eventId);
  const cameras = await listCameraOffsets(db, eventId);
  return {
    slots: schedule.map(({ albumId, plannedAt }) => ({ albumId, plannedAtMs: Date.parse(plannedAt) })),
    albumUuids: new Map(schedule.map(({ albumId, uuid }) => [albumId, uuid])),
    offsetSeconds: new Map(cameras.map(({ serial, offsetSeconds }) => [serial, offsetSeconds])),
  };
}

export type StoredPlan = {
  schedule: readonly ScheduledSlot[];
  cameras: readonly [serial: string, offsetSeconds: number | null][];
};

export function toFilingPlan({ schedule, cameras }: StoredPlan): FilingPlan {
  return {
    slots: schedule.map(([albumId, , plannedAt]) => ({ albumId, plannedAtMs: Date.parse(plannedAt) })),
    albumUuids: new Map(schedule.map(([albumId, uuid]) => [albumId, uuid])),
    offsetSeconds: new Map(cameras.map(([serial, offsetSeconds]) => [serial, offsetSeconds ?? 0])),
  };
}

export type Frame = { cameraTime: Date | null; cameraSerial: string | null };

export function correctTime(plan: FilingPlan, { cameraTime, cameraSerial }: Frame): Date | null {
  const offsetSeconds = plan.offsetSeconds.get(cameraSerial ?? '') ?? 0;
  return cameraTime && new Date(cameraTime.getTime() + offsetSeconds * 1000);
}

export function fileFrame(plan: FilingPlan, frame: Frame): { capturedAt: Date | null; filing: Filing } {
  const capturedAt = correctTime(plan, frame);
  return { capturedAt, filing: fileByTime(plan.slots, capturedAt?.getTime() ?? null) };
}

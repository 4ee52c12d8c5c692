import { listSchedule } from '#server/modules/catalogue/schedule.ts';
import type { Doubt } from '#server/modules/images/new-images.ts';
import type { Db } from '#server/platform/database/database.ts';

// A photo belongs to the team that was on stage when it was taken. In doubt it stays unfiled until staff decide.

export type Slot = { albumId: number; plannedAtMs: number; stage?: string };

export type Filing =
  | { albumId: number; doubt: null; candidates: [] }
  | { albumId: null; doubt: Doubt; candidates: number[] };

/** Clocks and announcements are only this exact. */
export const BOUNDARY_SECONDS = 30;
/** Photographers start when the first team walks on. */
export const BEFORE_FIRST_SECONDS = 120;
export const AFTER_LAST_MINUTES = 20;

/** Time alone cannot tell two stages apart, so a frame is filed only if a single one of them was in use. */
export function fileByTime(slots: readonly Slot[], capturedAtMs: number | null): Filing {
  const stages = [...Map.groupBy(slots, ({ stage = '' }) => stage).values()];
  if (stages.length < 2 || capturedAtMs === null) return fileOnStage(slots, capturedAtMs);
  const filings = stages.map((stage) => fileOnStage(stage, capturedAtMs));
  const inUse = filings.filter(({ doubt }) => doubt !== 'outside_schedule');
  const [only, ...others] = inUse;
  if (only && others.length === 0) return only;
  if (only)
    return unsorted(
      'near_boundary',
      inUse.flatMap((filing) => filing.albumId ?? filing.candidates),
    );
  return unsorted(
    'outside_schedule',
    filings.flatMap(({ candidates }) => candidates),
  );
}

/**
 * A slot lasts from its planned time to the next one, and `slots` are sorted by time. Teams planned for the same moment
 * without a stage share a slot.
 */
function fileOnStage(slots: readonly Slot[], capturedAtMs: number | null): Filing {
  if (capturedAtMs === null) return unsorted('no_time', []);
  const [first] = slots;
  const last = slots.at(-1);
  if (!first || !last) return unsorted('no_schedule', []);
  if (capturedAtMs < first.plannedAtMs - BEFORE_FIRST_SECONDS * 1000) {
    return unsorted('outside_schedule', albumsAt(slots, first.plannedAtMs));
  }
  if (capturedAtMs > last.plannedAtMs + AFTER_LAST_MINUTES * 60_000) {
    return unsorted('outside_schedule', albumsAt(slots, last.plannedAtMs));
  }
  const earliest = startOfSlotAt(slots, capturedAtMs - BOUNDARY_SECONDS * 1000);
  const latest = startOfSlotAt(slots, capturedAtMs + BOUNDARY_SECONDS * 1000);
  const candidates = slots
    .filter(({ plannedAtMs }) => plannedAtMs >= earliest && plannedAtMs <= latest)
    .map(({ albumId }) => albumId);
  const [only, ...others] = candidates;
  if (only === undefined || others.length > 0) return unsorted('near_boundary', candidates);
  return { albumId: only, doubt: null, candidates: [] };
}

function startOfSlotAt(slots: readonly Slot[], momentMs: number): number {
  const started = slots.findLast(({ plannedAtMs }) => plannedAtMs <= momentMs);
  return (started ?? slots[0])?.plannedAtMs ?? momentMs;
}

function albumsAt(slots: readonly Slot[], plannedAtMs: number): number[] {
  return slots.filter((slot) => slot.plannedAtMs === plannedAtMs).map(({ albumId }) => albumId);
}

function unsorted(doubt: Doubt, candidates: number[]): Filing {
  return { albumId: null, doubt, candidates };
}

/** Photos are filed by the running order and the offset of each camera's clock. */
export type FilingPlan = {
  slots: Slot[];
  albumUuids: ReadonlyMap<number, string>;
  /** Every camera of the event. Null until somebody sets its clock. */
  offsetSeconds: ReadonlyMap<string, number | null>;
  /** Maps cameras whose clocks look wrong to their error in seconds. Their photos wait until staff decide. */
  held: ReadonlyMap<string, number>;
};

export async function loadFilingPlan(db: Db, eventId: number): Promise<FilingPlan> {
  const schedule = await listSchedule(db, eventId);
  const cameras = await db
    .selectFrom('cameras')
    .select(['serial', 'offsetSeconds', 'suggestedOffsetSeconds'])
    .where('eventId', '=', eventId)
    .execute();
  return {
    slots: schedule.map(({ albumId, plannedAt, stage }) => ({
      albumId,
      plannedAtMs: Date.parse(plannedAt),
      stage,
    })),
    albumUuids: new Map(schedule.map(({ albumId, uuid }) => [albumId, uuid])),
    offsetSeconds: new Map(cameras.map(({ serial, offsetSeconds }) => [serial, offsetSeconds])),
    held: new Map(
      cameras.flatMap(({ serial, offsetSeconds, suggestedOffsetSeconds: suggested }) =>
        offsetSeconds === null && suggested !== null ? [[serial, suggested] as const] : [],
      ),
    ),
  };
}

type CameraStamp = { cameraTime: Date | null; cameraSerial: string | null };

export function correctTime(plan: FilingPlan, { cameraTime, cameraSerial }: CameraStamp): Date | null {
  const offsetSeconds = plan.offsetSeconds.get(cameraSerial ?? '') ?? 0;
  return cameraTime && new Date(cameraTime.getTime() + offsetSeconds * 1000);
}

export function fileImage(plan: FilingPlan, frame: CameraStamp): { capturedAt: Date | null; filing: Filing } {
  const capturedAt = correctTime(plan, frame);
  if (capturedAt && plan.held.has(frame.cameraSerial ?? ''))
    return { capturedAt, filing: unsorted('camera_clock', []) };
  return { capturedAt, filing: fileByTime(plan.slots, capturedAt?.getTime() ?? null) };
}

// A photo belongs to the team that was on stage when it was taken. In doubt it stays unfiled until staff decide.
import type { Doubt } from '#server/modules/images/image-records.ts';

export type Slot = { albumId: number; plannedAtMs: number };

export type Filing =
  | { albumId: number; doubt: null; candidates: [] }
  | { albumId: null; doubt: Doubt; candidates: number[] };

/** Clocks and announcements are only this exact. */
export const BOUNDARY_SECONDS = 30;
/** Photographers start when the first team walks on. */
export const BEFORE_FIRST_SECONDS = 120;
export const AFTER_LAST_MINUTES = 20;

/**
 * A slot lasts from its planned time to the next one, and `slots` are sorted by time. Teams planned for the same moment
 * (on two stages) share a slot, because time alone cannot tell them apart.
 */
export function fileByTime(slots: readonly Slot[], capturedAtMs: number | null): Filing {
  if (capturedAtMs === null) return doubtful('no_time', []);
  const [first] = slots;
  const last = slots.at(-1);
  if (!first || !last) return doubtful('no_schedule', []);
  if (capturedAtMs < first.plannedAtMs - BEFORE_FIRST_SECONDS * 1000) {
    return doubtful('outside_schedule', albumsAt(slots, first.plannedAtMs));
  }
  if (capturedAtMs > last.plannedAtMs + AFTER_LAST_MINUTES * 60_000) {
    return doubtful('outside_schedule', albumsAt(slots, last.plannedAtMs));
  }
  const earliest = startOfSlotAt(slots, capturedAtMs - BOUNDARY_SECONDS * 1000);
  const latest = startOfSlotAt(slots, capturedAtMs + BOUNDARY_SECONDS * 1000);
  const candidates = slots
    .filter(({ plannedAtMs }) => plannedAtMs >= earliest && plannedAtMs <= latest)
    .map(({ albumId }) => albumId);
  const [only, ...others] = candidates;
  if (only === undefined || others.length > 0) return doubtful('near_boundary', candidates);
  return { albumId: only, doubt: null, candidates: [] };
}

function startOfSlotAt(slots: readonly Slot[], momentMs: number): number {
  const started = slots.findLast(({ plannedAtMs }) => plannedAtMs <= momentMs);
  return (started ?? slots[0])?.plannedAtMs ?? momentMs;
}

function albumsAt(slots: readonly Slot[], plannedAtMs: number): number[] {
  return slots.filter((slot) => slot.plannedAtMs === plannedAtMs).map(({ albumId }) => albumId);
}

function doubtful(doubt: Doubt, candidates: number[]): Filing {
  return { albumId: null, doubt, candidates };
}

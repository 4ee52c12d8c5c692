// Staff read the times of an event as they are on a clock at the event, in lists and in CSV files.

import type { Camera, DoubtfulImage, RunningOrderLine } from '#contract/endpoints/ingest.ts';
import type { CameraRow } from '#contract/lists/cameras.ts';
import type { DoubtfulPhoto } from '#contract/lists/doubtful-photos.ts';
import type { Performance } from '#contract/lists/running-order.ts';
import { wallClockAtEvent } from './event-time.ts';

export function toPerformance(line: RunningOrderLine, timeZone: string): Performance {
  return { ...line, planned_time: wallClockAtEvent(line.planned_at, timeZone) };
}

export function toCameraRow(camera: Camera, timeZone: string): CameraRow {
  return {
    ...camera,
    calibrated: wallClockAtEvent(camera.calibrated_at, timeZone),
    last_photo: wallClockAtEvent(camera.last_captured_at, timeZone),
  };
}

export function toDoubtfulPhoto(
  image: DoubtfulImage,
  timeZone: string,
  albumTitles: ReadonlyMap<number, string>,
): DoubtfulPhoto {
  return {
    ...image,
    taken: wallClockAtEvent(image.captured_at, timeZone),
    albums: image.candidates.flatMap((id) => albumTitles.get(id) ?? []).join(' / '),
  };
}

// The cameras of an event as a list, sorted by any of its columns, and as a file.

import { csvText } from '#web/lib/csv.ts';
import type { Columns, Sort } from '#web/lib/list-sort.ts';
import { wallClockAtEvent } from './event-time.ts';
import type { Camera } from './ingest.types.ts';

export type Column = 'camera' | 'photos' | 'clock' | 'calibrated';

export const COLUMNS: Columns<Camera, Column> = {
  camera: { label: 'Camera', of: ({ serial }) => serial },
  photos: { label: 'Photos', of: ({ frames }) => frames, beginsDown: true },
  // The farther off the worse, and worst is what nobody knows.
  clock: {
    label: 'Clock',
    of: ({ offset_seconds }) => (offset_seconds === null ? Number.MAX_VALUE : Math.abs(offset_seconds)),
    beginsDown: true,
  },
  calibrated: {
    label: 'Calibrated',
    of: ({ calibrated_at }) => (calibrated_at === null ? 0 : Date.parse(calibrated_at)),
    beginsDown: true,
  },
};
export const BY_SERIAL: Sort<Column> = { column: 'camera', isDown: false };

export function camerasCsv(cameras: readonly Camera[], timeZone: string): string {
  const moment = (iso: string | null) => (iso === null ? '' : wallClockAtEvent(iso, timeZone));
  return csvText(
    ['camera', 'photos', 'clock behind by seconds', 'calibrated', 'last photo'],
    cameras.map((camera) => [
      camera.serial,
      camera.frames,
      camera.offset_seconds ?? '',
      moment(camera.calibrated_at),
      moment(camera.last_captured_at),
    ]),
  );
}

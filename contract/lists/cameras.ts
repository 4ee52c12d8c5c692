import type { Camera } from '../endpoints/ingest.ts';
import { defineList } from './list.ts';

/** `calibrated` and `last_photo` are times on a clock at the event. */
export type CameraRow = Camera & { calibrated: string | null; last_photo: string | null };

export const cameraList = defineList<CameraRow>()({
  name: 'cameras',
  noun: 'camera',
  prefix: 'camera_',
  columns: {
    camera: { label: 'Camera', sort: 'asc', value: ({ serial }) => serial },
    photos: { label: 'Photos', sort: 'desc', value: ({ frames }) => frames },
    seconds_behind: {
      label: 'Clock',
      sort: 'desc',
      value: ({ offset_seconds }) => offset_seconds,
      // Cameras that need attention come first: those never calibrated, then those farthest off either way.
      sortValue: ({ offset_seconds }) =>
        offset_seconds === null ? Number.MAX_VALUE : Math.abs(offset_seconds),
    },
    calibrated: {
      label: 'Calibrated',
      sort: 'desc',
      value: ({ calibrated }) => calibrated,
      sortValue: ({ calibrated_at }) => (calibrated_at === null ? null : Date.parse(calibrated_at)),
    },
    last_photo: { label: 'Last photo', isHidden: true, value: ({ last_photo }) => last_photo },
  },
  filters: {},
  defaultSort: 'camera:asc',
});

import { MAX_IMAGES_PER_MOVE } from '#contract/endpoints/images.ts';
import type { Camera, RunningOrderLine, UnsortedImage } from '#contract/endpoints/ingest.ts';
import { choiceFilter, defineList, openChoiceFilter, searchFilter } from './list.ts';

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

/** `taken` is the time on a clock at the event, `albums` names those that the photo may belong to. */
export type UnsortedPhoto = UnsortedImage & { taken: string | null; albums: string };

export const DOUBTS: Readonly<Record<UnsortedImage['doubt'], string>> = {
  no_time: 'No capture time',
  near_boundary: 'Between two albums',
  outside_schedule: 'Outside the schedule',
  no_schedule: 'No running order',
  camera_clock: 'Camera clock',
};

/** The value in the address for photos without a camera or photographer. */
export const UNKNOWN = '-';
export const cameraOf = ({ camera_serial }: UnsortedImage) => camera_serial ?? UNKNOWN;
export const photographerOf = ({ photographer }: UnsortedImage) => photographer ?? UNKNOWN;

export const unsortedPhotoList = defineList<UnsortedPhoto>()({
  name: 'unsorted-photos',
  noun: 'photo',
  prefix: 'unsorted_',
  columns: {
    photo: { label: 'Photo', value: ({ id }) => id },
    file: { label: 'File name', sort: 'asc', value: ({ file_name }) => file_name },
    reason: { label: 'Reason', value: ({ doubt }) => DOUBTS[doubt] },
    taken: {
      label: 'Time',
      sort: 'asc',
      value: ({ taken }) => taken,
      sortValue: ({ captured_at }) => (captured_at === null ? null : Date.parse(captured_at)),
    },
    camera: { label: 'Camera', sort: 'asc', value: ({ camera_serial }) => camera_serial },
    photographer: { label: 'Photographer', value: ({ photographer }) => photographer },
    may_belong_to: { label: 'May belong to', value: ({ albums }) => albums },
  },
  filters: {
    reason: choiceFilter({
      label: 'Reason',
      all: 'All reasons',
      options: DOUBTS,
      of: ({ doubt }: UnsortedPhoto) => doubt,
    }),
    camera: openChoiceFilter({ label: 'Camera', all: 'All cameras', of: cameraOf }),
    photographer: openChoiceFilter({ label: 'Photographer', all: 'All photographers', of: photographerOf }),
  },
  defaultSort: 'taken:asc',
  maxSelected: MAX_IMAGES_PER_MOVE,
});

/** Files that need attention come first. */
export const UPLOAD_RESULTS = {
  sending: 'Uploading',
  not_sent: 'Not uploaded',
  failed: 'Refused',
  unsorted: 'Needs sorting',
  waiting: 'Waiting',
  duplicate: 'Already uploaded',
  canceled: 'Canceled',
  clock: 'Clock photo',
  sent: 'Uploaded',
  filed: 'Filed',
} as const;
export type UploadResult = keyof typeof UPLOAD_RESULTS;

const RANKS = Object.keys(UPLOAD_RESULTS);

export type UploadFile = {
  path: string;
  sizeBytes: number;
  sentBytes: number;
  result: UploadResult;
  reason: string | null;
};

export const uploadFileList = defineList<UploadFile>()({
  name: 'upload-files',
  noun: 'file',
  prefix: 'file_',
  columns: {
    file: { label: 'File', sort: 'asc', value: ({ path }) => path },
    bytes: { label: 'Size', sort: 'desc', value: ({ sizeBytes }) => sizeBytes },
    result: {
      label: 'Result',
      sort: 'asc',
      value: ({ result }) => UPLOAD_RESULTS[result],
      sortValue: ({ result }) => RANKS.indexOf(result),
    },
    reason: { label: 'Reason', value: ({ reason }) => reason },
  },
  filters: {
    result: choiceFilter({
      label: 'Result',
      all: 'All results',
      options: UPLOAD_RESULTS,
      of: ({ result }: UploadFile) => result,
    }),
  },
  defaultSort: 'result:asc',
});

/** `planned_time` is the time on a clock at the event, as the import reads it. */
export type Performance = RunningOrderLine & { planned_time: string | null };

const MINUTE_MS = 60_000;

/** Compared with the announced time; negative when the performance is early. */
export function minutesLate({ planned_at, announced_at }: RunningOrderLine): number {
  if (planned_at === null || announced_at === null) return 0;
  return Math.round((Date.parse(planned_at) - Date.parse(announced_at)) / MINUTE_MS);
}

/** The columns with a value are those that the import reads, so that the CSV file can be imported again. */
export const runningOrderList = defineList<Performance>()({
  name: 'running-order',
  noun: 'performance',
  prefix: 'order_',
  columns: {
    performance_order: { label: 'Performance', sort: 'asc', value: (row) => row.performance_order },
    program: { label: 'Program', isHidden: true, value: ({ program_name }) => program_name },
    team: { label: 'Team', isHidden: true, value: ({ team_name }) => team_name },
    album: { label: 'Album', sort: 'asc', sortValue: (row) => `${row.program_name} ${row.team_name}` },
    division: { label: 'Division', sort: 'asc', value: ({ division_name }) => division_name },
    stage: { label: 'Stage', isHidden: true, value: ({ stage }) => stage },
    planned_time: {
      label: 'Planned',
      sort: 'asc',
      value: ({ planned_time }) => planned_time,
      sortValue: ({ planned_at }) => (planned_at === null ? null : Date.parse(planned_at)),
    },
    delay: { label: 'Delay', sort: 'desc', sortValue: minutesLate },
    photos: { label: 'Photos', sort: 'desc', sortValue: ({ images_count }) => images_count },
    state: { label: 'State' },
  },
  filters: {
    q: searchFilter({
      label: 'Find in the running order',
      placeholder: 'Performance, program, team, division, stage',
      of: (row) =>
        [`#${row.performance_order}`, row.program_name, row.team_name, row.division_name, row.stage].join(
          '\n',
        ),
    }),
    show: choiceFilter({
      label: 'Show',
      all: 'All',
      options: { no_photos: 'No photos', unpublished: 'Not published', delayed: 'Delayed' },
      matches: (row: Performance, value) => {
        if (value === 'no_photos') return row.images_count === 0;
        return value === 'delayed' ? minutesLate(row) > 0 : row.published_at === null;
      },
    }),
  },
  defaultSort: 'performance_order:asc',
});

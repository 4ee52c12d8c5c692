import { MAX_IMAGES_PER_MOVE } from '../endpoints/images.ts';
import type { DoubtfulImage } from '../endpoints/ingest.ts';
import { choiceFilter, defineList, openChoiceFilter } from './list.ts';

/** `taken` is the time on a clock at the event, `albums` names those that the photo may belong to. */
export type DoubtfulPhoto = DoubtfulImage & { taken: string | null; albums: string };

export const DOUBTS: Readonly<Record<DoubtfulImage['doubt'], string>> = {
  no_time: 'No capture time',
  near_boundary: 'Between two albums',
  outside_schedule: 'Outside the schedule',
  no_schedule: 'No running order',
};

/** Stands in the address for photos without a camera or photographer. */
export const UNKNOWN = '-';
export const cameraOf = ({ camera_serial }: DoubtfulImage) => camera_serial ?? UNKNOWN;
export const photographerOf = ({ photographer }: DoubtfulImage) => photographer ?? UNKNOWN;

export const doubtfulPhotoList = defineList<DoubtfulPhoto>()({
  name: 'doubtful-photos',
  noun: 'photo',
  prefix: 'doubtful_',
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
      of: ({ doubt }: DoubtfulPhoto) => doubt,
    }),
    camera: openChoiceFilter({ label: 'Camera', all: 'All cameras', of: cameraOf }),
    photographer: openChoiceFilter({ label: 'Photographer', all: 'All photographers', of: photographerOf }),
  },
  defaultSort: 'taken:asc',
  maxSelected: MAX_IMAGES_PER_MOVE,
});

// The doubtful tray as a list: which photos are shown and in what order, both kept in the address, and as a file.

import { csvText } from '#web/lib/csv.ts';
import { type Columns, type Sort, sortRows } from '#web/lib/list-sort.ts';
import { DOUBT_WORDS } from './doubt-words.ts';
import { wallClockAtEvent } from './event-time.ts';
import { albumTitle, type DoubtfulImage, type IngestAlbum } from './ingest.types.ts';

export type Doubt = DoubtfulImage['doubt'];
/** In the address, photos of no known camera or photographer have this for one. */
const NOBODY = '-';

const timeOf = ({ captured_at }: DoubtfulImage) =>
  captured_at === null ? Number.POSITIVE_INFINITY : Date.parse(captured_at);

export type Column = 'time' | 'camera' | 'file';

export const COLUMNS: Columns<DoubtfulImage, Column> = {
  time: { label: 'Time', of: timeOf },
  camera: { label: 'Camera', of: (image) => image.camera_serial ?? '' },
  file: { label: 'File name', of: (image) => image.file_name },
};
export const AS_TAKEN: Sort<Column> = { column: 'time', isDown: false };

export type TrayFilter = {
  reason: Doubt | undefined;
  camera: string | undefined;
  photographer: string | undefined;
};

export function readDoubt(text: string | undefined): Doubt | undefined {
  return text !== undefined && Object.hasOwn(DOUBT_WORDS, text) ? (text as Doubt) : undefined;
}

/** Of one camera or file those taken first come first. */
export function findDoubtful(
  images: readonly DoubtfulImage[],
  { reason, camera, photographer }: TrayFilter,
  sort: Sort<Column>,
): DoubtfulImage[] {
  const found = images.filter(
    (image) =>
      (!reason || image.doubt === reason) &&
      (!camera || (image.camera_serial ?? NOBODY) === camera) &&
      (!photographer || (image.photographer ?? NOBODY) === photographer),
  );
  return sortRows(sortRows(found, COLUMNS, AS_TAKEN), COLUMNS, sort);
}

type Choices = Record<string, string>;

/** What can be filtered by, and how many photos each choice shows. */
export function trayChoices(images: readonly DoubtfulImage[]): Record<keyof TrayFilter, Choices> {
  return {
    reason: countChoices(images, ({ doubt }) => doubt, DOUBT_WORDS),
    camera: countChoices(images, (image) => image.camera_serial ?? NOBODY, { [NOBODY]: 'No camera' }),
    photographer: countChoices(images, (image) => image.photographer ?? NOBODY, {
      [NOBODY]: 'Nobody named',
    }),
  };
}

function countChoices(
  images: readonly DoubtfulImage[],
  of: (image: DoubtfulImage) => string,
  words: Readonly<Choices>,
): Choices {
  const groups = [...Map.groupBy(images, of)].map(
    ([value, { length }]) => [value, words[value] ?? value, length] as const,
  );
  const sorted = groups.toSorted(([, a], [, b]) => a.localeCompare(b, 'en', { numeric: true }));
  return Object.fromEntries(
    sorted.map(([value, name, count]) => [value, `${name} (${count.toLocaleString('en-US')})`]),
  );
}

export function doubtfulCsv(
  images: readonly DoubtfulImage[],
  albums: readonly IngestAlbum[],
  timeZone: string,
): string {
  const titles = new Map(albums.map((album) => [album.id, albumTitle(album)]));
  return csvText(
    ['photo', 'file', 'reason', 'taken', 'camera', 'photographer', 'may belong to'],
    images.map((image) => [
      image.id,
      image.file_name,
      DOUBT_WORDS[image.doubt],
      image.captured_at === null ? '' : wallClockAtEvent(image.captured_at, timeZone),
      image.camera_serial ?? '',
      image.photographer ?? '',
      image.candidates.flatMap((id) => titles.get(id) ?? []).join(' / '),
    ]),
  );
}

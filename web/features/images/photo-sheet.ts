import type { Image } from '#contract/entities/album.ts';
import { formatTimeOfDay } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { justifyRows, type RowOptions, ratioOf } from '#web/lib/justify-rows.ts';

export type PlacedPhoto = { image: Image; index: number; width: number };

/** Every line has its exact height, so that nothing is measured while scrolling. */
export type SheetLine =
  | { kind: 'heading'; key: string; text: string; height: number }
  | { kind: 'row'; key: string; photos: PlacedPhoto[]; photoHeight: number; height: number };

const MINUTE_MS = 60_000;

function minuteOf({ captured_at }: Image): number | undefined {
  return captured_at === null ? undefined : Math.floor(Date.parse(captured_at) / MINUTE_MS);
}

export function groupByMinute(images: readonly Image[], timeZone: string) {
  const groups = Map.groupBy(
    images.map((image, index) => ({ image, index })),
    ({ image }) => minuteOf(image),
  );
  return [...groups].map(([minute, photos]) => ({
    key: String(minute ?? 'none'),
    heading:
      minute === undefined
        ? i18n.t('Other photos')
        : formatTimeOfDay(new Date(minute * MINUTE_MS).toISOString(), timeZone),
    photos,
  }));
}

type SheetOptions = RowOptions & { timeZone: string; headingHeight: number };

export function layOutPhotos(images: readonly Image[], options: SheetOptions): SheetLine[] {
  if (options.width <= 0) return [];
  return groupByMinute(images, options.timeZone).flatMap(({ key, heading, photos }): SheetLine[] => [
    { kind: 'heading', key: `at ${key}`, text: heading, height: options.headingHeight },
    ...justifyRows(
      photos.map(({ image }) => ratioOf(image)),
      options,
    ).map(({ start, end, height }): SheetLine => {
      const placed = photos
        .slice(start, end)
        .map(({ image, index }) => ({ image, index, width: ratioOf(image) * height }));
      const first = placed[0]?.image.id ?? start;
      return {
        kind: 'row',
        key: `from ${first}`,
        photos: placed,
        photoHeight: height,
        height: height + options.gap,
      };
    }),
  ]);
}

export function findLineOf(lines: readonly SheetLine[], imageId: number): number {
  return lines.findIndex(
    (line) => line.kind === 'row' && line.photos.some(({ image }) => image.id === imageId),
  );
}

export const REPORTED_MARK = /*i18n*/ 'You reported this';

export function withBought(
  marks: ReadonlyMap<number, string> | undefined,
  bought: ReadonlyMap<number, string> | undefined,
): ReadonlyMap<number, string> | undefined {
  if (!bought?.size) return marks;
  return new Map([...(marks ?? []), ...[...bought.keys()].map((id) => [id, i18n.t('Yours')] as const)]);
}

/** Adds the mark of reported photos to those of a tab, which come first. */
export function withReported(
  marks: ReadonlyMap<number, string> | undefined,
  reportedIds: ReadonlySet<number>,
): ReadonlyMap<number, string> | undefined {
  if (reportedIds.size === 0) return marks;
  const reported = [...reportedIds].map((id) => {
    const mark = marks?.get(id);
    const reportedMark = i18n.t(REPORTED_MARK);
    return [id, mark ? `${mark} · ${reportedMark}` : reportedMark] as const;
  });
  return new Map([...(marks ?? []), ...reported]);
}

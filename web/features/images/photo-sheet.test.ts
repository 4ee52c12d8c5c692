import { expect, test } from 'vitest';
import { buildImage } from '#web/testing/demo-albums.ts';
import { findLineOf, groupByMinute, layOutPhotos } from './photo-sheet.ts';

const at = (id: number, captured_at: string | null) => buildImage(id, { captured_at });

const images = [
  at(1, '2026-10-24T20:14:05.000Z'),
  at(2, '2026-10-24T20:14:59.000Z'),
  at(3, '2026-10-24T20:15:00.000Z'),
  at(4, null),
];

test('photos stand under the minute they were taken in, by the clock of the event', () => {
  const groups = groupByMinute(images, 'America/Denver');
  expect(groups.map(({ heading }) => heading.replace('\u202f', ' '))).toEqual([
    '2:14 PM',
    '2:15 PM',
    'Other photos',
  ]);
  expect(groups.map(({ photos }) => photos.map(({ image }) => image.id))).toEqual([[1, 2], [3], [4]]);
});

test('headings and rows follow each other, numbered through the whole album', () => {
  const layout = { width: 600, gap: 3, targetHeight: 200, headingHeight: 40, timeZone: 'UTC' };
  const lines = layOutPhotos(images, layout);
  expect(lines.map(({ kind }) => kind)).toEqual(['heading', 'row', 'heading', 'row', 'heading', 'row']);
  const numbers = lines.flatMap((line) => (line.kind === 'row' ? line.photos.map(({ index }) => index) : []));
  expect(numbers).toEqual([0, 1, 2, 3]);
  expect(findLineOf(lines, 3)).toBe(3);
});

test('without a width there is nothing to lay out', () => {
  expect(
    layOutPhotos(images, { width: 0, gap: 3, targetHeight: 200, headingHeight: 40, timeZone: 'UTC' }),
  ).toEqual([]);
});

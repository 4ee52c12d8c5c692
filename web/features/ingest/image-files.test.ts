import { expect, test } from 'vitest';
import { sortOutImages } from './image-files.ts';

const pick = (path: string) => ({ file: new File(['x'], path.split('/').at(-1) ?? ''), path });

test('pictures are sorted by name; raw, side and hidden files are left out', () => {
  const picked = [
    'card/IMG_10.JPG',
    'card/IMG_9.jpg',
    'card/IMG_9.CR3',
    'card/._IMG_9.jpg',
    'card/a.tiff',
  ].map(pick);
  const { pictures, leftOut } = sortOutImages(picked);
  expect(pictures.map(({ path }) => path)).toEqual(['card/a.tiff', 'card/IMG_9.jpg', 'card/IMG_10.JPG']);
  expect(leftOut).toBe(2);
});

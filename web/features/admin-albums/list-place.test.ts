import { expect, test } from 'vitest';
import { changeSearch, readPlace } from './list-place.ts';

test('the address says event, view, album and search', () => {
  expect(readPlace({ event: '7', view: 'doubtful', album: '12', q: 'royals' })).toEqual({
    eventId: 7,
    view: 'doubtful',
    albumId: 12,
    q: 'royals',
  });
});

test('what makes no sense is as if it were not there', () => {
  expect(readPlace({ event: '-1', view: 'upload', album: 'x' })).toEqual({
    eventId: undefined,
    view: 'albums',
    albumId: undefined,
    q: '',
  });
  expect(readPlace({ event: '7', view: 'nowhere' }).view).toBe('albums');
});

test('a change leaves the rest and drops what is empty', () => {
  expect(changeSearch({ q: 'a', event: '7' }, { q: '', album: 3 })).toEqual({ event: '7', album: '3' });
});

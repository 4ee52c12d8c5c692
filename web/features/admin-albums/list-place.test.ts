import { expect, test } from 'vitest';
import { changeSearch, readPlace } from './list-place.ts';

test('the address says event, view, album, search, state and sort', () => {
  const search = { event: '7', view: 'doubtful', album: '12', q: 'royals', state: 'draft', sort: 'name:asc' };
  expect(readPlace(search)).toEqual({
    eventId: 7,
    view: 'doubtful',
    albumId: 12,
    q: 'royals',
    state: 'draft',
    sort: 'name:asc',
  });
});

test('what makes no sense is as if it were not there', () => {
  const search = { event: '-1', view: 'upload', album: 'x', state: 'lost', sort: 'name' };
  expect(readPlace(search)).toEqual({
    eventId: undefined,
    view: 'albums',
    albumId: undefined,
    q: '',
    state: undefined,
    sort: 'created_at:desc',
  });
  expect(readPlace({ event: '7', view: 'nowhere' }).view).toBe('albums');
});

test('a change leaves the rest and drops what is empty', () => {
  expect(changeSearch({ q: 'a', event: '7' }, { q: '', album: 3 })).toEqual({ event: '7', album: '3' });
});
